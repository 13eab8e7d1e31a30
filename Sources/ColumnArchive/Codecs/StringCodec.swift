internal import ArchiveBytes
internal import Foundation

/// Strings: plainly, or by a dictionary of the different ones where they repeat.
final class StringCodec: ColumnCodec, @unchecked Sendable {
  private let isKnown = StringLayout.isKnown

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .string)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let hasDictionary = StringDictionary.with(rows, writer.temporaries) { dictionary, numbers in
      writer.output.append(1)
      writer.output.append(varint: UInt64(dictionary.count))
      dictionary.withEntries { appendRun($0, to: writer) }
      // The first is 0, and the last new one the greatest.
      unsafe writer.output.append(numbers, low: 0, high: UInt32(dictionary.count - 1))
    }
    if hasDictionary { return }
    writer.output.append(0)
    appendRun(rows, to: writer)
  }

  /// Writes the lengths of strings, their sum, and their bytes.
  private func appendRun(_ rows: Rows, to writer: ColumnWriter) {
    let isKnown = isKnown
    let lengths = unsafe writer.scratch(rows.count, of: UInt32.self)
    var (low, high, total) = (UInt32.max, UInt32.min, 0)
    rows.visit { position, address in
      let length = unsafe withBytes(ofStringAt: address, isKnown: isKnown) { _, count in count }
      let number = UInt32(truncatingIfNeeded: length)
      precondition(length <= Int(UInt32.max), "a string of more than 4 GB cannot be archived")
      low = min(low, number)
      high = max(high, number)
      total += length
      unsafe lengths[position] = number
    }
    let output = writer.output
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count), low: low, high: high)
    output.append(varint: UInt64(total))
    var place = unsafe output.reserve(total)
    rows.visit { _, address in
      unsafe withBytes(ofStringAt: address, isKnown: isKnown) { bytes, count in
        // SAFETY: `reserve` made room for all strings and 16 bytes more; a small string's own memory is 16 bytes.
        if isKnown, unsafe bytes == address {
          unsafe place.copyMemory(from: bytes, byteCount: 16)
        } else if count >= 16, count <= 48 {
          // Blocks of 16 bytes, the last of which overlaps the one before.
          unsafe place.copyMemory(from: bytes, byteCount: 16)
          if count > 32 { unsafe (place + 16).copyMemory(from: bytes + 16, byteCount: 16) }
          unsafe (place + count - 16).copyMemory(from: bytes + count - 16, byteCount: 16)
        } else {
          unsafe place.copyMemory(from: bytes, byteCount: count)
        }
        unsafe place += count
      }
    }
    output.advance(total)
  }

  override var canReadOne: Bool { true }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    // Plain, one length, and the sum of them.
    guard cursor.readIfPresent() == 0, cursor.readIfPresent() == 0, let length = cursor.readShortVarint(),
      cursor.readShortVarint() == length, length < 1 << 32,
      let bytes = unsafe cursor.readBytesIfPresent(Int(length))
    else { return false }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(length))
    // An ASCII string needs no repair, which the standard library does faster than it validates.
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
