internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// What some of Foundation's classes on Linux must find in an archive.
///
/// Their `init(coder:)` ends the program when a key is missing, or holds something else, or makes an object of nothing.
/// So an unarchiver looks first.
enum FoundationFaults {
  enum Need {
    case text
    case object
    /// Nothing, or a dictionary with texts for keys.
    case dictionary
    case number(ClosedRange<Int>)
    /// A value without a key, where Apple's class stores one with a key.
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

  /// Whether a class cannot even be asked whether it supports secure coding.
  static func isAbstract(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      false
    #else
      type == NSTextCheckingResult.self
    #endif
  }

  /// What a class, and those above it, must find in an archive.
  static func needs(of type: AnyClass) -> [(key: String, need: Need)] {
    var found: [(key: String, need: Need)] = []
    var current: AnyClass? = type
    while let type = current {
      found += needs[ObjectIdentifier(type)] ?? []
      current = _getSuperclass(type)
    }
    return found
  }

  /// Whether these needs of a class are met by the object that is being read; otherwise the unarchiver has an error.
  static func allow(
    _ type: any NSCoding.Type, _ needs: [(key: String, need: Need)], in unarchiver: KeyedUnarchiver
  ) -> Bool {
    for (key, need) in needs where !isMet(need, key, unarchiver) {
      unarchiver.failWithError(
        ArchiveError(
          .invalidValue, expected: "what \(type) can be read from", found: "something else",
          path: key.isEmpty ? [] : [.field(key)],
          advice: "Foundation on Linux would end the program, or make an object of nothing."))
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
