internal import ArchiveBytes
internal import Foundation

/// The objects of a property list, in the order of the file: each is noted in a few words (see ``TableOperation``), and
/// counted, so that the size of the file is known before a byte of it is written.
struct ListNotes {
  var words: WordBuffer
  /// The number of objects.
  private(set) var count = 0
  /// The size in bytes of all objects, without references.
  private(set) var byteCount = 0
  /// The number of references in all objects.
  private(set) var referenceCount = 0

  init(_ words: WordBuffer) { self.words = words }

  /// Counts one object of `size` bytes and `references` references, and returns its number.
  @inline(__always)
  mutating func number(size: Int, references: Int = 0) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: count)
    count &+= 1
    byteCount &+= size
    referenceCount &+= references
    return number
  }

  /// Returns the size of a marker with a count; a count of 15 or more takes a separate integer.
  @inline(__always)
  static func markerSize(_ count: Int) -> Int {
    count < 15 ? 1 : 2 + PlistInteger.width(Int64(count))
  }

  mutating func note(integer value: Int64) -> UInt32 {
    words.append(TableOperation.integer.rawValue, bits: UInt64(bitPattern: value))
    return number(size: 1 + PlistInteger.width(value))
  }

  mutating func note(string: String) -> UInt32 {
    var utf8 = string
    let reference = utf8.withUTF8 { bytes in
      unsafe UnsafeRawBufferPointer(bytes).isASCII ? note(ascii: bytes) : nil
    }
    return reference ?? note(utf16: string)
  }

  mutating func note(ascii bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    words.append(TableOperation.ascii.rawValue)
    words.append(UInt32(truncatingIfNeeded: bytes.count))
    unsafe words.append(bytes: UnsafeRawBufferPointer(bytes))
    return number(size: Self.markerSize(bytes.count) &+ bytes.count)
  }

  mutating func note(utf16 string: String) -> UInt32 {
    let units = string.utf16.map(\.bigEndian)
    words.append(TableOperation.utf16.rawValue)
    words.append(UInt32(truncatingIfNeeded: units.count))
    unsafe units.withUnsafeBytes { unsafe words.append(bytes: $0) }
    return number(size: Self.markerSize(units.count) + 2 * units.count)
  }

  mutating func note(data: UnsafeRawBufferPointer) -> UInt32 {
    words.append(TableOperation.data.rawValue)
    words.append(UInt32(truncatingIfNeeded: data.count))
    unsafe words.append(bytes: data)
    return number(size: Self.markerSize(data.count) + data.count)
  }

  /// Notes the lowest bytes of `bits`, up to eight, in big-endian order.
  mutating func note(raw bits: UInt64, size: Int) -> UInt32 {
    var bytes = (bits &<< UInt64(64 &- 8 &* size)).bigEndian
    words.append(TableOperation.raw.rawValue)
    words.append(UInt32(size))
    unsafe withUnsafeBytes(of: &bytes) {
      unsafe words.append(bytes: UnsafeRawBufferPointer(rebasing: $0[..<size]))
    }
    return number(size: size)
  }

  /// Notes bytes that are copied unchanged.
  mutating func note(raw bytes: [UInt8]) -> UInt32 {
    words.append(TableOperation.raw.rawValue)
    words.append(UInt32(truncatingIfNeeded: bytes.count))
    unsafe bytes.withUnsafeBytes { unsafe words.append(bytes: $0) }
    return number(size: bytes.count)
  }
}
