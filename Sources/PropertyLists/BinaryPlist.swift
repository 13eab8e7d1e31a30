package import ArchiveBytes
package import Foundation

/// A binary property list (`bplist00`), read in place: it finds objects by number and reads them one at a time.
///
/// `init` checks the trailer (``PlistTrailer``) and the position of the offset table. This gives two guarantees that the
/// loads below rely on: an object number below `objectCount` has an entry in the table, and every position below
/// `contentEnd` is followed by at least 32 more bytes (the trailer).
@safe
@usableFromInline
package final class BinaryPlist: @unchecked Sendable {
  // Sendable: the bytes do not change. The creator of a `BinaryPlist` keeps them in place while it is used. It does
  // not retain them, because every copy would then cost a retain, and there are many loads.
  @usableFromInline package let base: UnsafeRawPointer
  /// The size of the list: the file's size without the padding behind the list.
  @usableFromInline package let count: Int
  /// The number of bytes behind the list, which are zeros and white space.
  package let paddingCount: Int
  /// The offset at which the content ends and the offset table begins.
  @usableFromInline package let contentEnd: Int
  @usableFromInline package let offsetSize: Int
  @usableFromInline package let referenceSize: Int
  /// The shift that reduces eight loaded bytes to an offset or a reference.
  @usableFromInline let offsetShift: UInt64
  @usableFromInline let referenceShift: UInt64
  @usableFromInline package let objectCount: Int
  @usableFromInline package let topObject: Int

  /// The first bytes of every supported version of the format.
  package static let mark = "bplist0"
  private static let markBits = mark.utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  package static let headerSize = 8

  package init(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= PlistTrailer.smallestList else {
      throw Self.malformed(
        .truncated, "a binary property list of at least \(PlistTrailer.smallestList) bytes",
        "\(bytes.count) bytes", at: 0)
    }
    let mark = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) >> 8
    guard mark == Self.markBits else {
      throw Self.malformed(.malformed, "the header “bplist00”", "other bytes", at: 0)
    }
    let trailer = try unsafe PlistTrailer.find(in: bytes)
    count = trailer.end
    paddingCount = bytes.count - trailer.end
    unsafe self.base = bytes.baseAddress!
    self.contentEnd = trailer.table
    self.offsetSize = trailer.offsetSize
    self.referenceSize = trailer.referenceSize
    self.offsetShift = UInt64(64 - 8 * trailer.offsetSize)
    self.referenceShift = UInt64(64 - 8 * trailer.referenceSize)
    self.objectCount = trailer.objectCount
    self.topObject = trailer.topObject
  }

  @inline(never)
  package static func malformed(
    _ code: ArchiveError.Code, _ expected: String, _ found: String, at offset: Int
  ) -> ArchiveError {
    ArchiveError(
      code, expected: expected, found: found, offset: offset, advice: adviceForArchives)
  }

  /// The advice of errors that have no better one.
  package static let adviceForArchives = ArchiveError.Advice.detectFormat(expected: "a keyed archive")

  // MARK: Loads

  /// The byte at a position below `contentEnd`.
  @inlinable @inline(__always)
  package func byte(at position: Int) -> UInt8 {
    assert(position >= 0 && position < contentEnd)
    return unsafe base.load(fromByteOffset: position, as: UInt8.self)
  }

  /// The big-endian number of `size` bytes, 1 to 8, at a position below the trailer.
  ///
  /// SAFETY: loads eight bytes, which the trailer keeps inside the file. Callers check the position.
  @inlinable @inline(__always)
  package func number(at position: Int, size: Int) -> UInt64 {
    word(at: position) &>> UInt64(64 &- 8 &* size)
  }

  @inlinable @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(bigEndian: unsafe base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Returns the offset of the object with this number, which must be below `objectCount`.
  @inlinable @inline(__always)
  package func offset(of object: Int) throws -> Int {
    let offset = word(at: contentEnd &+ object &* offsetSize) &>> offsetShift
    guard offset >= 8, offset < UInt64(contentEnd) else { throw badOffset(offset, of: object) }
    return Int(offset)
  }

  @usableFromInline @inline(never)
  func badOffset(_ offset: UInt64, of object: Int) -> any Error {
    Self.malformed(
      .malformed, "object \(object) between bytes 8 and \(contentEnd)", "byte \(offset)",
      at: contentEnd + object * offsetSize)
  }

  /// Returns the object number at a position whose bytes are inside the content.
  @inlinable @inline(__always)
  package func reference(at position: Int) throws -> Int {
    let reference = word(at: position) &>> referenceShift
    guard reference < UInt64(objectCount) else { throw badReference(reference, at: position) }
    return Int(reference)
  }

  @usableFromInline @inline(never)
  func badReference(_ reference: UInt64, at position: Int) -> any Error {
    Self.malformed(.malformed, "an object below \(objectCount)", "object \(reference)", at: position)
  }

  // MARK: Objects

  /// The kinds of object, by the high half of their marker.
  @usableFromInline package enum Kind {
    @inlinable package static var simple: UInt8 { 0x0 }
    @inlinable package static var integer: UInt8 { 0x1 }
    @inlinable package static var real: UInt8 { 0x2 }
    @inlinable package static var date: UInt8 { 0x3 }
    @inlinable package static var data: UInt8 { 0x4 }
    @inlinable package static var ascii: UInt8 { 0x5 }
    @inlinable package static var utf16: UInt8 { 0x6 }
    @inlinable package static var uid: UInt8 { 0x8 }
    @inlinable package static var array: UInt8 { 0xA }
    @inlinable package static var dictionary: UInt8 { 0xD }
    /// Kinds that keyed archives do not use.
    @inlinable package static var utf8: UInt8 { 0x7 }
    @inlinable package static var orderedSet: UInt8 { 0xB }
    @inlinable package static var set: UInt8 { 0xC }
  }

  /// The kind of the object at an offset.
  @inlinable @inline(__always)
  package func kind(at offset: Int) -> UInt8 { byte(at: offset) &>> 4 }

  /// Returns the count of an object's elements of `width` bytes, and their offset. All of them are inside the
  /// content.
  @inlinable @inline(__always)
  package func counted(at offset: Int, width: Int) throws -> (count: Int, start: Int) {
    let low = Int(byte(at: offset) & 0xF)
    if low < 15 {
      guard low &* width <= contentEnd &- offset &- 1 else { throw overrun(at: offset) }
      return (low, offset &+ 1)
    }
    return try longCounted(at: offset, width: width)
  }

  @usableFromInline @inline(never)
  func longCounted(at offset: Int, width: Int) throws -> (count: Int, start: Int) {
    guard offset + 1 < contentEnd, kind(at: offset + 1) == Kind.integer, byte(at: offset + 1) & 0xF <= 3
    else {
      throw Self.malformed(.malformed, "a count", "another object", at: offset + 1)
    }
    let size = 1 << Int(byte(at: offset + 1) & 0xF)
    let start = offset + 2 + size
    guard start <= contentEnd else { throw overrun(at: offset) }
    let count = number(at: offset + 2, size: size)
    guard count <= UInt64((contentEnd - start) / width) else { throw overrun(at: offset) }
    return (Int(count), start)
  }

  @usableFromInline @inline(never)
  func overrun(at offset: Int) -> any Error {
    Self.malformed(.truncated, "an object that ends before byte \(contentEnd)", "a longer one", at: offset)
  }

  /// Returns the value of a `CF$UID` at an offset; `nil` if it does not fit in 63 bits and so cannot name an object.
  @inlinable @inline(__always)
  package func uid(at offset: Int) throws -> Int? {
    let size = Int(byte(at: offset) & 0xF) &+ 1
    guard size <= 8, size <= contentEnd &- offset &- 1 else { throw badUID(at: offset) }
    return Int(exactly: number(at: offset &+ 1, size: size))
  }

  @usableFromInline @inline(never)
  func badUID(at offset: Int) -> any Error {
    Self.malformed(.malformed, "a UID of 1 to 8 bytes", "a longer or unfinished one", at: offset)
  }

  /// Returns the number at an offset, or `nil` if the object there is not a number.
  package func number(at offset: Int) throws -> StoredNumber? {
    let marker = byte(at: offset)
    let size = 1 << Int(marker & 0xF)
    switch marker {
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    case 0x10...0x14:
      guard size <= contentEnd - offset - 1 else { throw overrun(at: offset) }
      if size == 16 {
        let (high, low) = (number(at: offset + 1, size: 8), number(at: offset + 9, size: 8))
        if high == 0 { return .unsigned(low) }
        if high == .max, low >> 63 == 1 { return .signed(Int64(bitPattern: low)) }
        throw tooWide(at: offset)
      }
      // Integers of up to four bytes are unsigned, and integers of eight bytes are signed.
      return .signed(Int64(bitPattern: number(at: offset + 1, size: size)))
    case 0x22, 0x23:
      guard size <= contentEnd - offset - 1 else { throw overrun(at: offset) }
      let bits = number(at: offset + 1, size: size)
      return size == 4
        ? .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : .double(Double(bitPattern: bits))
    default: return nil
    }
  }

  /// Returns the two halves of an integer of more than 64 bits; `nil` for any other object.
  package func wideInteger(at offset: Int) -> (high: UInt64, low: UInt64)? {
    guard byte(at: offset) == 0x14, contentEnd - offset > 16 else { return nil }
    let (high, low) = (number(at: offset + 1, size: 8), number(at: offset + 9, size: 8))
    return high == 0 || high == .max && low >> 63 == 1 ? nil : (high, low)
  }

  @usableFromInline @inline(never)
  func tooWide(at offset: Int) -> any Error {
    ArchiveError(
      .invalidValue, expected: "an integer of at most 64 bits", found: "a larger one", offset: offset)
  }

  /// Returns the date object at an offset; `nil` for any other object.
  package func date(at offset: Int) -> Date? {
    guard byte(at: offset) == 0x33, offset &+ 9 <= contentEnd else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(bitPattern: number(at: offset &+ 1, size: 8)))
  }

  /// Returns the bytes from `start` on, which `counted(at:width:)` has checked.
  @inlinable @inline(__always)
  package func bytes(from start: Int, count: Int) -> UnsafeRawBufferPointer {
    assert(start >= 0 && count >= 0 && count <= contentEnd - start)
    return unsafe UnsafeRawBufferPointer(start: base + start, count: count)
  }

  /// Returns the string at an offset, or `nil` if the object there is not a string.
  package func string(at offset: Int) throws -> String? {
    switch kind(at: offset) {
    case Kind.ascii:
      let (count, start) = try counted(at: offset, width: 1)
      let bytes = unsafe bytes(from: start, count: count)
      // Adds up the bits of all bytes, which takes less time than to look for the first byte beyond ASCII.
      guard unsafe bytes.reduce(0, |) < 0x80 else { return try unsafe utf8String(at: offset, bytes) }
      return unsafe String(decoding: bytes, as: UTF8.self)
    case Kind.utf16:
      return try utf16String(at: offset)
    default: return nil
    }
  }

  /// Returns whether the object at an offset is a string of these bytes in UTF-8. Usually no string is created.
  package func isString(_ text: String, at offset: Int) -> Bool {
    switch kind(at: offset) {
    case Kind.ascii:
      guard let (count, start) = try? counted(at: offset, width: 1), count == text.utf8.count else {
        return false
      }
      var text = text
      // SAFETY: both have `count` bytes; `counted(at:width:)` has checked the list's.
      return text.withUTF8 { unsafe count == 0 || memcmp($0.baseAddress!, base + start, count) == 0 }
    case Kind.utf16:
      guard let count = try? counted(at: offset, width: 2).count, count <= text.utf8.count else {
        return false
      }
      return (try? utf16String(at: offset))?.hasSameBytes(as: text) ?? false
    default: return false
    }
  }

  /// Returns a string that is marked as ASCII but is not; some writers store UTF-8 this way.
  @usableFromInline @inline(never)
  func utf8String(at offset: Int, _ bytes: UnsafeRawBufferPointer) throws -> String {
    guard let string = unsafe String(validUTF8: bytes) else { throw badString(at: offset) }
    return string
  }

  @usableFromInline @inline(never)
  func utf16String(at offset: Int) throws -> String {
    guard let string = String(validUTF16: try utf16Units(at: offset)) else { throw badString(at: offset) }
    return string
  }

  /// Returns the code units of the UTF-16 string at an offset, valid or not.
  package func utf16Units(at offset: Int) throws -> [UInt16] {
    let (count, start) = try counted(at: offset, width: 2)
    return (0..<count).map { UInt16(truncatingIfNeeded: number(at: start + 2 * $0, size: 2)) }
  }

  @usableFromInline @inline(never)
  func badString(at offset: Int) -> any Error {
    Self.malformed(.malformed, "a string of valid characters", "other bytes", at: offset)
  }

  /// Describes the object at an offset, for error messages.
  package func describe(at offset: Int) -> String {
    switch kind(at: offset) {
    case Kind.simple:
      byte(at: offset) == 0x08 ? "false" : byte(at: offset) == 0x09 ? "true" : "an empty object"
    case Kind.integer: "an integer"
    case Kind.real: "a real number"
    case Kind.date: "a plain date"
    case Kind.data: "data"
    case Kind.ascii, Kind.utf16: "a string"
    case Kind.uid: "a reference"
    case Kind.array: "a plain array"
    case Kind.dictionary: "an object"
    default: "a marker that is not defined"
    }
  }
}
