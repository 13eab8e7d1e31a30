/// Bounds of strings, in the order of Swift's `<`.
///
/// Swift compares strings in their composed form (NFC), scalar by scalar, which is the order of that form's UTF-8
/// bytes. The bytes of a string are those of its composed form if it has no other scalars than the first 0x300: each of
/// these is composed already, and none combines with a scalar before it. A later scalar can change the one directly
/// before it, and none further to the front, since a scalar that begins a character separates it from those. So the
/// bytes before the first other scalar, without the scalar next to it, are the beginning of the composed form.
///
/// Both bounds are such beginnings, of at most ``longest`` bytes. A beginning is not greater than the string, so it is
/// a lower bound as it is. As an upper bound it stands for all strings that begin with it, if the string was cut.
struct TextBounds: Equatable, Sendable {
  let lower: String
  /// The greatest string, or what it begins with.
  let upper: String
  let isUpperCut: Bool

  /// The greatest number of bytes of a bound.
  static let longest = 15

  /// Returns `nil` for bounds that no strings have.
  init?(lower: String, upper: String, isUpperCut: Bool) {
    guard lower <= upper || isUpperCut && lower.utf8.starts(with: upper.utf8),
      lower.utf8.count <= Self.longest, upper.utf8.count <= Self.longest,
      lower.unicodeScalars.allSatisfy(Self.isPlain), upper.unicodeScalars.allSatisfy(Self.isPlain)
    else { return nil }
    (self.lower, self.upper, self.isUpperCut) = (lower, upper, isUpperCut)
  }

  /// Whether a scalar is one of those that are composed and combine with none before them.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x300 }

  /// Whether no string within other bounds is greater than the upper bound of these.
  func reaches(_ other: TextBounds) -> Bool {
    if isUpperCut, other.upper.utf8.starts(with: upper.utf8) { return true }
    if other.isUpperCut, upper.utf8.starts(with: other.upper.utf8) { return false }
    return other.upper <= upper
  }

  /// A string that is greater than all within the bounds; `nil` if the upper bound is not cut, or has no bytes.
  var end: String? { isUpperCut ? Self.end(of: upper) : nil }

  /// Returns a string that is greater than all strings whose composed form begins with a string of plain scalars; `nil`
  /// for the empty string.
  static func end(of string: String) -> String? {
    var scalars = string.unicodeScalars
    guard let last = scalars.popLast() else { return nil }
    // U+0300 would combine with the scalar before it. U+0370 combines with none, and is greater than all plain ones.
    let next = last.value + 1 < 0x300 ? Unicode.Scalar(last.value + 1) : nil
    scalars.append(next ?? "\u{370}")
    return String(scalars)
  }
}
