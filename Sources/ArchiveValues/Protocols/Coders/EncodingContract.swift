package import ArchiveBytes

// Errors for hand-written conformances that break the contract of ``FieldEncoder`` or ``ValueEncoder``. They never
// cause a damaged archive.

extension ArchiveError {
  /// Returns the error for an `encodeValue(to:)` that stored no value, or more than one.
  package static func notOneValue(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "one encoded value", found: found,
      advice: .changeCode("An encodeValue(to:) must call exactly one method of the encoder."))
  }

  /// Returns the error for an `encodeFields(to:)`, or a closure that stores elements, that did not store exactly the
  /// expected parts.
  package static func notInParts(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "every part once, in the order of positions", found: found,
      advice: .changeCode("An encodeFields(to:) must encode or omit every field of its schema."))
  }

  package static func caseOutOfTurn(_ index: Int?) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else",
      found: index.map { "case \($0)" } ?? "none",
      advice: .changeCode("An encodeFields(to:) must name the case of an enumeration first, and once."))
  }
}

extension ArchiveSchema {
  /// The key that marks an object whose encoder failed and could not report the error otherwise. Its value is the
  /// reason. The format reserves the key, so readers refuse the object, whose other fields may be missing.
  package static let failureKey = "archive.error"

  /// Describes an object with the mark, for errors.
  package static func halfWritten(_ reason: String?) -> String {
    "an object that could not be written: \(reason ?? "no reason given")"
  }
}
