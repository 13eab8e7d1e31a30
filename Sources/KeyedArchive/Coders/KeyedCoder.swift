internal import ArchiveBytes
public import Foundation

/// What ``KeyedArchiver`` and ``KeyedUnarchiver`` have in common: an `NSCoder` of keyed archives that notes errors, and
/// does not end the program.
///
/// `NSCoder` itself leaves most of its methods to its subclasses, and ends the program in those they do not have. Here
/// each is an error, and gives nothing; the subclasses replace those that are for them.
open class KeyedCoder: NSCoder {
  /// The first error that occurred.
  final var failure: ArchiveError?

  override init() {}

  /// The first error that occurred, an ``ArchiveError``; `nil` while all went well.
  open override var error: (any Error)? { failure }

  /// Notes an error, which the end of the work throws; later ones are dropped, as they mostly follow from the first.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = ArchiveError.wrapping(error) }
  }

  /// Errors are noted.
  open override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  open override var allowsKeyedCoding: Bool { true }
  /// Keyed archives store no versions of classes.
  open override func version(forClassName className: String) -> Int { 0 }

  /// Notes a call by a value, in the middle of its own work.
  final func refuseCallOfValue() { failWithError(callOfValue()) }

  /// The error for a call by a value that is being written or read, which has what this coder works with.
  final func callOfValue() -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a call between values",
      found: "one by a value that \(type(of: self)) works on",
      advice: "In encodeFields(to:) and init(fields:), use the encoder or the decoder that is passed.")
  }

  /// Notes that a method is none of this coder's.
  private func refuse<Result>(_ result: Result, method: String = #function) -> Result {
    failWithError(
      ArchiveError(
        .unsupported,
        expected: method.hasPrefix("encode") ? "a coder that writes" : "a coder that reads",
        found: "\(method) of \(type(of: self))",
        advice: "Write with KeyedArchiver, read with KeyedUnarchiver."))
    return result
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
  open override func encodePropertyList(_ list: Any) { refuse(()) }

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
  open override func decodePropertyList() -> Any? { refuse(nil) }

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
