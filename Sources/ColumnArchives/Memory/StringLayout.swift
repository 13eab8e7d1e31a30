internal import CRuntime

/// The memory layout of a Swift `String` on 64-bit systems: 16 bytes that hold either up to 15 bytes of UTF-8, or a
/// count and the address of a native buffer. It is part of Swift's ABI on Apple platforms, and the same on Linux; see
/// `StringObject.swift` in the Swift repository.
///
/// Reading these words saves a copy, a retain and two calls for each string. ``isKnown`` checks the layout once; if it
/// differs, the strings' own methods are used.
@safe
enum StringLayout {
  /// The two words of a string: either its small content, or count and flags, and the object.
  struct Words {
    let first: UInt64
    let second: UInt64
  }

  @inline(__always)
  static func words(at address: UnsafeRawPointer) -> Words {
    unsafe Words(
      first: address.load(as: UInt64.self), second: address.load(fromByteOffset: 8, as: UInt64.self))
  }

  /// Returns the words of a string with these bytes: the bytes themselves if there are at most 15, and otherwise their
  /// count and address. It assumes little-endian memory, as on all machines that Swift runs on.
  static func words(of bytes: UnsafeRawPointer, _ count: Int) -> Words {
    guard count < 16 else {
      return Words(
        first: UInt64(count) | 1 << 60, second: UInt64(UInt(bitPattern: bytes)) &- UInt64(nativeBias))
    }
    var (first, second, all) = (0 as UInt64, 0 as UInt64, 0 as UInt8)
    for position in 0..<count {
      let byte = unsafe bytes.load(fromByteOffset: position, as: UInt8.self)
      all |= byte
      if position < 8 {
        first |= UInt64(byte) << UInt64(8 * position)
      } else {
        second |= UInt64(byte) << UInt64(8 * (position - 8))
      }
    }
    let discriminator: UInt64 = all < 0x80 ? 0xE0 : 0xA0
    return Words(first: first, second: second | (discriminator | UInt64(count)) << 56)
  }

  /// The distance from the address in a string's object word to its bytes.
  static let nativeBias = 32

  /// Whether the strings of this process have this layout.
  static let isKnown: Bool = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<UInt>.size == 8,
      UInt64(1).littleEndian == 1
    else { return false }
    // The bytes of a literal are in the program's image; the digits of a number are on the heap.
    let samples = [
      "", "a", "fifteen bytes 1", "sixteen bytes 12", "\u{e9}", "\u{1F600} and more than fifteen bytes",
      String(repeating: "x", count: 100), "\(Int.max)\(Int.max)",
    ]
    return samples.allSatisfy { sample in
      unsafe withUnsafePointer(to: sample) { pointer in
        let address = unsafe UnsafeRawPointer(pointer)
        let expected = Array(sample.utf8)
        if sample.utf8.count < 16 {
          let words = unsafe words(at: address)
          guard let count = words.smallCount, count == expected.count else { return false }
          guard expected.allSatisfy({ $0 < 0x80 }) == words.isSmallASCII else { return false }
          let made = unsafe StringLayout.words(of: address, count)
          guard made.first == words.first, made.second == words.second else { return false }
          if expected.allSatisfy({ $0 < 0x80 }),
            small(low: words.first, high: words.second & 0x00FF_FFFF_FFFF_FFFF, count: count) != sample
          {
            return false
          }
          return unsafe Array(UnsafeRawBufferPointer(start: address, count: count)) == expected
        }
        guard let native = unsafe words(at: address).native else { return false }
        return unsafe Array(UnsafeRawBufferPointer(start: native.address, count: native.count)) == expected
      }
    }
  }()

  /// Makes a string of up to 15 ASCII bytes from the two words that they fill; unused bytes must be 0. Call it only if
  /// ``isKnown``.
  @inline(__always)
  static func small(low: UInt64, high: UInt64, count: Int) -> String {
    // SAFETY: these are the two words of a small string, which owns nothing; `isKnown` checked that layout.
    unsafe unsafeBitCast((low, high | (0xE0 | UInt64(count)) << 56), to: String.self)
  }
}

extension StringLayout.Words {
  /// The byte count of a small string; `nil` for any other.
  @inline(__always)
  var smallCount: Int? { second >> 61 & 1 == 1 ? Int(second >> 56 & 0xF) : nil }

  var isSmallASCII: Bool { second >> 62 & 1 == 1 }

  /// Retains the object of a string `count` times, for as many copies of the words; most strings have none.
  @inline(__always)
  func retain(_ count: UInt32) {
    // The words of small strings and of literals have the highest bit, and own nothing.
    guard second >> 63 == 0 else { return }
    // SAFETY: this is what copying the string calls, once for each copy. It takes the second word as it is.
    if let object = unsafe UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: second)) {
      unsafe swift_bridgeObjectRetain_n(object, count)
    }
  }

  /// The address of the bytes of a native string or a literal, if it has `count` bytes; `nil` for any other count and for
  /// small strings. Call it only for words that were found to be those of a small or a native string.
  @inline(__always)
  func address(ofLongWith count: Int) -> UnsafeRawPointer? {
    guard smallCount == nil, Int(truncatingIfNeeded: first & 0xFFFF_FFFF_FFFF) == count else { return nil }
    let object = UInt(truncatingIfNeeded: second & 0x0FFF_FFFF_FFFF_FFFF)
    return unsafe UnsafeRawPointer(bitPattern: object &+ UInt(StringLayout.nativeBias))
  }

  /// The bytes of a native string or a literal; `nil` for any other.
  @inline(__always)
  var native: (address: UnsafeRawPointer, count: Int)? {
    // The string is neither small nor foreign, and its bytes directly follow the object's header.
    guard second >> 60 & 0b0111 == 0, first >> 60 & 1 == 1 else { return nil }
    let object = unsafe UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: second & 0x0FFF_FFFF_FFFF_FFFF))
    guard let object = unsafe object else { return nil }
    return unsafe (
      object + StringLayout.nativeBias, Int(truncatingIfNeeded: first & 0xFFFF_FFFF_FFFF)
    )
  }
}

/// Calls `body` with the bytes of the string at an address.
///
/// - Parameter body: Called with the address and count of the bytes, which are valid until it returns.
@inline(__always)
func withBytes<Result>(
  ofStringAt address: UnsafeRawPointer, isKnown: Bool, _ body: (UnsafeRawPointer, Int) -> Result
) -> Result {
  if isKnown {
    let words = unsafe StringLayout.words(at: address)
    if let count = words.smallCount { return unsafe body(address, count) }
    if let native = unsafe words.native { return unsafe body(native.address, native.count) }
  }
  return unsafe withBytesSlowly(ofStringAt: address, body)
}

@inline(never)
private func withBytesSlowly<Result>(
  ofStringAt address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Result
) -> Result {
  var string = unsafe address.assumingMemoryBound(to: String.self).pointee
  return string.withUTF8 { bytes in
    unsafe body(bytes.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? address, bytes.count)
  }
}
