internal import ArchiveBytes
internal import Foundation

/// Strings: uncompressed, or with a dictionary of the distinct ones if they repeat.
final class StringCodec: ColumnCodec, @unchecked Sendable {
  private let isKnown: Bool

  init(_ memory: ValueMemory, isKnown: Bool) {
    self.isKnown = isKnown
    super.init(memory)
  }

  override func takes(_ kind: ColumnKind) -> Bool { kind == .string }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .string)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let start = writer.output.count
    writer.textBounds = nil
    ColumnEncodings.runs.write(RunValues(rows: rows, content: .strings(isKnown: isKnown)), to: writer)
    writer.note(writer.textBounds.map { .text($0) }, at: start)
  }

  override var canReadOne: Bool { true }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    // The bytes of the plain encoding: one length, and the sum of lengths, which equals it.
    guard cursor.readIfPresent() == 0, cursor.readIfPresent() == 0, let length = cursor.readShortVarint(),
      cursor.readShortVarint() == length, let count = Int(exactly: length),
      let bytes = unsafe cursor.readBytesIfPresent(count)
    else { return false }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    // An ASCII string needs no repair. For such strings, `decoding` is faster than `validating`.
    let string =
      unsafe buffer.isASCII
      ? String(decoding: buffer, as: UTF8.self) : String(validating: buffer, as: UTF8.self)
    guard let string else { return false }
    unsafe address.initializeMemory(as: String.self, to: string)
    return true
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .string else { throw context.mismatch(column, expected: "a string") }
    try (column as! RunColumn).readStrings(count, into: place, in: context)
  }
}
