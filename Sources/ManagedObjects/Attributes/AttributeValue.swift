public import ArchiveValues
public import Foundation

/// A type whose values an attribute holds as they are: numbers, strings, dates, data, UUIDs and URLs.
public protocol AttributeValue: ArchiveValue {
  /// The type of the attribute.
  static var attributeType: AttributeType { get }
  /// The value in the form that the attribute holds. Integers of all widths are `Int64`.
  var attributeValue: Any { get }
  /// Creates the value from what an attribute holds: an `NSNumber`, where Core Data has one. Returns `nil` if the type
  /// has no such value.
  init?(attributeValue: Any)
}

extension AttributeValue {
  public var attributeValue: Any { self }

  public init?(attributeValue: Any) {
    guard let value = attributeValue as? Self else { return nil }
    self = value
  }
}

extension AttributeValue where Self: FixedWidthInteger {
  public var attributeValue: Any { Int64(self) }

  public init?(attributeValue: Any) {
    guard let value = attributeValue as? Int64 else { return nil }
    self.init(exactly: value)
  }
}

extension Int: AttributeValue { public static var attributeType: AttributeType { .integer64 } }
extension Int16: AttributeValue { public static var attributeType: AttributeType { .integer16 } }
extension Int32: AttributeValue { public static var attributeType: AttributeType { .integer32 } }
extension Int64: AttributeValue { public static var attributeType: AttributeType { .integer64 } }
extension Bool: AttributeValue { public static var attributeType: AttributeType { .boolean } }
extension Float: AttributeValue { public static var attributeType: AttributeType { .float } }
extension Double: AttributeValue { public static var attributeType: AttributeType { .double } }
extension Decimal: AttributeValue { public static var attributeType: AttributeType { .decimal } }
extension String: AttributeValue { public static var attributeType: AttributeType { .string } }
extension Date: AttributeValue { public static var attributeType: AttributeType { .date } }
extension Data: AttributeValue { public static var attributeType: AttributeType { .binaryData } }
extension UUID: AttributeValue { public static var attributeType: AttributeType { .uuid } }
extension URL: AttributeValue { public static var attributeType: AttributeType { .uri } }

/// An optional of such a type, asked about at run time.
protocol OptionalAttributeValue {
  static var attributeType: AttributeType { get }
}

extension Optional: OptionalAttributeValue where Wrapped: AttributeValue {
  static var attributeType: AttributeType { Wrapped.attributeType }
}
