internal import PropertyLists

/// The objects of a property list, in file order. Each is noted in a few words (see ``ObjectNote``) and counted, so
/// that the size of the file is known before its first byte is written.
struct ListNotes {
  private(set) var words = WordBuffer()
  /// The number of objects.
  private(set) var count = 0
  /// The size in bytes of all objects, without references.
  private(set) var byteCount = 0
  /// The number of references in all objects.
  private(set) var referenceCount = 0

  /// Counts one object of `size` bytes and `references` references, and returns its number.
  @inline(__always)
  private mutating func number(size: Int, references: Int = 0) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: count)
    count &+= 1
    byteCount &+= size
    referenceCount &+= references
    return number
  }

  // MARK: Objects without references

  mutating func note(_ value: Bool) -> UInt32 { note(value ? 0x09 : 0x08, 0, size: 0) }

  mutating func note(integer value: Int64) -> UInt32 {
    let width = PlistInteger.width(value)
    return note(
      0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount), UInt64(bitPattern: value), size: width)
  }

  @inline(__always)
  mutating func note(_ number: StoredNumber) -> UInt32 {
    switch number {
    case .bool(let value): return note(value)
    case .signed(let value): return note(integer: value)
    case .unsigned(let value):
      if let value = Int64(exactly: value) { return note(integer: value) }
      // An integer above `Int64.max` takes sixteen bytes, of which the upper half is 0.
      return note(raw: [0x14] + [UInt8](repeating: 0, count: 8) + PlistInteger.bytes(value))
    case .float(let value): return note(0x22, UInt64(value.bitPattern), size: 4)
    case .double(let value): return note(value)
    }
  }

  @inline(__always)
  mutating func note(_ value: Double) -> UInt32 { note(0x23, value.bitPattern, size: 8) }

  /// Notes a marker and the lowest `size` bytes of `bits`, in big-endian order.
  @inline(__always)
  mutating func note(_ marker: UInt8, _ bits: UInt64, size: Int) -> UInt32 {
    let target = unsafe words.append(ObjectNote.bytes(1 &+ size), byteCount: 1 &+ size)
    // SAFETY: there is room for eight bytes more.
    unsafe target.storeBytes(of: marker, as: UInt8.self)
    unsafe (target + 1).storeBytes(of: (bits &<< UInt64(64 &- 8 &* size)).bigEndian, as: UInt64.self)
    return number(size: 1 &+ size)
  }

  mutating func note(string: String) -> UInt32 { note(ArchiveKey(string)) }

  mutating func note(_ string: ArchiveKey) -> UInt32 {
    if string.isASCII {
      var text = string.text
      return text.withUTF8 { unsafe note(0x50, count: $0.count, UnsafeRawBufferPointer($0)) }
    }
    let units = string.text.utf16.map(\.bigEndian)
    return unsafe units.withUnsafeBytes { unsafe note(0x60, count: units.count, $0) }
  }

  mutating func note(data: UnsafeRawBufferPointer) -> UInt32 { unsafe note(0x40, count: data.count, data) }

  /// Notes a marker with a count, and the bytes that follow it.
  @inline(__always)
  private mutating func note(_ marker: UInt8, count: Int, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let head = PlistMarker(marker, count: count)
    let size = head.size &+ bytes.count
    let target = unsafe words.append(ObjectNote.bytes(size), byteCount: size)
    // SAFETY: there is room for eight bytes more.
    unsafe target.storeBytes(of: head.bytes.bigEndian, as: UInt64.self)
    if let source = bytes.baseAddress {
      unsafe (target + head.size).copyMemory(from: source, byteCount: bytes.count)
    }
    return number(size: size)
  }

  /// Notes the final bytes of an object.
  mutating func note(raw bytes: [UInt8]) -> UInt32 {
    let target = unsafe words.append(ObjectNote.bytes(bytes.count), byteCount: bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    return number(size: bytes.count)
  }

  // MARK: Objects with references

  /// Notes an array of `count` references, taken from a buffer from `start` on.
  mutating func note(arrayOf references: WordBuffer, from start: Int, count: Int) -> UInt32 {
    words.append(ObjectNote.array(count))
    words.append(contentsOf: references, from: start, count: count)
    return number(size: PlistMarker.size(count), references: count)
  }

  /// Notes a dictionary of a shape. Its values are `count` references, taken from a buffer from `start` on.
  @inline(__always)
  mutating func note(shape: Int, _ values: WordBuffer, from start: Int, count: Int) -> UInt32 {
    words.append(ObjectNote.dictionary(shape))
    words.append(contentsOf: values, from: start, count: count)
    return number(size: PlistMarker.size(count), references: 2 &* count)
  }

  /// Notes a date: a dictionary of its seconds and its class, and these seconds as the next object.
  @inline(__always)
  mutating func note(dateWith shape: Int, class type: UInt32, _ seconds: Double) -> UInt32 {
    let target = unsafe words.append(ObjectNote.dictionary(shape), byteCount: 8)
    // SAFETY: the room is eight bytes, for two words.
    unsafe target.storeBytes(of: UInt32(truncatingIfNeeded: count &+ 1), as: UInt32.self)
    unsafe (target + 4).storeBytes(of: type, as: UInt32.self)
    let object = number(size: PlistMarker.size(2), references: 4)
    _ = note(seconds)
    return object
  }
}

