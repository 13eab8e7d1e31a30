internal import ArchiveBytes
internal import ArchiveValues
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

/// Calls `init(coder:)` and `encode(with:)` of classes outside this library.
///
/// On bad data Apple's classes raise Objective-C exceptions, which would end the program. The coder records an error
/// instead. On Linux nothing is raised; ``FoundationFaults`` names the classes that would crash.
enum CodingCall {
  /// Returns the object that the class's `init(coder:)` creates.
  static func decode(_ type: any NSCoding.Type, from coder: _KeyedCoder) -> AnyObject? {
    #if canImport(ObjectiveC)
      var exception: NSException?
      let object = unsafe CodingCallDecode(type, coder, &exception)
      if let exception { coder.failWithError(error(exception, "init(coder:)", of: type)) }
      return object as AnyObject?
    #else
      return type == NSError.self ? FoundationFaults.error(in: coder) : type.init(coder: coder) as AnyObject?
    #endif
  }

  /// Calls `encode(with:)` of the object.
  static func encode(_ object: any NSCoding, to coder: _KeyedCoder) {
    #if canImport(ObjectiveC)
      var exception: NSException?
      unsafe CodingCallEncode(object, coder, &exception)
      if let exception { coder.failWithError(error(exception, "encode(with:)", of: type(of: object))) }
    #else
      object.encode(with: coder)
    #endif
  }

  #if canImport(ObjectiveC)
    private static func error(_ exception: NSException, _ method: String, of type: Any.Type) -> ArchiveError {
      ArchiveError(
        .invalidValue, expected: "an object of class \(type)",
        found:
          "the exception \(exception.name.rawValue) of its \(method): \(exception.reason ?? "no reason")",
        advice: nil)
    }
  #endif
}

/// Foundation's classes on Linux whose `init(coder:)` ends the program on unexpected data.
enum FoundationFaults {
  #if canImport(ObjectiveC)
    /// Returns whether a class is one of these, or a subclass of one.
    static func concern(_ type: AnyClass) -> Bool { false }
  #else
    private static let classes: [AnyClass] = [
      ByteCountFormatter.self, ISO8601DateFormatter.self, NSAffineTransform.self, NSDecimalNumberHandler.self,
      NSError.self, NSNotification.self, NSTextCheckingResult.self, NSURLQueryItem.self,
    ]

    /// Returns whether a class is one of these, or a subclass of one.
    static func concern(_ type: AnyClass) -> Bool {
      type != NSError.self && classes.contains { KeyedUnarchiver.descends(type, from: $0) }
    }

    /// Returns the error whose parts are in the coder; `nil` if one is missing. Archives do contain errors, unlike
    /// objects of the other classes.
    static func error(in coder: NSCoder) -> NSError? {
      guard let domain = coder.decodeObject(of: NSString.self, forKey: "NSDomain") as String? else {
        return nil
      }
      let code = coder.decodeInteger(forKey: "NSCode")
      let information = coder.decodeObject(
        of: NSDictionary.archiveClasses + [NSError.self], forKey: "NSUserInfo")
      guard let information = (information ?? [:]) as? [String: Any] else { return nil }
      return NSError(domain: domain, code: code, userInfo: information)
    }
  #endif
}

/// Pools for the objects that Foundation autoreleases.
///
/// On Apple platforms an autoreleased object stays until the caller's pool ends, and Foundation's methods autorelease
/// much of what they return, such as the keys of a dictionary. So each element of a collection gets a pool of its
/// own: a million of them need no more memory than one. ``CodingCall`` creates the pools of its own calls.
enum ObjectPool {
  /// Calls `body`, then releases the objects it autoreleased, except its result. On other platforms this costs
  /// nothing.
  @inline(__always)
  static func around<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
      try autoreleasepool(invoking: body)
    #else
      try body()
    #endif
  }
}
