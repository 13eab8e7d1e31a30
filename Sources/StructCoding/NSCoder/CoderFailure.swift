internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reports errors from `encode(with:)` and `init(coder:)`, which cannot throw.
enum CoderFailure {
  /// Throws if the coder has no keys, as `NSArchiver` of macOS: its methods with keys raise exceptions.
  static func checkKeys(of coder: NSCoder) throws {
    guard !coder.allowsKeyedCoding else { return }
    throw ArchiveError(
      .unsupported, expected: "a coder with keys", found: "\(type(of: coder))",
      advice: .changeCode("Use KeyedArchiver or NSKeyedArchiver, and their unarchivers."))
  }

  /// Reports an error of `encode(with:)`.
  ///
  /// `failWithError(_:)` is for decoders: “This method is only meaningful to call for decodes” (Apple's `NSCoder.h`). An
  /// archiver, whose policy cannot be set, would raise an exception in it on Apple platforms, and trap on Linux. So its
  /// archive gets a mark instead, and reading the object fails with the same error.
  ///
  /// A coder without keys cannot have the mark. It raises the exception, or traps: the object would be lost silently.
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
    // The first error is the cause; later ones would hide it. Only unarchivers keep their error (asking any other
    // coder for it crashes on Linux).
    if coder is NSKeyedUnarchiver, coder.error != nil { return }
    if coder is KeyedUnarchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // With this policy Foundation on Linux crashes in `failWithError(_:)`. Returning `nil` from `init(coder:)`
      // crashes as well, but names the failed class first, so leave it to that.
      if coder.decodingFailurePolicy == .raiseException { return }
    #endif
    coder.failWithError(error)
  }
}
