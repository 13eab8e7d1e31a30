internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reports errors from `encode(with:)` and `init(coder:)`, which cannot throw.
enum CoderFailure {
  /// Throws if the coder does not support keys, like `NSArchiver` of macOS, whose methods with keys raise exceptions.
  static func checkKeys(of coder: NSCoder) throws {
    guard !coder.allowsKeyedCoding else { return }
    throw ArchiveError(
      .unsupported, expected: "a coder with keys", found: "\(type(of: coder))",
      advice: .changeCode("Use KeyedArchiver or NSKeyedArchiver, and their unarchivers."))
  }

  /// Reports an error of `encode(with:)`.
  ///
  /// `failWithError(_:)` is for decoders: “This method is only meaningful to call for decodes” (Apple's `NSCoder.h`).
  /// In an archiver, whose policy cannot be set, this method would raise an exception on Apple platforms, and trap on
  /// Linux. So the archive is marked instead, and reading the object fails with the same error.
  ///
  /// A coder without keys cannot store the mark. It raises the exception, or traps, since the object would otherwise
  /// be lost silently.
  static func report(_ error: ArchiveError, whileEncodingTo coder: NSCoder) {
    // `KeyedArchiver` keeps the error and throws it when it finishes.
    if coder is KeyedArchiver || !coder.allowsKeyedCoding || coder.decodingFailurePolicy != .raiseException {
      return coder.failWithError(error)
    }
    coder.encode(error.description, forKey: ArchiveSchema.failureKey)
  }

  /// Throws the error that the encoder marked, if any.
  static func check(_ coder: NSCoder) throws {
    guard coder.containsValue(forKey: ArchiveSchema.failureKey) else { return }
    let reason = coder.decodeObject(of: NSString.self, forKey: ArchiveSchema.failureKey) as String?
    throw ArchiveError(
      .invalidValue, expected: "a whole object", found: ArchiveSchema.halfWritten(reason))
  }

  static func report(_ error: ArchiveError, whileDecodingFrom coder: NSCoder) {
    // The first error is the cause; a later error would hide it. Only unarchivers keep their error (asking any other
    // coder for it crashes on Linux).
    if coder is NSKeyedUnarchiver, coder.error != nil { return }
    if coder is KeyedUnarchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // With this policy Foundation on Linux crashes in `failWithError(_:)`. Returning `nil` from `init(coder:)` also
      // crashes, but first names the failed class, so this returns without calling it.
      if coder.decodingFailurePolicy == .raiseException { return }
    #endif
    coder.failWithError(error)
  }
}
