/// Bounds of strings, in the order of Swift's `<`.
///
/// Swift compares strings in their composed form (NFC), scalar by scalar, which is the order of that form's UTF-8
/// bytes. The bytes of a string are those of its composed form if it has no other scalars than the first 0x300: each of
/// these is composed already, and none combines with a scalar before it. A later scalar can change the one directly
/// before it, and none further to the front, since a scalar that begins a character separates it from those. So the
/// bytes before the first other scalar, without the scalar next to it, are the beginning of the composed form.
///
/// Both bounds are such beginnings, of at most ``longest`` bytes. A beginning is not greater than the string, so it is
/// a lower bound as it is. As an upper bound it stands for all strings that begin with it.
struct TextBounds: Equatable, Sendable {
  let lower: String
  /// What the greatest string begins with; not empty.
  let upper: String
  /// A string that is greater than all within the bounds.
  let end: String

  /// The greatest number of bytes of a bound.
  static let longest = 15

  /// Returns `nil` for bounds that no strings have, and for an upper one that all have.
  init?(lower: String, upper: String) {
    guard let end = Self.end(of: upper), lower < end,
      lower.utf8.count <= Self.longest, upper.utf8.count <= Self.longest,
      lower.unicodeScalars.allSatisfy(Self.isPlain), upper.unicodeScalars.allSatisfy(Self.isPlain)
    else { return nil }
    (self.lower, self.upper, self.end) = (lower, upper, end)
  }

  /// Whether a scalar is one of those that are composed and combine with none before them.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x300 }

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
