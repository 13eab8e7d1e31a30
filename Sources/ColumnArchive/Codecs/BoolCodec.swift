internal import ArchiveNodes
internal import ArchiveValues

/// Booleans, as bits.
final class BoolCodec: ColumnCodec, @unchecked Sendable {
  override var canReadOne: Bool { true }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    // All alike, since it is one.
    guard let mode = cursor.readIfPresent(), mode <= 1 else { return false }
    unsafe address.storeBytes(of: mode, as: UInt8.self)
    return true
  }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .bool)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    if rows.runs.count == 1, rows.stride == 1 {
      let bytes = unsafe (rows.runs[0].base + rows.offset).assumingMemoryBound(to: UInt8.self)
      return unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
    }
    let bytes = unsafe writer.scratch(rows.count, of: UInt8.self)
    rows.visit { position, address in unsafe bytes[position] = unsafe address.load(as: UInt8.self) }
    unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    switch column.kind {
    case .bool:
      let column = column as! BoolColumn
      if place.stride == 1 { return column.readBytes(count, into: place.base) }
      try column.read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value ? 1 : 0, as: UInt8.self)
      }
    case .signed, .unsigned:
      let integers = (column as! IntegerColumn).integers
      var failure: Int?
      integers.visit(from: column.position, count: count) { position, bits in
        if bits > 1, failure == nil { failure = position }
        unsafe place.row(position).base.storeBytes(of: UInt8(truncatingIfNeeded: bits & 1), as: UInt8.self)
      }
      if let failure {
        throw RowError(row: failure, context.invalid("another integer", expected: "0 or 1 as a boolean"))
      }
      column.position += count
    case .float, .double:
      try (column as! FloatColumn).read(count) { position, value in
        guard let bool = StoredNumber.double(value).bool else {
          throw RowError(row: position, context.invalid("\(value)", expected: StoredNumber.boolExpected))
        }
        unsafe place.row(position).base.storeBytes(of: bool ? 1 : 0, as: UInt8.self)
      }
    default: throw context.mismatch(column, expected: "a boolean")
    }
  }
}
