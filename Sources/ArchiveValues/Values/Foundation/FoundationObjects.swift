internal import ArchiveBytes
public import Foundation
package import PropertyLists

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

/// The Foundation types that are records in Apple's layout. An `NSCoder` or a document may contain them even if no
/// user type names them.
package enum FoundationRecords {
  /// The types, in search order. A type whose class is a subclass of another type's class comes first. Of several
  /// types with the same class, such as `NSValue`, the first is used if only the name of the class is known. Generic
  /// types, such as `Measurement`, are not in the list.
  package static var types: [any ArchiveRecord.Type] {
    var types: [any ArchiveRecord.Type] = [
      Decimal.self, URL.self, UUID.self, DateInterval.self, DateComponents.self, Calendar.self, Locale.self,
      TimeZone.self, IndexSet.self, IndexPath.self, CGPoint.self, CGSize.self, CGRect.self, NSRange.self,
    ]
    #if canImport(AppKit) || !canImport(ObjectiveC)
      types.append(NSEdgeInsets.self)
    #endif
    return types
  }

  /// Returns the type that reads an `NSValue` with this number under `NS.special`; `nil` if the number is unknown.
  package static func structure(ofKind number: Int64) -> (any ArchiveRecord.Type)? {
    types.first { type in
      (type as? any HeldByNSValue.Type).map { Int64($0.layout.kind) == number } ?? false
    }
  }
}

// In an `NSCoder`, a Foundation value type that bridges to a class is an object of that class.
// `_ObjectiveCBridgeable` is the only protocol by which generic code can bridge: on Linux, several of these types are
// not `ReferenceConvertible`, and `as?` returns no object.
extension ArchiveRecord where Self: _ObjectiveCBridgeable, _ObjectiveCType: NSObject {
  public var _archiveObject: NSObject? { _bridgeToObjectiveC() }

  public init?(_archiveObject: NSObject) {
    guard let object = _archiveObject as? _ObjectiveCType else { return nil }
    self = ._unconditionallyBridgeFromObjectiveC(object)
  }

  public static var archiveClasses: [AnyClass] { [_ObjectiveCType.self] }
}

extension StoredNumber {
  /// Creates the number in an object, with the type that the object was created from.
  package init(_ number: NSNumber) {
    if number === (true as NSNumber) || number === (false as NSNumber) {
      self = .bool(number.boolValue)
      return
    }
    self =
      switch unsafe UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"): .double(number.doubleValue)
      case UInt8(ascii: "f"): .float(number.floatValue)
      case UInt8(ascii: "Q"), UInt8(ascii: "L"): .unsigned(number.uint64Value)
      default: .signed(number.int64Value)
      }
  }
}

/// Apple's layout of `NSMeasurement`: a number, and the unit as an object.
extension Measurement: ArchiveValue, ArchiveRecord {
  public static var archiveSchema: ArchiveSchema {
    ArchiveSchema(className: "NSMeasurement", fields: ["NS.value", "NS.unit"])
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(value, at: 0)
    try encoder.encode(unit, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let value: Double = try decoder.decode(at: 0)
    self.init(value: value, unit: try decoder.decode(at: 1))
  }

  public var _archiveObject: NSObject? { NSMeasurement(doubleValue: value, unit: unit) }

  public init?(_archiveObject: NSObject) {
    guard let measurement = _archiveObject as? NSMeasurement, let unit = measurement.unit as? UnitType else {
      return nil
    }
    self.init(value: measurement.doubleValue, unit: unit)
  }

  public static var archiveClasses: [AnyClass] { [NSMeasurement.self, UnitType.self] }
  public static var archiveName: String { "Measurement_\(UnitType.archiveName)" }
}
