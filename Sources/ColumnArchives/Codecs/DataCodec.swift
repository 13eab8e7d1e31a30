internal import Foundation

/// Data: lengths, and one run of bytes.
final class DataCodec: ColumnCodec, @unchecked Sendable {
  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .data)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    ColumnEncodings.data.write(RunValues(rows: rows), to: writer)
  }

  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { true }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    // The bytes of the plain encoding: one length, and the sum of lengths, which equals it.
    guard reader.cursor.readIfPresent() == 0, let count = reader.readOnlyCount(),
      reader.cursor.readShortVarint() == UInt64(count),
      let bytes = unsafe reader.cursor.readBytesIfPresent(count)
    else { return false }
    unsafe address.initializeMemory(as: Data.self, to: Data(bytes: bytes, count: count))
    return true
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .data else { throw context.mismatch(column, expected: "data") }
    try (column as! PlainRunColumn).readData(count, into: place, in: context)
  }
}
