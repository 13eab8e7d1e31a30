internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// Values of types that describe no columns: a tree for each, in one run of bytes, with a table of names.
@safe
final class TreeCodec: ColumnCodec, @unchecked Sendable {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  private let encodeValue: (UnsafeRawPointer, TreeEncoder) throws -> Void
  private let decodeValue: (UnsafeMutableRawPointer, TreeDecoder) throws -> Void
  private let decodeNode: (UnsafeMutableRawPointer, ArchiveNode, ReadContext) throws -> Void
  private let fill: ((UnsafeMutableRawPointer) -> Void)?

  init<Value: ArchiveValue>(_ type: Value.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    unsafe encodeValue = { address, encoder in
      try encoder.tree {
        var encoder = encoder
        try unsafe address.assumingMemoryBound(to: Value.self).pointee.encodeValue(to: &encoder)
      }
    }
    unsafe decodeValue = { address, decoder in
      var decoder = decoder
      let value = try Value.decodeValue(from: &decoder)
      unsafe address.initializeMemory(as: Value.self, to: value)
    }
    unsafe decodeNode = { address, node, context in
      let value = try context.decode(Value.self, from: node)
      unsafe address.initializeMemory(as: Value.self, to: value)
    }
    unsafe fill = Value.valueWhenAbsent.map { value in
      { address in unsafe address.initializeMemory(as: Value.self, to: value) }
    }
    super.init(ValueMemory(type))
  }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .tree)) }

  override var hasValueWhenAbsent: Bool { unsafe fill != nil }

  override func fillAbsent(_ place: Place, count: Int) {
    for row in 0..<count { unsafe fill?(place.row(row).base) }
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let encoder = TreeEncoder(limits: writer.limits, instances: writer.instances)
    var lengths: [UInt] = []
    try rows.visit { row, address in
      let start = encoder.output.count
      do {
        try unsafe encodeValue(address, encoder)
      } catch {
        throw RowError(row: row, wrapping: error)
      }
      lengths.append(UInt(encoder.output.count - start))
    }
    encoder.writeColumn(lengths: lengths, to: writer.output)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard let column = column as? TreeColumn else {
      return try decodeNodes(of: column, into: place, count: count, in: context)
    }
    var done = 0
    do {
      try column.read(count, in: context) { decoder in
        let start = decoder.cursor
        do {
          try unsafe decodeValue(place.row(done).base, decoder)
        } catch let error as ArchiveError where error.code == .typeMismatch || error.code == .classMismatch {
          // A tree that was written from nodes may have its values in another form.
          try context.charge(WorkCost.failure)
          decoder.cursor = start
          guard let node = try? decoder.decodeTree(),
            (try? unsafe decodeNode(place.row(done).base, node, context)) != nil
          else { throw error }
        }
        done += 1
        guard decoder.isAtEnd else {
          throw decoder.failure(.malformed, expected: "the end of a tree", found: "more bytes")
        }
      }
    } catch {
      memory.destroy(place, done)
      throw RowError(row: min(done, count - 1), wrapping: error)
    }
  }
}

extension TreeCodec {
  /// Reads values from a column of any kind through nodes: they may have another form than the type's own columns.
  private func decodeNodes(of column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    var done = 0
    do {
      for node in try column.nodes(count, in: context) {
        try unsafe decodeNode(place.row(done).base, node, context)
        done += 1
      }
    } catch {
      memory.destroy(place, done)
      throw RowError(row: min(done, count - 1), wrapping: error)
    }
  }
}
