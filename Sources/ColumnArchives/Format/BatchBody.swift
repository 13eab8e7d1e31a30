internal import ArchiveBytes

// A body holds the columns of a value or of a batch:
//   the columns, and the instances they refer to
//   the trailer, if there is one, and its size in 4 bytes
//   a byte        1 if there is a trailer, otherwise 0
//   4 bytes       the checksum of all bytes of the body before it

/// The parts of a body.
struct BatchBody {
  /// The columns, and the instances they refer to.
  let columns: ByteCursor
  /// The directory of the columns, if there is one.
  let trailer: ByteCursor?
  /// The bytes that have a checksum.
  private let summed: ByteCursor
  /// The checksum that they had when they were written.
  private let checksum: UInt32

  /// The number of bytes after the columns of a body without a trailer.
  static let endByteCount = 5

  /// Finds the parts of a body.
  ///
  /// - Parameter verifies: Whether to check the body's checksum. If not, ``check(_:)`` can do so later.
  init(_ body: ByteCursor, verifies: Bool) throws {
    let first = body.offset
    guard body.remaining >= Self.endByteCount else { throw body.truncated(Self.endByteCount) }
    var end = try body.part(body.end - Self.endByteCount..<body.end)
    let hasTrailer = try end.readByte()
    checksum = try end.readNumber(as: UInt32.self)
    summed = try body.part(first..<body.end - 4)
    if verifies { try summed.check(checksum, of: Self.content) }
    let last = body.end - Self.endByteCount
    switch hasTrailer {
    case 0:
      columns = try body.part(first..<last)
      trailer = nil
    case 1:
      guard last - first >= 4 else { throw end.malformed("the size of a trailer", "too few bytes") }
      var size = try body.part(last - 4..<last)
      let count = Int(clamping: try size.readNumber(as: UInt32.self))
      guard count <= last - 4 - first else {
        throw size.malformed("a trailer within the body", "a longer one")
      }
      columns = try body.part(first..<last - 4 - count)
      trailer = try body.part(last - 4 - count..<last - 4)
    default:
      throw end.malformed("a trailer or none: 0 or 1", "the byte \(hasTrailer)")
    }
  }

  private static let content = "the columns"

  /// Throws unless the body has its checksum.
  ///
  /// - Parameter known: The checksums of parts of the archive that were copied.
  func check(_ known: PartialChecksums) throws {
    try summed.check(checksum, of: Self.content, known)
  }
}
