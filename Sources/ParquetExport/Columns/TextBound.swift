/// Shortens the bounds of long strings to a prefix of the least one, and a prefix of the greatest one with its last
/// character raised.
enum TextBound {
  /// The greatest size of a bound in bytes, if it can be shortened.
  static let greatestCount = 64

  static func bounds(_ least: ArraySlice<UInt8>, _ greatest: ArraySlice<UInt8>) -> Bounds {
    let low = least.count <= greatestCount ? Array(least) : prefix(least)
    let high = greatest.count <= greatestCount ? Array(greatest) : raised(greatest)
    return Bounds(
      least: low, greatest: high,
      areExact: least.count <= greatestCount && greatest.count <= greatestCount)
  }

  /// Returns the first bytes, without an incomplete character.
  private static func prefix(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var end = text.startIndex + greatestCount
    while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(text[..<end])
  }

  /// Returns the first characters, with the last one raised by one; all bytes if none can be raised. In data that is
  /// not text, each byte counts as a character.
  private static func raised(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let start = prefix(text)
    var characters = String(decoding: start, as: UTF8.self).unicodeScalars
    guard Array(String(characters).utf8) == start else { return raisedBytes(text) }
    while let last = characters.popLast() {
      // The surrogates between the two ranges of characters are not characters.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let raised = Unicode.Scalar(next) else { continue }
      characters.append(raised)
      return Array(String(characters).utf8)
    }
    return Array(text)
  }

  private static func raisedBytes(_ data: ArraySlice<UInt8>) -> [UInt8] {
    let start = data.prefix(greatestCount)
    guard let last = start.lastIndex(where: { $0 < 0xFF }) else { return Array(data) }
    return start[..<last] + [start[last] + 1]
  }
}

extension [UInt8] {
  /// Returns the least and the greatest of some parts of the bytes; `nil` if there are no parts.
  func bounds(of parts: some Sequence<Range<Int>>) -> (least: ArraySlice<UInt8>, greatest: ArraySlice<UInt8>)?
  {
    let values = parts.map { self[$0] }
    guard let least = values.min(by: { $0.lexicographicallyPrecedes($1) }),
      let greatest = values.max(by: { $0.lexicographicallyPrecedes($1) })
    else { return nil }
    return (least, greatest)
  }
}
