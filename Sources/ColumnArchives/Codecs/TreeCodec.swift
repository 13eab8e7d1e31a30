internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Values of types that describe no columns, and class instances: they are in the keyed archive of the batch.
@safe
final class TreeCodec: ColumnCodec, @unchecked Sendable {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  private let encodeRows: (Rows, inout ValueListWriter) throws -> Void
  /// Reads values, each to the address that its last argument returns.
  private let decodeRows:
    (ValueListReader, Range<Int>, ReadContext, () -> UnsafeMutableRawPointer) throws -> Void
  private let fill: ((UnsafeMutableRawPointer) -> Void)?
  /// Whether the values are instances of a class.
  let isOfClass: Bool

  init<Value: ArchiveValue>(_ type: Value.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    encodeRows = { rows, list in
      try rows.visit { row, address in
        do {
          try list.add(unsafe address.assumingMemoryBound(to: Value.self).pointee)
        } catch {
          throw RowError(row: row, wrapping: error)
        }
      }
    }
    unsafe decodeRows = { values, range, context, address in
      try context.spending { budget in
        try values.forEach(in: range, of: type, hashes: context.isHashing, budget: &budget) {
          unsafe address().initializeMemory(as: Value.self, to: $0)
        }
      }
    }
    unsafe fill = Value.valueWhenAbsent.map { value in
      { address in unsafe address.initializeMemory(as: Value.self, to: value) }
    }
    isOfClass = type is any ArchivableObject.Type
    super.init(ValueMemory(type))
  }

  // The values decode themselves.
  override var isReadingNoticed: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: isOfClass ? .instance : .tree))
  }

  override var hasValueWhenAbsent: Bool { unsafe fill != nil }

  override func fillAbsent(_ place: Place, count: Int) {
    for row in 0..<count { unsafe fill?(place.row(row).base) }
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    try writer.writeTrees { try encodeRows(rows, &$0) }
  }

  /// Reads values from a column of any kind: it may have been written from nodes, or be of another type.
  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    var done = 0
    do {
      let (values, range): (ValueListReader, Range<Int>)
      if let column = column as? TreeColumn {
        (values, range) = (try column.values(in: context), column.take(count))
      } else {
        (values, range) = (try context.values(of: column.nodes(count, in: context)), 0..<count)
      }
      do {
        try context.nested {
          try unsafe decodeRows(values, range, context) {
            done += 1
            return unsafe place.row(done - 1).base
          }
        }
      } catch {
        throw RowError(row: done, wrapping: error)
      }
      if !context.keepsTrees { try context.trees?.finish(in: context) }
    } catch {
      memory.destroy(place, done)
      throw RowError(row: nil, wrapping: error)
    }
  }
}
