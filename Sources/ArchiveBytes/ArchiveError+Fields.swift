// The errors for missing and `nil` fields, the same in every format.

extension ArchiveError {
  /// Returns the error for a missing field that the type requires.
  ///
  /// - Parameter others: The names in the archive's record that the type does not know, if the format can list them.
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
      advice: .changeCode(advice))
  }

  /// Returns the error for a stored `nil` where a value is required. A stored `nil` is not a missing field; archives
  /// of `NSCoding` classes contain many.
  package static func foundNil(expected: String, offset: Int? = nil) -> ArchiveError {
    ArchiveError(
      .typeMismatch, expected: expected, found: "nil", offset: offset,
      advice:
        .changeCode(
          "Make it an optional; or give the property a default and @Stored(onDecodeFailure: .fallbackToDefaultValue)."
        )
    )
  }

  // MARK: Limits

  /// Returns the error for exceeding the nesting limit or the thread's stack.
  package static func tooDeep(
    _ depth: Int, _ limits: ArchiveLimits, offset: Int? = nil, object: Int? = nil
  ) -> ArchiveError {
    let isLimit = depth > limits.maximumDepth
    return ArchiveError(
      .limitExceeded,
      expected: isLimit
        ? "at most \(limits.maximumDepth) levels of nesting"
        : "as many levels of nesting as the thread's stack holds",
      found: "more", offset: offset, advice: isLimit ? .raiseDepth : .useLargerStack,
      object: object)
  }

  /// The error for a chain of instances that is longer than ``ArchiveLimits/maximumReferenceDepth`` allows.
  package static func chainTooLong(_ limit: Int) -> ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "chains of at most \(limit) instances that hold each other",
      found: "a longer one",
      advice: .changeCode(
        "If the class unlinks its chains in deinit, raise ArchiveLimits.maximumReferenceDepth."))
  }

  /// The error for more decoded content than ``ArchiveLimits/maximumDecodedSize`` allows.
  package static func tooMuchDecoded(path: [PathComponent] = [], offset: Int? = nil) -> ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "fewer decoded bytes", found: "more than the limits allow", path: path,
      offset: offset, advice: .raiseDecodedSize)
  }
}
