internal import CRuntime

/// The storage of native strings of 16 to 63 ASCII bytes: an object header of 16 bytes, the capacity with the zero byte
/// at the end, the string's first word, the bytes, and a zero byte. See `StringStorage.swift` in the Swift repository.
///
/// Making the object here saves a search for its class, a validation and two calls for each string. ``found`` checks
/// the layout once; if it differs, strings are made by their own initializers.
@safe
struct StringStorage: @unchecked Sendable {
  // Sendable: the class is never freed or changed.
  /// The class of the storage.
  private let metadata: UnsafeRawPointer
  /// The first word of such a string, without its count.
  private let flags: UInt64

  /// The counts of bytes for which storage is made. A shorter string has none, and the storage of a longer one also has
  /// a place for breadcrumbs.
  static let counts = 16..<64
  /// The offsets of the capacity, the string's first word and its bytes.
  private static let (capacityOffset, wordOffset, header) = (16, 24, 32)
  private static let countMask: UInt64 = 0xFFFF_FFFF_FFFF

  /// The storage of this process's strings; `nil` if it has another layout.
  static let found: StringStorage? = {
    guard StringLayout.isKnown, let storage = StringStorage(sampleCount: 20) else { return nil }
    return counts.allSatisfy { storage.isRight(count: $0) } ? storage : nil
  }()

  /// Takes the class and the flags from a string of the library's own making.
  private init?(sampleCount: Int) {
    guard !ArrayFactory.areClassesSigned else { return nil }
    let sample = Self.sample(sampleCount)
    let words = unsafe withUnsafePointer(to: sample) { unsafe StringLayout.words(at: UnsafeRawPointer($0)) }
    // The object's address has no flags.
    guard words.second >> 56 == 0, let native = unsafe words.native, unsafe native.count == sampleCount else {
      return nil
    }
    let object = unsafe native.address - Self.header
    // SAFETY: a native string's object begins with its class. Classes are never freed.
    unsafe metadata = withExtendedLifetime(sample) { unsafe object.load(as: UnsafeRawPointer.self) }
    flags = words.first & ~Self.countMask
  }

  /// Returns a string that is made while the program runs, so it has storage of its own.
  private static func sample(_ count: Int) -> String {
    String(decoding: (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }, as: UTF8.self)
  }

  /// Returns whether strings of a count have this storage, and whether a string that is made here behaves like one.
  private func isRight(count: Int) -> Bool {
    let sample = Self.sample(count)
    let isExpected = unsafe withUnsafePointer(to: sample) { pointer in
      let words = unsafe StringLayout.words(at: UnsafeRawPointer(pointer))
      guard words.second >> 56 == 0, let native = unsafe words.native, unsafe native.count == count else {
        return false
      }
      let object = unsafe native.address - Self.header
      let capacity = unsafe object.load(fromByteOffset: Self.capacityOffset, as: UInt64.self) & Self.countMask
      return unsafe object.load(as: UnsafeRawPointer.self) == metadata
        && words.first == flags | UInt64(count)
        && object.load(fromByteOffset: Self.wordOffset, as: UInt64.self) == words.first
        && capacity > UInt64(count) && native.address.load(fromByteOffset: count, as: UInt8.self) == 0
    }
    guard isExpected else { return false }
    // Makes, compares, copies, changes and frees a string.
    var made = ""
    unsafe sample.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe withUnsafeMutablePointer(to: &made) { pointer in
        unsafe make(UnsafeRawPointer(bytes.baseAddress!), count, at: UnsafeMutableRawPointer(pointer))
      }
    }
    let copy = made
    made += "\u{1F600}"
    for _ in 0..<Self.counts.upperBound { made.append("b") }
    return copy == sample && copy.hashValue == sample.hashValue && copy.utf16.count == count
      && Array(copy.utf8) == Array(sample.utf8) && made.utf8.count == count + 4 + Self.counts.upperBound
      && made.hasPrefix(sample) && made.utf16.count == count + 2 + Self.counts.upperBound
  }

  /// Makes a string of ASCII bytes at an address. What was there is not destroyed.
  ///
  /// - Parameter count: One of ``counts``.
  @inline(__always)
  func make(_ bytes: UnsafeRawPointer, _ count: Int, at target: UnsafeMutableRawPointer) {
    // The capacity fills what the system's allocator gives for such an object. Up to 64 there are no breadcrumbs, even
    // if the string grows in place.
    let capacity = min((count &+ 8) & -16 &+ 8, Self.counts.upperBound)
    let object = unsafe swift_allocObject(metadata, Self.header &+ capacity, 7)
    let word = flags | UInt64(truncatingIfNeeded: count)
    unsafe object.storeBytes(of: UInt64(truncatingIfNeeded: capacity), toByteOffset: 16, as: UInt64.self)
    unsafe object.storeBytes(of: word, toByteOffset: Self.wordOffset, as: UInt64.self)
    let place = unsafe object + Self.header
    // SAFETY: there are at least 16 bytes, so blocks of 16 stay inside both. The last one may overlap the one before.
    unsafe place.copyMemory(from: bytes, byteCount: 16)
    if count > 32 { unsafe (place + 16).copyMemory(from: bytes + 16, byteCount: 16) }
    if count > 48 { unsafe (place + 32).copyMemory(from: bytes + 32, byteCount: 16) }
    unsafe (place + (count &- 16)).copyMemory(from: bytes + (count &- 16), byteCount: 16)
    // SAFETY: the capacity is greater than the count.
    unsafe place.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    unsafe target.storeBytes(of: word, as: UInt64.self)
    unsafe target.storeBytes(of: object, toByteOffset: 8, as: UnsafeMutableRawPointer.self)
  }
}
