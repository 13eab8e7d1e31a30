internal import ArchiveBytes
internal import Foundation
internal import KeyedArchives

/// Reports errors from `encode(with:)` and `init(coder:)`, which cannot throw.
enum CoderFailure {
  /// The key of the mark for an error of the encoder, if there is no other way to report it.
  static let key = "archive.error"

  static func report(_ error: ArchiveError, whileEncodingTo coder: NSCoder) {
    // It throws the error when it finishes.
    if coder is KeyedArchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // Foundation on Linux crashes in `failWithError(_:)` unless the coder's policy is to continue, and an
      // archiver's policy cannot be set. The mark prevents a half-written object from being read as complete.
      if coder.decodingFailurePolicy == .raiseException {
        return coder.encode(error.description, forKey: key)
      }
    #endif
    coder.failWithError(error)
  }

  /// Throws the error that the encoder marked, if any.
  static func check(_ coder: NSCoder) throws {
    #if !canImport(ObjectiveC)
      guard coder.containsValue(forKey: key) else { return }
      let reason = coder.decodeObject(of: NSString.self, forKey: key) as String?
      throw ArchiveError(
        .invalidValue, found: "an object that could not be written: \(reason ?? "no reason given")")
    #endif
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
