internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The data that some Foundation classes on Linux require in an archive.
///
/// Their `init(coder:)` crashes if a key is missing or has the wrong value, or creates an object without content. So
/// the unarchiver checks first.
enum FoundationFaults {
  enum Need {
    case text
    case object
    /// Nothing, or a dictionary with string keys.
    case dictionary
    case number(ClosedRange<Int>)
    /// A value without a key, although Apple's class stores it with a key.
    case unkeyed
  }

  #if canImport(ObjectiveC)
    private static let needs: [ObjectIdentifier: [(key: String, need: Need)]] = [:]
  #else
    private static let needs: [ObjectIdentifier: [(key: String, need: Need)]] = [
      ObjectIdentifier(NSURLQueryItem.self): [("NS.name", .text)],
      ObjectIdentifier(NSError.self): [
        ("NSCode", .number(Int.min...Int.max)), ("NSDomain", .text), ("NSUserInfo", .dictionary),
      ],
      ObjectIdentifier(NSNotification.self): [("NS.name", .text), ("NS.object", .object)],
      ObjectIdentifier(NSAffineTransform.self): [("", .unkeyed)],
      ObjectIdentifier(ISO8601DateFormatter.self): [("NS.formatOptions", .number(0...Int.max))],
      ObjectIdentifier(ByteCountFormatter.self): [("NSUnits", .number(0...Int.max))],
      ObjectIdentifier(NSDecimalNumberHandler.self): [
        ("NS.roundingMode", .number(0...3)), ("NS.scale", .number(Int(Int16.min)...Int(Int16.max))),
      ],
    ]
  #endif

  /// Returns whether even asking the class for its support of secure coding crashes.
  static func isAbstract(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      false
    #else
      type == NSTextCheckingResult.self
    #endif
  }

  /// Returns the data that a class and its superclasses require in an archive.
  static func needs(of type: AnyClass) -> [(key: String, need: Need)] {
    var found: [(key: String, need: Need)] = []
    var current: AnyClass? = type
    while let type = current {
      found += needs[ObjectIdentifier(type)] ?? []
      current = _getSuperclass(type)
    }
    return found
  }

  /// Returns whether the current object meets these needs of a class; otherwise records an error in the unarchiver.
  static func allow(
    _ type: any NSCoding.Type, _ needs: [(key: String, need: Need)], in unarchiver: KeyedUnarchiver
  ) -> Bool {
    for (key, need) in needs where !isMet(need, key, unarchiver) {
      unarchiver.failWithError(
        ArchiveError(
          .invalidValue, expected: "data that \(type) can be read from", found: "other data",
          path: key.isEmpty ? [] : [.field(key)],
          advice: "Foundation on Linux would crash on it, or create an object without content."))
      return false
    }
    return unarchiver.failure == nil
  }

  private static func isMet(_ need: Need, _ key: String, _ unarchiver: KeyedUnarchiver) -> Bool {
    switch need {
    case .text: unarchiver.object(of: [NSString.self], forKey: key) != nil
    case .object: unarchiver.decodeObject(forKey: key) != nil
    case .dictionary:
      !unarchiver.containsValue(forKey: key)
        || unarchiver.object(of: NSDictionary.archiveClasses, forKey: key) as? [String: Any] != nil
    case .number(let range): range.contains(unarchiver.decodeInteger(forKey: key))
    case .unkeyed: unarchiver.hasEntry("$0")
    }
  }
}
