internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Values of types that describe no columns: the node of each, as a tree.
@safe
final class TreeCodec: ColumnCodec, @unchecked Sendable {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  private let encodeValue: (UnsafeRawPointer, inout NodeValueWriter.Values) throws -> Void
  private let decodeNode: (UnsafeMutableRawPointer, ArchiveNode, ReadContext) throws -> Void
  private let fill: ((UnsafeMutableRawPointer) -> Void)?

  init<Value: ArchiveValue>(_ type: Value.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    unsafe encodeValue = { address, values in
      try values.add(unsafe address.assumingMemoryBound(to: Value.self).pointee)
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

  // The values decode themselves.
  override var isReadingNoticed: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .tree)) }

  override var hasValueWhenAbsent: Bool { unsafe fill != nil }

  override func fillAbsent(_ place: Place, count: Int) {
    for row in 0..<count { unsafe fill?(place.row(row).base) }
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let nodes = try writer.nodes.nodes { values in
      try rows.visit { row, address in
        do {
          try unsafe encodeValue(address, &values)
        } catch {
          throw RowError(row: row, wrapping: error)
        }
      }
    }
    let trees = TreeWriter(limits: writer.limits)
    var lengths: [UInt] = []
    for (row, node) in nodes.enumerated() {
      let start = trees.output.count
      do {
        try trees.write(node)
      } catch {
        throw RowError(row: row, wrapping: error)
      }
      lengths.append(UInt(trees.output.count - start))
    }
    trees.writeColumn(lengths: lengths, to: writer.output)
  }

  /// Reads values from a column of any kind: it may have been written from nodes, or be of another type.
  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    var done = 0
    func add(_ node: ArchiveNode) throws {
      do {
        try unsafe decodeNode(place.row(done).base, node, context)
      } catch {
        throw RowError(row: done, wrapping: error)
      }
      done += 1
    }
    do {
      if let column = column as? TreeColumn, context.instances == nil {
        return try column.read(count, keepsObjects: true, in: context, add)
      }
      var nodes: [ArchiveNode] = []
      if let column = column as? TreeColumn {
        try column.read(count, keepsObjects: true, in: context) { nodes.append($0) }
      } else {
        nodes = try column.nodes(count, in: context)
      }
      // All at once: what refers to instances is read with them.
      for node in try context.instances?.hold(nodes) ?? nodes { try add(node) }
    } catch {
      memory.destroy(place, done)
      throw RowError(row: nil, wrapping: error)
    }
  }
}
