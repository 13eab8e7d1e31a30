internal import ArchiveBytes

// Numbers of a fixed size, and checksums.

extension ByteCursor {
  /// Reads a number in the size of its type, lowest byte first.
  mutating func readNumber<Number: FixedWidthInteger>(as type: Number.Type) throws -> Number {
    let bytes = unsafe try readBytes(MemoryLayout<Number>.size)
    // SAFETY: `readBytes` checked that the bytes are there.
    return unsafe bytes.loadLittleEndian(as: Number.self)
  }

  /// Reads a number at the end, in the size of its type, lowest byte first.
  mutating func readLastNumber<Number: FixedWidthInteger>(as type: Number.Type) throws -> Number {
    var bytes = try readLast(MemoryLayout<Number>.size)
    return try bytes.readNumber(as: type)
  }

  /// Returns the checksum of the remaining bytes.
  var checksum: UInt32 { checksum(PartialChecksums()) }

  /// Returns the checksum of the remaining bytes.
  ///
  /// - Parameter known: The checksums of parts of the archive.
  func checksum(_ known: PartialChecksums) -> UInt32 {
    unsafe known.checksum(of: bytes, at: offset)
  }

  /// Throws unless the remaining bytes have a checksum.
  func check(_ expected: UInt32, of what: String, _ known: PartialChecksums = PartialChecksums()) throws {
    guard checksum(known) != expected else { return }
    throw ArchiveError(
      .damaged, expected: "\(what) as they were written", found: "bytes with another checksum",
      offset: origin + offset,
      advice: "The archive was changed or damaged after it was written. Read it from another copy.")
  }
}
