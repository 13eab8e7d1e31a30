internal import ArchiveBytes
internal import Foundation

/// The objects of a property list, in the order of the file: each is noted in a few words (see ``TableOperation``), and
/// counted, so that the size of the file is known before a byte of it is written.
struct ListNotes {
  var words = WordBuffer(capacity: 4096)
  /// The notes before these, if there are too many for the memory.
  private var earlier: ScratchFile?

  /// The number of words from which on they are set aside.
  var mostWordsInMemory = Int.max

  /// The number of words that an archive which is written in pieces holds: 32 MB.
  static let wordsOfPieces = 8 << 20
  /// The number of objects.
  private(set) var count = 0
  /// The size in bytes of all objects, without references.
  private(set) var byteCount = 0
  /// The number of references in all objects.
  private(set) var referenceCount = 0

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

  /// Notes bytes that are copied unchanged.
  mutating func note(raw bytes: [UInt8]) -> UInt32 {
    words.append(TableOperation.raw.rawValue)
    words.append(UInt32(truncatingIfNeeded: bytes.count))
    unsafe bytes.withUnsafeBytes { unsafe words.append(bytes: $0) }
    return number(size: bytes.count)
  }

  /// Moves the notes from the memory to a file. Positions in ``words`` begin at 0 again.
  mutating func setAside() throws {
    let file = try earlier ?? ScratchFile()
    earlier = file
    try unsafe words.withWords { try unsafe file.append(UnsafeRawBufferPointer($0)) }
    words.count = 0
  }

  /// Whether memory holds all notes.
  var isInMemory: Bool { earlier == nil }

  /// Calls `body` with all notes in their order, part by part. No note is divided.
  func forEachPart(_ body: (UnsafeBufferPointer<UInt32>) throws -> Void) throws {
    try earlier?.forEachPart { part in
      try unsafe part.withUnsafeBytes { try unsafe body($0.bindMemory(to: UInt32.self)) }
    }
    try unsafe words.withWords(body)
  }

  /// Forgets all objects, and keeps the memory.
  mutating func removeAll() {
    words.count = 0
    (count, byteCount, referenceCount) = (0, 0, 0)
  }
}