/// The marker with a count that begins a string, data, an array or a dictionary.
struct PlistMarker {
  /// The bytes, the first one highest.
  let bytes: UInt64
  let size: Int

  /// - Parameter count: A count of 15 or more takes a separate integer, of up to four bytes.
  @inline(__always)
  init(_ marker: UInt8, count: Int) {
    if count < 15 {
      (bytes, size) = (UInt64(marker | UInt8(truncatingIfNeeded: count)) &<< 56, 1)
      return
    }
    let width = PlistInteger.width(Int64(count))
    let integer = UInt64(0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount))
    bytes = UInt64(marker | 0xF) &<< 56 | integer &<< 48 | UInt64(count) &<< UInt64(48 &- 8 &* width)
    size = 2 &+ width
  }

  @inline(__always)
  static func size(_ count: Int) -> Int { count < 15 ? 1 : 2 &+ PlistInteger.width(Int64(count)) }
}

/// The widths at which the binary property list stores integers.
enum PlistInteger {
  /// Returns the number of bytes for `value`: 1, 2 or 4 unsigned, otherwise 8 signed.
  @inline(__always)
  static func width(_ value: Int64) -> Int {
    if value < 0 || value > Int64(UInt32.max) { return 8 }
    return value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : 4
  }

  /// Returns the smallest number of bytes, from 1 to 8, that holds `value`.
  static func bytesNeeded(_ value: UInt64) -> Int { max(1, (71 - value.leadingZeroBitCount) / 8) }

  /// Returns the bytes of a number, in big-endian order.
  static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }
}

/// The notes that a writer takes for each object of the property list, in the order of object numbers.
///
/// A note is one word, with its kind in the lowest bits and an argument above, followed by the words that its kind
/// requires. An object that refers to no others is noted as its final bytes. References are words, since their size
/// in the file is not known yet: see ``PlistReference``.
enum ObjectNote {
  /// The final bytes of an object: their number, then the bytes, padded to whole words.
  static func bytes(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: count) &<< 1 }
  /// An array: the number of its elements, then the references to them.
  static func array(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: count) &<< 2 | 1 }
  /// A dictionary: the number of its shape, then the references to the values of the shape's keys.
  static func dictionary(_ shape: Int) -> UInt32 { UInt32(truncatingIfNeeded: shape) &<< 2 | 3 }

  /// The maximum number of objects in a list, so that each argument fits in a note.
  static let maximumCount = 1 << 30
}

/// A reference from one object of the property list to another: either directly, by its number among the noted
/// objects, or as a `CF$UID`, the archive's own reference into `$objects`.
enum PlistReference {
  static let uidFlag: UInt32 = 1 << 31
  /// The placeholder for an omitted field; never emitted.
  static let omitted: UInt32 = uidFlag - 1
  /// The `CF$UID` of `$objects[0]`, which is `"$null"`.
  static let null: UInt32 = uidFlag

  /// The string `"$null"`, which every writer notes first.
  static let nullString: UInt32 = 0

  static func uid(_ object: Int) -> UInt32 { UInt32(truncatingIfNeeded: object) | uidFlag }
  /// Returns the object that a `CF$UID` refers to.
  static func object(_ uid: UInt32) -> Int { Int(uid & ~uidFlag) }
}
