internal import ArchiveBytes

/// The last 32 bytes of a binary property list: the position of the offset table, and the widths of numbers.
///
/// The list normally ends where the file does. Zero bytes and white space may follow: programs pad a list to records of
/// even length or to blocks, and editors add a line feed. Other bytes behind the list are an error, since they may be
/// the important part of the file, such as a second list.
struct PlistTrailer {
  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  /// The offset of the offset table.
  let table: Int
  /// The offset at which the trailer and the list end.
  let end: Int

  static let size = 32
  /// The size of the smallest list: a header, an object, its offset and the trailer.
  static let smallestList = BinaryPlist.headerSize + 1 + 1 + size

  /// Finds the trailer in the bytes of a file, which is at least as large as the smallest list.
  static func find(in bytes: UnsafeRawBufferPointer) throws -> PlistTrailer {
    do {
      return try unsafe PlistTrailer(bytes, end: bytes.count)
    } catch {
      guard let trailer = unsafe beforePadding(bytes) else {
        throw unsafe beforeOtherBytes(bytes) ?? error
      }
      return trailer
    }
  }

  /// Reads the trailer that ends at an offset, and checks that the numbers in it are possible.
  @inline(__always)
  private init(_ bytes: UnsafeRawBufferPointer, end: Int) throws {
    let start = end - Self.size
    // SAFETY: `end` is at least the size of the smallest list and at most the size of the file.
    func word(_ offset: Int) -> UInt64 {
      UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self))
    }
    let (offsetSize, referenceSize) = unsafe (Int(bytes[start + 6]), Int(bytes[start + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      // A truncated file does not end with a trailer; these two checks detect it.
      throw ArchiveError(
        .truncated, expected: "the trailer of a binary property list in the last 32 bytes",
        found: "other bytes", offset: start, advice: "The file is cut off or damaged.")
    }
    let (objects, top, table) = (word(8), word(16), word(24))
    guard table >= 9, table < UInt64(start) else {
      throw BinaryPlist.malformed(
        .malformed, "an offset table inside the file", "one at \(table)", at: start + 24)
    }
    let room = (UInt64(start) - table) / UInt64(offsetSize)
    guard objects >= 1, objects <= room else {
      throw BinaryPlist.malformed(
        .malformed, "an offset table for at most \(room) objects", "one for \(objects)", at: start + 8)
    }
    guard top < objects else {
      throw BinaryPlist.malformed(
        .malformed, "a top object below \(objects)", "object \(top)", at: start + 16)
    }
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.table = Int(table)
    self.end = end
    (objectCount, topObject) = (Int(objects), Int(top))
  }

  // MARK: Bytes behind the list

  /// Whether the offset table ends where the trailer begins, as in every completely written list. Other bytes hardly
  /// ever look like such a trailer.
  private var isExact: Bool { table + objectCount * offsetSize + Self.size == end }

  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the trailer before the padding at the end; `nil` if there is none.
  ///
  /// A trailer may itself end with bytes that look like padding. But its reference width does not look like padding,
  /// and 24 bytes follow it. So there are at most 25 places to try.
  @inline(never)
  private static func beforePadding(_ bytes: UnsafeRawBufferPointer) -> PlistTrailer? {
    guard let last = unsafe bytes.lastIndex(where: { !isPadding($0) }), last < bytes.count - 1 else {
      return nil
    }
    for end in last + 1...last + 25 where end >= smallestList && end < bytes.count {
      if let trailer = try? unsafe PlistTrailer(bytes, end: end), trailer.isExact { return trailer }
    }
    return nil
  }

  /// Returns the error for a complete list with other bytes behind it; `nil` if the bytes do not begin with a list.
  @inline(never)
  private static func beforeOtherBytes(_ bytes: UnsafeRawBufferPointer) -> ArchiveError? {
    for end in smallestList..<bytes.count {
      // Nearly all places have invalid widths, so this reads each byte about once.
      guard unsafe (1...8).contains(bytes[end - 25]), unsafe (1...8).contains(bytes[end - 26]),
        let trailer = try? unsafe PlistTrailer(bytes, end: end), trailer.isExact
      else { continue }
      return ArchiveError(
        .malformed, expected: "only zeros and white space behind the property list, which ends here",
        found: bytes.count - end == 1 ? "1 other byte" : "\(bytes.count - end) other bytes", offset: end,
        advice: "If they do not matter, cut the file off after its first \(end) bytes.")
    }
    return nil
  }
}
