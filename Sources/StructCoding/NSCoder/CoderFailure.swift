internal import ArchiveBytes
internal import Foundation
internal import KeyedArchive

/// How an error leaves `encode(with:)` and `init(coder:)`, which cannot throw.
enum CoderFailure {
  /// The key of the mark that stands for an error of the writer, where there is no other way to report it.
  static let key = "archive.error"

  static func report(_ error: ArchiveError, whileEncodingTo coder: NSCoder) {
    // It throws what it was told when it is finished.
    if coder is KeyedArchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // Foundation on Linux ends the process in `failWithError(_:)` unless the coder's policy is to go on, and an
      // archiver's policy cannot be set. The mark keeps a half-written object from being read as a whole one.
      if coder.decodingFailurePolicy == .raiseException {
        return coder.encode(error.description, forKey: key)
      }
    #endif
    coder.failWithError(error)
  }

  /// Throws the error that the writer marked, if any.
  static func check(_ coder: NSCoder) throws {
    #if !canImport(ObjectiveC)
      guard coder.containsValue(forKey: key) else { return }
      let reason = coder.decodeObject(of: NSString.self, forKey: key) as String?
      throw ArchiveError(
        .invalidValue, found: "an object that could not be written: \(reason ?? "no reason given")")
    #endif
  }

  static func report(_ error: ArchiveError, whileDecodingFrom coder: NSCoder) {
    // The first error is the reason; those that follow from it would hide it. Only unarchivers keep their error
    // (asking any other coder for it ends the process on Linux).
    if coder is NSKeyedUnarchiver, coder.error != nil { return }
    if coder is KeyedUnarchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // With this policy Foundation on Linux ends the process in `failWithError(_:)`. Returning `nil` from
      // `init(coder:)` ends it as well, after saying which class failed; so nothing is lost by leaving it to that.
      if coder.decodingFailurePolicy == .raiseException { return }
    #endif
    coder.failWithError(error)
  }
}
