internal import ArchiveBytes
public import Foundation

#if canImport(ObjectiveC)
  public import CObjectiveC

  /// The superclass of ``_KeyedCoder``: `NSCoder`, with the methods that Swift cannot override.
  public typealias _KeyedCoderBase = CodingMethods
#else
  /// The superclass of ``_KeyedCoder``.
  public typealias _KeyedCoderBase = NSCoder
#endif

/// The superclass of ``KeyedArchiver`` and ``KeyedUnarchiver``: an `NSCoder` for keyed archives that records errors.
///
/// Like every `NSCoder`, an archiver ends the program when asked to read, and an unarchiver when asked to write.
open class _KeyedCoder: _KeyedCoderBase {
  /// The first error that occurred.
  final var failure: ArchiveError?

  override init() {}

  /// The first error that occurred, an ``ArchiveError``; `nil` if there was none.
  open override var error: (any Error)? { failure }

  /// Records an error, which `finishEncoding()` or `finishDecoding()` throws. Later errors are dropped, since they
  /// usually follow from the first.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = ArchiveError.wrapping(error) }
  }

  /// The policy: errors are recorded.
  open override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  open override var allowsKeyedCoding: Bool { true }
  /// Returns 0: keyed archives do not store class versions.
  open override func version(forClassName className: String) -> Int { 0 }
  #if !canImport(ObjectiveC)
    open override var allowedClasses: [AnyClass]? { nil }
  #endif

  /// Records the error for a call from a value that is being coded.
  final func refuseCallOfValue() { failWithError(callOfValue()) }

  /// Returns the error for a call from a value that uses the coder's writer or reader.
  final func callOfValue() -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a call outside encodeFields(to:) and init(fields:)",
      found: "a call by a value that \(type(of: self)) is coding",
      advice: .changeCode("In these methods, use the encoder or decoder passed to them."))
  }

  /// Records the error that this coder does not take C values by address.
  final func refuseAddress(use alternative: String, method: String = #function) {
    failWithError(
      ArchiveError(
        .unsupported, expected: "a call of \(alternative)", found: "one of \(method)",
        advice: "C values passed by address cannot be archived."))
  }
}
