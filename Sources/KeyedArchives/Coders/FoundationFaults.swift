internal import ArchiveValues
internal import Foundation

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
