internal import ArchiveBytes

/// A position in the bytes of an archive. It moves as bytes are read, and never past their end.
@safe
struct ByteCursor {
  /// The address of the archive's first byte. The archive outlives the cursor.
  let start: UnsafeRawPointer
  /// The offset of the next byte.
  private(set) var offset: Int
  /// The offset of the end.
  private(set) var end: Int
  /// The number that errors add to the offset: 0 in an archive, and the offset of a batch in its decompressed bytes.
  let origin: Int

  init(_ bytes: UnsafeRawBufferPointer, origin: Int = 0) {
    // An empty buffer may have no address; nothing is ever read from it.
    unsafe start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
    offset = 0
    end = bytes.count
    self.origin = origin
  }

  /// Creates a cursor for the bytes from `offset` to `end` of the same archive; they must be inside the bytes of
  /// `other`.
  private init(_ other: ByteCursor, offset: Int, end: Int) {
    unsafe start = other.start
    self.offset = offset
    self.end = end
    origin = other.origin
  }

  var remaining: Int { end - offset }
  var isAtEnd: Bool { offset == end }

  /// The address of the next byte.
  var pointer: UnsafeRawPointer { unsafe start + offset }
  /// The remaining bytes.
  // SAFETY: they are inside the archive.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: pointer, count: remaining) }

  mutating func readByte() throws -> UInt8 {
    guard offset < end else { throw truncated(1) }
    // SAFETY: the guard above checked that the byte is there.
    let byte = unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    return byte
  }

  /// Reads a number of up to 64 bits, seven in each byte, lowest first.
  mutating func readVarint() throws -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try readByte()
      if shift == 63, byte > 1 { throw malformed("a number of 64 bits", "more bits") }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
      if shift > 63 { throw malformed("a number of 64 bits", "more bits") }
    }
  }

  /// Reads a count; it always fits an `Int`.
  mutating func readCount() throws -> Int {
    let number = try readVarint()
    guard number <= UInt64(Int.max >> 8) else { throw malformed("a count", "\(number)") }
    return Int(number)
  }

  mutating func readName() throws -> String {
    let count = try readCount()
    let bytes = try unsafe readBytes(count)
    // SAFETY: `readBytes` checked that `count` bytes are there.
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    guard let name = unsafe String(validUTF8: buffer) else {
      throw malformed("a name in UTF-8", "invalid UTF-8")
    }
    return name
  }

  /// Skips `count` bytes, and returns the address of the first.
  mutating func readBytes(_ count: Int) throws -> UnsafeRawPointer {
    guard count >= 0, count <= end - offset else { throw truncated(count) }
    defer { offset += count }
    return unsafe start + offset
  }

  /// Skips `count` bytes, and returns a cursor for them.
  mutating func readPart(_ count: Int) throws -> ByteCursor {
    let first = offset
    _ = unsafe try readBytes(count)
    return ByteCursor(self, offset: first, end: first + count)
  }

  /// Reads bytes at the end, and returns a cursor for them.
  mutating func readLast(_ count: Int) throws -> ByteCursor {
    guard count <= remaining else { throw malformed("\(count) more bytes before the end", "\(remaining)") }
    defer { end -= count }
    return ByteCursor(self, offset: end - count, end: end)
  }

  /// Reads the next byte, or returns `nil` at the end.
  @inline(__always)
  mutating func readIfPresent() -> UInt8? {
    guard offset < end else { return nil }
    defer { offset += 1 }
    // SAFETY: the guard above checked that the byte is there.
    return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns a cursor `count` bytes further on, or at the end if there are fewer.
  func dropping(_ count: Int) -> ByteCursor { ByteCursor(self, offset: min(offset + count, end), end: end) }

  /// Returns a cursor for the next `count` bytes, or for all if there are fewer.
  func prefix(_ count: Int) -> ByteCursor { ByteCursor(self, offset: offset, end: min(offset + count, end)) }

  /// Returns a cursor for a range of the archive's bytes.
  func part(_ range: Range<Int>) throws -> ByteCursor {
    guard range.lowerBound >= 0, range.upperBound <= end else { throw truncated(range.upperBound) }
    return ByteCursor(self, offset: range.lowerBound, end: range.upperBound)
  }

  // MARK: Errors

  @inline(never)
  func truncated(_ count: Int) -> ArchiveError {
    ArchiveError(
      .truncated, expected: "\(count) more bytes", found: "\(end - offset)", offset: origin + offset,
      advice: .detectFormat(expected: "a column archive")
    )
  }

  @inline(never)
  func malformed(_ expected: String, _ found: String) -> ArchiveError {
    ArchiveError(.malformed, expected: expected, found: found, offset: origin + offset)
  }
}

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

extension UnsafeRawPointer {
  /// Loads a number that is stored lowest byte first, at any address. All its bytes must be there.
  @inline(__always)
  func loadLittleEndian<Number: FixedWidthInteger>(fromByteOffset offset: Int = 0, as type: Number.Type)
    -> Number
  {
    unsafe Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
