/// Finds the bounds of strings while they are written.
///
/// The first 15 bytes of each string are compared as two numbers. Whether they are the beginning of its composed form
/// is certain at once if all are ASCII, with the byte after them; see ``TextBounds``.
struct TextBoundsFinder {
  /// The first bytes of a string, highest first; bytes after its end are 0.
  private struct Key {
    var first: UInt64
    var second: UInt64
    var count: Int
    var isCut: Bool

    /// Bytes of the same numbers differ only in how many zeros are their own.
    @inline(__always)
    static func < (one: Key, other: Key) -> Bool {
      if one.first != other.first { return one.first < other.first }
      if one.second != other.second { return one.second < other.second }
      return one.count < other.count
    }

    /// The key of the greatest string that begins with these bytes, if the string was cut.
    @inline(__always)
    var greatest: Key {
      guard isCut else { return self }
      var key = self
      // There are at most 15 bytes, so these differ from all keys of strings that were not cut.
      key.first |= UInt64.max >> UInt64(8 * min(count, 8))
      key.second |= UInt64.max >> UInt64(8 * max(count - 8, 0))
      return key
    }

    var string: String {
      var bytes: [UInt8] = []
      for position in 0..<count {
        let (word, shift) = position < 8 ? (first, 56 - 8 * position) : (second, 56 - 8 * (position - 8))
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private var low = Key(first: .max, second: .max, count: 0, isCut: false)
  private var high = Key(first: 0, second: 0, count: -1, isCut: false)
  /// How many strings with other characters may still be looked at. They take longer, and their bounds tell less.
  private var patience: Int

  /// - Parameter count: The number of strings.
  init(count: Int) { patience = 16 + count / 16 }

  /// Adds a string of `count` bytes. There must be 16 bytes to load, even if the string has fewer.
  @inline(__always)
  mutating func add(_ bytes: UnsafeRawPointer, _ count: Int) {
    let first = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    // Most strings differ from both bounds in their first 7 bytes, and lie between them. If the next byte is ASCII too,
    // or the string ends, these bytes are the beginning of its composed form.
    if count >= 7, first & 0x8080_8080_8080_8080 == 0, first >> 8 > low.first >> 8,
      first >> 8 < high.first >> 8
    {
      return
    }
    unsafe addCompletely(bytes, count, first)
  }

  /// Adds a string that is not between the bounds by its first bytes.
  @inline(__always)
  private mutating func addCompletely(_ bytes: UnsafeRawPointer, _ count: Int, _ start: UInt64) {
    var first = start
    var second = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    if count < 16 {
      // Shifts by the whole width give 0.
      first &= ~(UInt64.max >> UInt64(8 * min(count, 8)))
      second &= ~(UInt64.max >> UInt64(8 * max(count - 8, 0)))
    }
    guard (first | second) & 0x8080_8080_8080_8080 == 0 else { return unsafe addSlowly(bytes, count) }
    second &= ~0xFF
    add(Key(first: first, second: second, count: min(count, TextBounds.longest), isCut: count > 15))
  }

  @inline(__always)
  private mutating func add(_ key: Key) {
    if key < low { low = key }
    let greatest = key.greatest
    if high < greatest { high = greatest }
  }

  /// Adds a string whose first bytes are not all ASCII.
  @inline(never)
  private mutating func addSlowly(_ bytes: UnsafeRawPointer, _ count: Int) {
    patience -= 1
    guard patience >= 0 else { return }
    // The end of the last scalar that fits, and of the one before it. A scalar of more than two bytes, or of two whose
    // first is 0xCC or more, may change the scalar before it.
    var (end, before, isCut) = (0, 0, false)
    while end < count {
      let byte = unsafe bytes.load(fromByteOffset: end, as: UInt8.self)
      let length = byte < 0x80 ? 1 : 2
      if byte >= 0xCC {
        (end, isCut) = (before, true)
        break
      }
      if end + length > TextBounds.longest {
        isCut = true
        break
      }
      before = end
      end += length
    }
    var key = Key(first: 0, second: 0, count: end, isCut: isCut)
    for position in 0..<end {
      let byte = UInt64(unsafe bytes.load(fromByteOffset: position, as: UInt8.self))
      if position < 8 {
        key.first |= byte << UInt64(56 - 8 * position)
      } else {
        key.second |= byte << UInt64(56 - 8 * (position - 8))
      }
    }
    add(key)
  }

  /// The bounds; `nil` without strings, or if too many have other characters.
  var bounds: TextBounds? {
    guard patience >= 0, high.count >= 0, high.count > 0 || !high.isCut else { return nil }
    return TextBounds(lower: low.string, upper: high.string, isUpperCut: high.isCut)
  }
}
