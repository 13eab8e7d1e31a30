internal import ArchiveBytes

/// The head of a batch in a sequence: 32 bytes before its body. Its own checksum tells a damaged length from a batch
/// that was not completely written.
///
///     4 bytes   the mark
///     4 bytes   the checksum of the other 24
///     8 bytes   the size of the body
///     8 bytes   the number of the first element
///     8 bytes   the number of elements, at least 1
struct BatchFrame {
  /// Invalid UTF-8, like the magic number of archives.
  static let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]
  static let byteCount = 32

  /// The number of the first element.
  let first: Int
  /// The number of elements.
  let count: Int
  let bodyByteCount: Int

  /// Reads a head. The cursor is then at the body, which may be incomplete.
  init(_ cursor: inout ByteCursor, verifies: Bool) throws {
    var head = try cursor.readPart(Self.byteCount)
    for byte in Self.mark where try head.readByte() != byte {
      throw head.malformed("the mark of a batch", "other bytes")
    }
    let checksum = try head.readNumber(as: UInt32.self)
    if verifies { try head.check(checksum, of: "the head of a batch") }
    bodyByteCount = Int(clamping: try head.readNumber(as: UInt64.self))
    let (first, count) = (try head.readNumber(as: UInt64.self), try head.readNumber(as: UInt64.self))
    guard count > 0, first <= UInt64(Int.max >> 8), count <= UInt64(Int.max >> 8) else {
      throw head.malformed("the numbers of elements", "\(count) from \(first)")
    }
    (self.first, self.count) = (Int(first), Int(count))
  }

  /// Returns whether the next bytes are the mark of a batch.
  static func isMark(_ cursor: ByteCursor) -> Bool {
    var cursor = cursor
    return mark.allSatisfy { cursor.readIfPresent() == $0 }
  }

  /// Makes room for a head, which ``finish(at:first:count:_:)`` completes.
  ///
  /// - Returns: The location of the head.
  static func begin(_ output: OutputBuffer) -> Int {
    let start = output.count
    output.append(mark)
    output.append([UInt8](repeating: 0, count: byteCount - mark.count))
    return start
  }

  /// Completes the head of a batch whose body ends at the end of the output.
  static func finish(at start: Int, first: Int, count: Int, _ output: OutputBuffer) {
    output.store(UInt64(output.count - start - byteCount), at: start + 8)
    output.store(UInt64(first), at: start + 16)
    output.store(UInt64(count), at: start + 24)
    output.store(output.checksum(of: start + 8..<start + byteCount), at: start + 4)
  }
}
