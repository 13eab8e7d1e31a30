/// Bounds of strings, in the order of Swift's `<`.
///
/// Swift compares strings in their composed form (NFC), scalar by scalar, in the order of that form's UTF-8 bytes. A
/// string without scalars from U+0300 on is its own composed form: each of its scalars is composed already, and none
/// combines with a scalar before it. A later scalar can change the scalar directly before it, but none further to the
/// front, because a scalar that begins a character separates it from those. So the bytes before the first such
/// scalar, without the scalar next to it, are a prefix of the composed form.
///
/// Both bounds are such prefixes, of at most ``longest`` bytes. A prefix is not greater than the string, so it is a
/// lower bound as it is. As an upper bound it includes all strings that begin with it.
struct TextBounds: Equatable, Sendable {
  let lower: String
  /// The prefix of the greatest string; not empty.
  let upper: String
  /// A string that is greater than all strings within the bounds.
  let end: String

  /// The maximum number of bytes of a bound.
  static let longest = 15

  /// Returns `nil` for bounds that contain no strings, and for an upper bound that contains all.
  init?(lower: String, upper: String) {
    guard let end = Self.end(of: upper), lower < end,
      lower.utf8.count <= Self.longest, upper.utf8.count <= Self.longest,
      lower.unicodeScalars.allSatisfy(Self.isPlain), upper.unicodeScalars.allSatisfy(Self.isPlain)
    else { return nil }
    (self.lower, self.upper, self.end) = (lower, upper, end)
  }

  /// Whether a scalar is always composed and never combines with a scalar before it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x300 }

  /// Returns a string that is greater than all strings whose composed form begins with a string of plain scalars; `nil`
  /// for the empty string.
  static func end(of string: String) -> String? {
    var scalars = string.unicodeScalars
    guard let last = scalars.popLast() else { return nil }
    // U+0300 would combine with the scalar before it. U+0370 does not combine, and is greater than all plain scalars.
    let next = last.value + 1 < 0x300 ? Unicode.Scalar(last.value + 1) : nil
    scalars.append(next ?? "\u{370}")
    return String(scalars)
  }
}

/// Finds the bounds of strings while they are written.
///
/// The first 15 bytes of each string are compared as two numbers. If they and the next byte are all ASCII, they are
/// certainly a prefix of the composed form; see ``TextBounds``.
struct TextBoundsFinder {
  /// The first bytes of a string, highest first. Bytes after its end are 0. They are 0xFF, a byte that no string
  /// contains, in the key of the greatest string that begins with these bytes.
  private typealias Key = (UInt64, UInt64)

  private var low: Key = (.max, .max)
  private var high: Key = (0, 0)
  /// The number of strings with other characters that may still be examined. They take longer, and give weaker
  /// bounds.
  private var remainingSlowStrings: Int

  /// - Parameter count: The number of strings.
  init(count: Int) { remainingSlowStrings = 16 + count / 16 }

  /// Adds a string of `count` bytes. There must be 16 bytes to load, even if the string is shorter.
  @inline(__always)
  mutating func add(_ bytes: UnsafeRawPointer, _ count: Int) {
    let first = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    // Most strings differ from both bounds in their first 7 bytes, and lie between them. If the next byte is ASCII
    // too, or the string ends, these bytes are a prefix of its composed form.
    if count >= 7, first & 0x8080_8080_8080_8080 == 0, first >> 8 > low.0 >> 8, first >> 8 < high.0 >> 8 {
      return
    }
    unsafe addCompletely(bytes, count, first)
  }

  /// Adds a string whose first bytes are not between the bounds.
  @inline(never)
  private mutating func addCompletely(_ bytes: UnsafeRawPointer, _ count: Int, _ first: UInt64) {
    let second = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    var (end, isCut) = (min(count, TextBounds.longest), count > TextBounds.longest)
    let looked = Self.mask(count)
    if (first & looked.0 | second & looked.1) & 0x8080_8080_8080_8080 != 0 {
      remainingSlowStrings -= 1
      guard remainingSlowStrings >= 0 else { return }
      unsafe (end, isCut) = Self.plainEnd(of: bytes, count)
    }
    let mask = Self.mask(end)
    let key = (first & mask.0, second & mask.1)
    if key < low { low = key }
    let greatest = isCut ? (key.0 | ~mask.0, key.1 | ~mask.1) : key
    if high < greatest { high = greatest }
  }

  /// The bits of the first bytes of a key.
  private static func mask(_ count: Int) -> Key {
    // Shifts by the whole width give 0.
    (~(UInt64.max >> UInt64(8 * min(count, 8))), ~(UInt64.max >> UInt64(8 * min(max(count - 8, 0), 8))))
  }

  /// Returns the end of the longest prefix of the composed form that fits, and whether other bytes follow.
  private static func plainEnd(of bytes: UnsafeRawPointer, _ count: Int) -> (end: Int, isCut: Bool) {
    // A scalar of more than two bytes, or of two bytes with a first byte of 0xCC or more, may change the scalar
    // before it.
    var (end, before) = (0, 0)
    while end < count {
      let byte = unsafe bytes.load(fromByteOffset: end, as: UInt8.self)
      let length = byte < 0x80 ? 1 : 2
      if byte >= 0xCC { return (before, true) }
      if end + length > TextBounds.longest { return (end, true) }
      before = end
      end += length
    }
    return (end, false)
  }

  /// The bounds; `nil` if there are no strings, if the greatest can be any string, or if too many contain other
  /// characters.
  var bounds: TextBounds? {
    guard remainingSlowStrings >= 0 else { return nil }
    return TextBounds(lower: Self.string(low), upper: Self.string(high))
  }

  private static func string(_ key: Key) -> String {
    let bytes = [key.0, key.1].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
    // Zeros at its end cannot be told from the zeros after it. Dropping them is safe: a string is not less than its
    // prefix.
    let end = bytes.prefix { $0 != 0xFF }.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
