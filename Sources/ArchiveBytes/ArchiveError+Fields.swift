// What every format says alike of a field that is not there, or is `nil`.

extension ArchiveError {
  /// A field without which no value can be made.
  ///
  /// - Parameter others: The names that the archive has in its place and the type does not know, as far as the format can
  ///   tell.
  package static func missingField(_ name: String, among others: [String] = [], offset: Int? = nil)
    -> ArchiveError
  {
    let advice =
      if let near = nearestName(to: name, among: others) {
        "The archive has “\(near)”. If that is the field, list it: @Stored(formerly: \"\(near)\"). "
          + "Otherwise give the property an initial value or make it optional."
      } else {
        "Give the property an initial value or make it optional, to read archives that lack it. "
          + "If it had another name, list that: @Stored(formerly: \"…\")."
      }
    return ArchiveError(
      .missingField, expected: "a field “\(name)”", found: "an object without it", offset: offset,
      advice: advice)
  }

  /// A stored `nil` where there has to be a value. It is no missing field: archives of `NSCoding` classes have many.
  package static func foundNil(expected: String, offset: Int? = nil) -> ArchiveError {
    ArchiveError(
      .typeMismatch, expected: expected, found: "nil", offset: offset,
      advice:
        "Make it an optional; or give the property a default and @Stored(onDecodeFailure: .fallbackToDefaultValue)."
    )
  }
}
