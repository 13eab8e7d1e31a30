extension ArchiveSchema {
  /// The key of the mark in an object whose encoder failed, and had no other way to say so. Its value is the reason. The
  /// format reserves it, so a reader refuses the object, whose other fields may be missing.
  package static let failureKey = "archive.error"

  /// Describes an object with the mark, for errors.
  package static func halfWritten(_ reason: String?) -> String {
    "an object that could not be written: \(reason ?? "no reason given")"
  }
}
