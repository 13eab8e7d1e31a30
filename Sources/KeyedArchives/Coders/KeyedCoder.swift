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

/// The superclass of ``KeyedArchiver`` and ``KeyedUnarchiver``: an `NSCoder` for keyed archives that records errors
/// and never crashes.
///
/// `NSCoder` leaves most of its methods to subclasses, and crashes in those they do not override. Here each records
/// an error and returns an empty result; the subclasses override the methods they support.
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

  /// Records the error for a call by a value that is being coded.
  final func refuseCallOfValue() { failWithError(callOfValue()) }

  /// Returns the error for a call by a value that has the coder's writer or reader.
  final func callOfValue() -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a call outside encodeFields(to:) and init(fields:)",
      found: "a call by a value that \(type(of: self)) is coding",
      advice: .changeCode("In these methods, use the encoder or decoder passed to them."))
  }

  /// Records that this coder does not support a method.
  final func refuse<Result>(_ result: Result, method: String = #function) -> Result {
    failWithError(
      ArchiveError(
        .unsupported,
        expected: method.hasPrefix("encode") ? "a coder that writes" : "a coder that reads",
        found: "\(method) of \(type(of: self))",
        advice: .changeCode("Write with KeyedArchiver, read with KeyedUnarchiver.")))
    return result
  }

  /// Records that this coder takes no C value by its address.
  final func refuseAddress(use alternative: String, method: String = #function) {
    failWithError(
      ArchiveError(
        .unsupported, expected: "a call of \(alternative)", found: "one of \(method)",
        advice: "Values of C, which are passed by address, are not archived."))
  }

  // MARK: Writing

  open override func encode(_ value: Any?, forKey key: String) { refuse(()) }
  open override func encode(_ value: Bool, forKey key: String) { refuse(()) }
  open override func encode(_ value: Int32, forKey key: String) { refuse(()) }
  open override func encode(_ value: Int64, forKey key: String) { refuse(()) }
  open override func encode(_ value: Float, forKey key: String) { refuse(()) }
  open override func encode(_ value: Double, forKey key: String) { refuse(()) }
  open override func encode(_ value: Int, forKey key: String) { refuse(()) }
  open override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    refuse(())
  }
  open override func encodeConditionalObject(_ object: Any?, forKey key: String) { refuse(()) }
  open override func encode(_ object: Any?) { refuse(()) }
  open override func encode(_ data: Data) { refuse(()) }
  open override func encodeConditionalObject(_ object: Any?) { refuse(()) }
  open override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) { refuse(()) }
  open override func encodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeRawPointer) {
    refuse(())
  }

  // MARK: Reading

  open override func containsValue(forKey key: String) -> Bool { refuse(false) }
  open override func decodeObject(forKey key: String) -> Any? { refuse(nil) }
  open override func decodeBool(forKey key: String) -> Bool { refuse(false) }
  open override func decodeCInt(forKey key: String) -> Int32 { refuse(0) }
  open override func decodeInt32(forKey key: String) -> Int32 { refuse(0) }
  open override func decodeInt64(forKey key: String) -> Int64 { refuse(0) }
  open override func decodeInteger(forKey key: String) -> Int { refuse(0) }
  open override func decodeFloat(forKey key: String) -> Float { refuse(0) }
  open override func decodeDouble(forKey key: String) -> Double { refuse(0) }
  open override func decodePropertyList(forKey key: String) -> Any? { refuse(nil) }
  open override func decodeObject() -> Any? { refuse(nil) }
  open override func decodeData() -> Data? { refuse(nil) }

  // Of Apple's platforms, only macOS has property lists without keys.
  #if os(macOS) || !canImport(ObjectiveC)
    open override func encodePropertyList(_ list: Any) { refuse(()) }
    open override func decodePropertyList() -> Any? { refuse(nil) }
  #endif

  #if !canImport(ObjectiveC)
    open override var allowedClasses: [AnyClass]? { nil }
    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      refuse(())
    }
    open override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { refuse(nil) }
    open override func withDecodedUnsafeBufferPointer<Result>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
      refuse(())
      return try body(nil)
    }
    open override func withDecodedUnsafeBytes<Result>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
      refuse(())
      return try body(nil)
    }
  #endif
}
