internal import ArchiveBytes
internal import Foundation

#if canImport(ObjectiveC)
  internal import CObjectiveC
#endif

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
