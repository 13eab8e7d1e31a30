internal import ArchiveBytes
internal import Foundation

/// Strings: uncompressed, or with a dictionary of the distinct ones if they repeat.
final class StringCodec: ColumnCodec, @unchecked Sendable {
  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .string)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    ColumnEncodings.strings.write(RunValues(rows: rows), to: writer)
  }

  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { true }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    // The bytes of the plain encoding: one length, and the sum of lengths, which equals it.
    guard reader.cursor.readIfPresent() == 0, reader.cursor.readIfPresent() == 0,
      let length = reader.cursor.readShortVarint(), reader.cursor.readShortVarint() == length,
      let count = Int(exactly: length), let bytes = unsafe reader.cursor.readBytesIfPresent(count)
    else { return false }
    return unsafe Self.make(bytes, count, at: address)
  }

  override func readFew(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool {
    // Only the plain encoding. Dictionaries are for more strings than are few.
    guard reader.cursor.readIfPresent() == 0,
      let lengths = try? PackedIntegers(&reader.cursor, count: count, isSigned: false),
      let sum = reader.cursor.readShortVarint().flatMap({ Int(exactly: $0) }),
      var source = unsafe reader.cursor.readBytesIfPresent(sum)
    else { return false }
    var (left, made, isRight) = (sum, 0, true)
    lengths.visit(from: 0, count: count) { row, bits in
      // SAFETY: the length is compared with what is left of the run.
      guard isRight, bits <= UInt64(left), unsafe Self.make(source, Int(bits), at: place.row(row).base) else {
        isRight = false
        return
      }
      made += 1
      left -= Int(bits)
      unsafe source += Int(bits)
    }
    if isRight, left == 0 { return true }
    memory.destroy(place, made)
    return false
  }

  /// Makes a string at an address, if the bytes are valid.
  private static func make(_ bytes: UnsafeRawPointer, _ count: Int, at address: UnsafeMutableRawPointer)
    -> Bool
  {
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    guard let string = unsafe StringMaker(buffer).string(buffer) else { return false }
    unsafe address.initializeMemory(as: String.self, to: string)
    return true
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .string else { throw context.mismatch(column, expected: "a string") }
    try (column as! RunColumn).readStrings(count, into: place, in: context)
  }
}
