internal import ArchiveBytes
public import Foundation

/// Existing classes as fields: any class that conforms to `NSSecureCoding` is stored as the object it is.
///
/// The conformance belongs to `NSObject`, so that collections and optionals of such classes follow. A class that is
/// not `NSCoding` compiles as a field and is refused by the encoder, and so is an object of a subclass of the field's
/// class: a reader makes the class that the field names, and would not know the other.
///
/// A collection of Foundation's, such as an `NSDictionary`, may hold texts, numbers, dates, data, `NSNull`, values of
/// Foundation's and further collections. Other objects in it are refused.
extension NSObject: ArchiveValue {
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeObject(of: self)
  }

  public static var archiveClasses: [AnyClass] {
    if isCollection { return [self].adding(plainClasses) }
    // The mutable ones are stored under the name of the other.
    let stored: [AnyClass] = [NSString.self, NSData.self, NSIndexSet.self]
    return [self].adding(stored.filter { isSubclass(of: $0) })
  }
}

extension ArchiveValue where Self: NSObject {
  // In an extension of the protocol, `Self` is the class that the field names; in one of the class it would be the
  // object's own.
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    let coded: AnyClass = classForCoder
    guard coded == Self.self || NSObject.isFoundations(coded) else {
      throw ArchiveError(
        .unsupported, expected: "an object that is archived as \(Self.self)",
        found: "one that is archived as \(coded)",
        advice:
          "A reader makes no class that the field does not name. Give the field the type \(coded), have "
          + "\(coded) answer classForCoder with \(Self.self), or mark both classes @Archivable.")
    }
    try encoder.encodeObject(self)
  }
}

extension NSObject {
  /// Whether it is one of Foundation's collections, whose elements no type names.
  package static var isCollection: Bool {
    [NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self].contains { isSubclass(of: $0) }
  }

  /// What may stand in such a collection: the classes that readers make themselves.
  private static var plainClasses: [AnyClass] {
    let plain: [AnyClass] = [
      NSString.self, NSNumber.self, NSDate.self, NSData.self, NSNull.self, NSArray.self, NSSet.self,
      NSOrderedSet.self, NSDictionary.self,
    ]
    return FoundationRecords.types.reduce(plain) { $0.adding($1.archiveClasses) }
  }

  /// Whether a class is Foundation's, which has more classes for one kind of object than anyone names.
  fileprivate static func isFoundations(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      Bundle(for: type).bundleIdentifier?.hasPrefix("com.apple.") ?? false
    #else
      String(reflecting: type).hasPrefix("Foundation")
    #endif
  }
}
