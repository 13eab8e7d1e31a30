// A body contains the columns of a value or of a batch:
//   the columns, and the instances they refer to; compressed or not
//   the trailer, if there is one, and its size in 4 bytes
//   8 bytes       the size of the columns and the instances before compression, if they are compressed
//   a byte        the flags: see BatchBody.Flags
//   4 bytes       the checksum of all bytes of the body before it

/// The parts of a body.
struct BatchBody {
  /// The columns, and the instances they refer to, as they are stored.
  let stored: ByteCursor
  /// Their number of bytes before compression; `nil` if they are not compressed.
  let decompressedByteCount: Int?
  /// The directory of the columns, if there is one. It is not compressed.
  let trailer: ByteCursor?
  /// The bytes that the checksum covers.
  private let summed: ByteCursor
  /// Their checksum when they were written.
  private let checksum: UInt32
  /// Whether the checksum was compared.
  let isVerified: Bool

  /// The last byte before the checksum.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let trailer = Flags(rawValue: 1)
    static let zlib = Flags(rawValue: 2)
  }

  /// Finds the parts of a body.
  ///
  /// - Parameter verifies: Whether to check the body's checksum. If not, ``check(_:)`` can do so later.
  init(_ body: ByteCursor, verifies: Bool) throws {
    var rest = body
    checksum = try rest.readLastNumber(as: UInt32.self)
    (summed, isVerified) = (rest, verifies)
    if verifies { try summed.check(checksum, of: Self.content) }
    let flags = Flags(rawValue: try rest.readLastNumber(as: UInt8.self))
    guard flags.isSubset(of: [.trailer, .zlib]) else {
      throw rest.malformed("the flags of a body", "the byte \(flags.rawValue)")
    }
    decompressedByteCount =
      flags.contains(.zlib) ? Int(clamping: try rest.readLastNumber(as: UInt64.self)) : nil
    if let count = decompressedByteCount {
      // The highest density of zlib is 258 equal bytes in two bits. Columns without bytes are not compressed.
      guard count > 0, (count - 1) >> 11 < rest.remaining else {
        throw rest.malformed("a size of \(rest.remaining) compressed bytes", "\(count)")
      }
    }
    trailer =
      flags.contains(.trailer) ? try rest.readLast(Int(try rest.readLastNumber(as: UInt32.self))) : nil
    stored = rest
  }

  private static let content = "the columns"

  /// Throws unless the body matches its checksum.
  ///
  /// - Parameter known: The checksums of parts of the archive that were copied.
  func check(_ known: PartialChecksums) throws {
    try summed.check(checksum, of: Self.content, known)
  }

  /// The location of the columns, in the archive or in the decompressed bytes.
  var columnRange: Range<Int> { decompressedByteCount.map { 0..<$0 } ?? stored.offset..<stored.end }
}
