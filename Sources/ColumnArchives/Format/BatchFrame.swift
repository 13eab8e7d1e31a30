internal import ArchiveBytes

/// The head of a batch in a sequence: 32 bytes before its body. Its own checksum tells a damaged length from a batch
/// that was not completely written.
///
///     4 bytes   the mark
///     4 bytes   the checksum of the other 24, with the salt of the file (exclusive or)
///     8 bytes   the size of the body
///     8 bytes   the number of the first element
///     4 bytes   the number of elements, at least 1
///     4 bytes   how many of the elements before this batch were not yet known to be on the disk when it was written
///
/// The last number is 0 in archives that were not written by a log. It tells damage from what a power cut leaves: a
/// broken batch that was on the disk before a later one was written has been damaged since.
///
/// The salt, as in the frames of SQLite's write-ahead log, distinguishes the batches of this file from those of another
/// file, which a disk may hold after the end once the power has failed: see ``SequenceOrigin/salt``.
struct BatchFrame {
  /// Invalid UTF-8, like the magic number of archives.
  static let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]
  static let byteCount = 32

  /// The number of the first element.
  let first: Int
  /// The number of elements.
  let count: Int
  /// The number of elements before this batch that were not yet known to be on the disk.
  let unsynced: Int
  let bodyByteCount: Int
  /// The salt of the file.
  let salt: UInt32

  /// The greatest number of elements of a batch.
  static let maximumCount = Int(clamping: UInt32.max)

  /// Throws if a batch cannot have this many elements.
  static func check(_ count: Int) throws {
    guard count <= maximumCount else {
      throw ArchiveError(
        .limitExceeded, expected: "at most \(maximumCount) elements in a batch", found: "\(count)",
        advice: "Elements that refer to class instances are one batch: archive fewer at a time.")
    }
  }

  /// Reads a head. The cursor is then at the body, which may be incomplete.
  ///
  /// - Parameters:
  ///   - salt: The salt of the file; `nil` if it is not known, so that the checksum says what it is.
  ///   - verifies: Whether to check the checksum.
  init(_ cursor: inout ByteCursor, salt: UInt32?, verifies: Bool) throws {
    var head = try cursor.readPart(Self.byteCount)
    let checksum = try head.readHead(Self.mark, "a batch")
    self.salt = salt ?? checksum ^ head.checksum
    if verifies { try head.check(checksum ^ self.salt, of: "the head of a batch") }
    bodyByteCount = Int(clamping: try head.readNumber(as: UInt64.self))
    let first = try head.readNumber(as: UInt64.self)
    let (count, unsynced) = (try head.readNumber(as: UInt32.self), try head.readNumber(as: UInt32.self))
    guard count > 0, count <= Self.maximumCount, first <= UInt64(Int.max >> 8),
      unsynced <= first || unsynced == .max
    else {
      throw head.malformed("the numbers of elements", "\(count) from \(first)")
    }
    (self.first, self.count) = (Int(first), Int(count))
    self.unsynced = unsynced == .max ? Int(first) : Int(unsynced)
  }

  init(first: Int, count: Int, unsynced: Int, bodyByteCount: Int, salt: UInt32) {
    (self.first, self.count) = (first, count)
    (self.unsynced, self.bodyByteCount, self.salt) = (unsynced, bodyByteCount, salt)
  }

  /// The bytes of the head.
  var bytes: [UInt8] {
    // A number that is too great says that none is known to be on the disk.
    let counts = UInt64(count) | UInt64(UInt32(clamping: unsynced)) << 32
    return ColumnFormat.head(Self.mark, [UInt64(bodyByteCount), UInt64(first), counts], salt: salt)
  }

  /// Makes room for a head, which ``finish(at:first:count:salt:_:)`` writes.
  ///
  /// - Returns: The location of the head.
  static func begin(_ output: OutputBuffer) -> Int {
    let start = output.count
    output.append([UInt8](repeating: 0, count: byteCount))
    return start
  }

  /// Writes the head of a batch whose body ends at the end of the output.
  ///
  /// - Parameters:
  ///   - count: The number of elements, at most ``maximumCount``.
  ///   - salt: The salt of the file.
  static func finish(at start: Int, first: Int, count: Int, salt: UInt32 = 0, _ output: OutputBuffer) {
    let size = output.count - start - byteCount
    let frame = BatchFrame(first: first, count: count, unsynced: 0, bodyByteCount: size, salt: salt)
    output.store(frame.bytes, at: start)
  }
}
