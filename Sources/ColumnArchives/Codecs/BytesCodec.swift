/// Values stored as the bytes of their memory, such as UUIDs.
final class BytesCodec: ColumnCodec, @unchecked Sendable {
  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { true }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    guard let bytes = unsafe reader.cursor.readBytesIfPresent(memory.size) else { return false }
    unsafe address.copyMemory(from: bytes, byteCount: memory.size)
    return true
  }

  override func readFew(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool {
    // The product cannot overflow: the reader had room for as many values.
    guard place.stride == memory.size,
      let bytes = unsafe reader.cursor.readBytesIfPresent(count * memory.size)
    else { return false }
    unsafe place.base.copyMemory(from: bytes, byteCount: count * memory.size)
    return true
  }

  override var rawByteCount: Int? { memory.size }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: .bytes, byteCount: memory.size))
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let size = memory.size
    let place = unsafe writer.output.reserve(rows.count * size)
    rows.visit { position, address in
      unsafe (place + position * size).copyMemory(from: address, byteCount: size)
    }
    writer.output.advance(rows.count * size)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .bytes, let column = column as? RawColumn, column.byteCount == memory.size else {
      throw context.mismatch(column, expected: "\(memory.size) bytes")
    }
    column.read(count, into: place, in: context)
  }
}
