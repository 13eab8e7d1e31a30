internal import ArchiveBytes
public import Foundation

// Existing classes as fields: a class that conforms to `NSSecureCoding` is stored as an object once it declares that
// it is a field type. The user writes this line, so the compiler refuses a field of any other class:
//
//     extension Money: ArchiveValue {}
//
// The encoder refuses an object of a subclass of the field's class: a reader creates the class that the field names,
// and does not know the subclass.
//
// A Foundation collection, such as an `NSDictionary`, may contain strings, numbers, dates, data, `NSNull`, Foundation
// values and other collections. The encoder refuses other objects in it.

extension ArchiveValue where Self: NSObject & NSSecureCoding {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    // `Self` is the class that the field names, not the class of the object.
    let coded: AnyClass = classForCoder
    guard coded == Self.self || NSObject.isFoundations(coded) else {
      throw ArchiveError(
        .unsupported, expected: "an object that is archived as \(Self.self)",
        found: "one that is archived as \(coded)",
        advice:
          .changeCode(
            "Readers create only the class that the field names. Give the field the type \(coded), return "
              + "\(Self.self) from classForCoder of \(coded), or mark both classes @ArchivableObject."))
    }
    try encoder._encodeObject(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder._decodeObject(of: Self.self)
  }

  public static var archiveClasses: [AnyClass] {
    if isCollection { return [Self.self].adding(plainClasses) }
    // Mutable classes are stored under the names of these immutable classes.
    let stored: [AnyClass] = [NSString.self, NSData.self, NSIndexSet.self]
    return [Self.self].adding(stored.filter { isSubclass(of: $0) })
  }
}

// The Foundation classes that are field types. Their subclasses inherit the conformance: mutable classes,
// `NSDecimalNumber`, `NSCountedSet`, `Dimension` and all units. `NSNull` is not a field type, because not every format
// has an object for it.
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
extension NSOrderedSet: ArchiveValue {}
extension NSSet: ArchiveValue {}
extension NSString: ArchiveValue {}
extension NSTimeZone: ArchiveValue {}
extension NSURL: ArchiveValue {}
extension NSUUID: ArchiveValue {}
extension NSValue: ArchiveValue {}
extension Unit: ArchiveValue {}

extension NSObject {
  /// Whether the class is a Foundation collection, whose type does not name its element classes.
  package static var isCollection: Bool {
    [NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self].contains { isSubclass(of: $0) }
  }

  /// The classes that such a collection may contain, which readers create themselves.
  fileprivate static var plainClasses: [AnyClass] {
    let plain: [AnyClass] = [
      NSString.self, NSNumber.self, NSDate.self, NSData.self, NSNull.self, NSArray.self, NSSet.self,
      NSOrderedSet.self, NSDictionary.self,
    ]
    return FoundationRecords.types.reduce(plain) { $0.adding($1.archiveClasses) }
  }

  /// Returns whether a class belongs to Foundation, which has many private classes for one kind of object.
  fileprivate static func isFoundations(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      Bundle(for: type).bundleIdentifier?.hasPrefix("com.apple.") ?? false
    #else
      String(reflecting: type).hasPrefix("Foundation")
    #endif
  }
}
