internal import ArchiveBytes
public import Foundation

// Existing classes as fields: a class that conforms to `NSSecureCoding` is stored as the object it is, once it says
// that it is a field type. The line is the user's to write, so the compiler refuses a field of any other class:
//
//     extension Money: ArchiveValue {}
//
// An object of a subclass of the field's class is refused by the encoder: a reader makes the class that the field
// names, and would not know the other.
//
// A collection of Foundation's, such as an `NSDictionary`, may hold texts, numbers, dates, data, `NSNull`, values of
// Foundation's and further collections. Other objects in it are refused.

extension ArchiveValue where Self: NSObject & NSSecureCoding {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    // `Self` is the class that the field names, not the object's own.
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

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeObject(of: Self.self)
  }

  public static var archiveClasses: [AnyClass] {
    if isCollection { return [Self.self].adding(plainClasses) }
    // The mutable ones are stored under the name of the other.
    let stored: [AnyClass] = [NSString.self, NSData.self, NSIndexSet.self]
    return [Self.self].adding(stored.filter { isSubclass(of: $0) })
  }
}

// Foundation's classes that are field types, and those that inherit from them: mutable ones, `NSDecimalNumber`,
// `NSCountedSet`, `Dimension` and all units. Of `NSOrderedSet` and `NSNull` not every format has an object.
extension NSArray: ArchiveValue {}
extension NSCalendar: ArchiveValue {}
extension NSData: ArchiveValue {}
extension NSDate: ArchiveValue {}
extension NSDateComponents: ArchiveValue {}
extension NSDateInterval: ArchiveValue {}
extension NSDictionary: ArchiveValue {}
extension NSIndexPath: ArchiveValue {}
extension NSIndexSet: ArchiveValue {}
extension NSLocale: ArchiveValue {}
extension NSMeasurement: ArchiveValue {}
extension NSSet: ArchiveValue {}
extension NSString: ArchiveValue {}
extension NSTimeZone: ArchiveValue {}
extension NSURL: ArchiveValue {}
extension NSUUID: ArchiveValue {}
extension NSValue: ArchiveValue {}
extension Unit: ArchiveValue {}

extension NSObject {
  /// Whether it is one of Foundation's collections, whose elements no type names.
  package static var isCollection: Bool {
    [NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self].contains { isSubclass(of: $0) }
  }

  /// What may stand in such a collection: the classes that readers make themselves.
  fileprivate static var plainClasses: [AnyClass] {
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
