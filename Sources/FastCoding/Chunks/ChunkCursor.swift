internal import ArchiveBytes
internal import Foundation

/// A position in the bytes of a FastCoding file. It moves as bytes are read, and never past their end.
struct ChunkCursor {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var position = 0
  /// The maximum alignment: numbers are at multiples of their size, up to this. It is 4 in version 2, 8 afterwards.
  var greatestAlignment = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw truncated(1) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Moves to the next multiple of `alignment`, counted from the start of the file. The skipped bytes have no meaning.
  mutating func align(_ alignment: Int) throws {
    let rest = position % alignment
    guard rest > 0 else { return }
    try skip(alignment - rest)
  }

  mutating func skip(_ count: Int) throws {
    guard count <= remaining else { throw truncated(count) }
    position += count
  }

  /// Reads a number, lowest byte first, at the next aligned position.
  mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(as type: Number.Type) throws -> Number {
    let size = Number.bitWidth / 8
    try align(min(size, greatestAlignment))
    guard size <= remaining else { throw truncated(size) }
    var number: Number = 0
    for index in 0..<size { number |= Number(bytes[position + index]) << (8 * index) }
    position += size
    return number
  }

  mutating func double() throws -> Double { Double(bitPattern: try integer(as: UInt64.self)) }

  /// Reads a count of parts of at least `size` bytes each, and throws if fewer bytes remain.
  mutating func count(ofPartsOf size: Int, _ what: String) throws -> Int {
    try align(4)
    let start = position
    let count = Int64(try integer(as: UInt32.self))
    guard count * Int64(size) <= Int64(remaining) else {
      throw ArchiveError(
        .truncated, expected: "\(count) \(what)", found: "only \(remaining) more bytes", offset: start,
        advice: "The file is damaged or was cut off.")
    }
    return Int(count)
  }

  mutating func data(_ count: Int) throws -> Data {
    guard count <= remaining else { throw truncated(count) }
    defer { position += count }
    return Data(bytes[position..<position + count])
  }

  /// Reads a UTF-8 text that ends with a zero byte.
  mutating func text() throws -> String {
    let start = position
    guard let end = bytes[start...].firstIndex(of: 0) else {
      throw ArchiveError(
        .truncated, expected: "a string, which a zero byte ends", found: "the end of the file", offset: start,
        advice: "The file is damaged or was cut off.")
    }
    position = end + 1
    guard let text = String(validUTF8: bytes[start..<end]) else {
      throw ArchiveError(.malformed, expected: "a string in UTF-8", found: "invalid UTF-8", offset: start)
    }
    return text
  }

  private func truncated(_ count: Int) -> ArchiveError {
    ArchiveError(
      .truncated, expected: count == 1 ? "another byte" : "\(count) more bytes",
      found: remaining == 0 ? "the end of the file" : "only \(remaining)", offset: position,
      advice: "The file is damaged or was cut off.")
  }
}
