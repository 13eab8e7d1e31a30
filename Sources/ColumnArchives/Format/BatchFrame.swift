package import ArchiveBytes
package import Foundation

/// The head of a batch in a sequence: 32 bytes before its body. Its own checksum distinguishes a damaged length from
/// a batch that was not completely written.
///
///     4 bytes   the mark
///     4 bytes   the checksum of the other 24, with the salt of the file (exclusive or)
///     8 bytes   the size of the body
///     8 bytes   the number of the first element
///     4 bytes   the number of elements, at least 1
///     4 bytes   how many of the elements before this batch were not yet known to be on the disk when it was written
///
/// The last number is 0 in archives that were not written by a log. It distinguishes damage from the remains of a
/// power cut: if a broken batch was on the disk before a later one was written, it has been damaged since.
///
/// The salt, as in the frames of SQLite's write-ahead log, distinguishes the batches of this file from batches of
/// another file, which may follow the end on the disk after a power cut: see ``SequenceOrigin/salt``.
package struct BatchFrame: Sendable {
  /// Invalid UTF-8, like the magic number of archives.
  static let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]
  package static let byteCount = 32

  /// The number of the first element.
  package let first: Int
  /// The number of elements.
  package let count: Int
  /// The number of elements that were known to be on the disk when the batch was written.
  package let synced: Int
  /// The location of the body in the file. The head is directly before it.
  package let body: Range<Int>
  /// The salt of the file.
  let salt: UInt32

  /// The number after the last element's.
  package var next: Int { first + count }
  /// The location of the head and the body.
  package var range: Range<Int> { body.lowerBound - Self.byteCount..<body.upperBound }

  /// The maximum number of elements in a batch.
  static let maximumCount = Int(clamping: UInt32.max)

  /// Throws if a batch cannot have this many elements.
  static func check(_ count: Int) throws {
    guard count <= maximumCount else {
      throw ArchiveError(
        .limitExceeded, expected: "at most \(maximumCount) elements in a batch", found: "\(count)",
        advice: "Elements that refer to class instances are one batch: archive fewer at a time.")
    }
  }

  /// The bytes of the head.
  var bytes: [UInt8] {
    // If the number is too large for the field, no element counts as known to be on the disk.
    let counts = UInt64(count) | UInt64(UInt32(clamping: first - synced)) << 32
    return ColumnFormat.head(Self.mark, [UInt64(body.count), UInt64(first), counts], salt: salt)
  }
}

extension BatchFrame {
  /// Reads a head. The cursor is then at the body, which may be incomplete.
  ///
  /// - Parameters:
  ///   - salt: The salt of the file; `nil` if it is not known. The checksum then determines it.
  ///   - verifies: Whether to check the checksum.
  init(_ cursor: inout ByteCursor, salt: UInt32?, verifies: Bool) throws {
    var head = try cursor.readPart(Self.byteCount)
    let checksum = try head.readHead(Self.mark, "a batch")
    self.salt = salt ?? checksum ^ head.checksum
    if verifies { try head.check(checksum ^ self.salt, of: "the head of a batch") }
    let (size, first) = (try head.readNumber(as: UInt64.self), try head.readNumber(as: UInt64.self))
    let (count, unsynced) = (try head.readNumber(as: UInt32.self), try head.readNumber(as: UInt32.self))
    guard count > 0, count <= Self.maximumCount, size <= UInt64(Int.max >> 8), first <= UInt64(Int.max >> 8),
      unsynced <= first || unsynced == .max
    else {
      throw head.malformed("the numbers of a batch", "\(count) elements from \(first) in \(size) bytes")
    }
    (self.first, self.count) = (Int(first), Int(count))
    synced = unsynced == .max ? 0 : Int(first) - Int(unsynced)
    let start = cursor.origin + cursor.offset
    body = start..<start + Int(size)
  }

  /// Reads a head; `nil` if it is incomplete or damaged.
  ///
  /// - Parameters:
  ///   - data: The head.
  ///   - offset: The location of the head in the file.
  ///   - salt: The salt of the file.
  package init?(_ data: Data, at offset: Int, salt: UInt32) {
    let frame = unsafe data.withUnsafeBytes { bytes in
      var cursor = unsafe ByteCursor(bytes, origin: offset)
      return try? BatchFrame(&cursor, salt: salt, verifies: true)
    }
    guard let frame else { return nil }
    self = frame
  }

  /// Returns whether bytes are the body of the batch, unchanged since it was written.
  package func isBody(_ bytes: Data) -> Bool {
    guard bytes.count == body.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      (try? BatchBody(unsafe ByteCursor(bytes), verifies: true)) != nil
    }
  }

  /// Returns the error for a body that has changed since.
  ///
  /// - Parameter start: The number of the first element of the file.
  package func changed(from start: Int = 0) -> ArchiveError {
    ArchiveError(
      .damaged, expected: "the batch of elements \(start + first) to \(start + next - 1)",
      found: "other bytes than before", offset: range.lowerBound)
  }
}
