public import ArchiveValues
public import Foundation

/// A type whose values an attribute holds without conversion: numbers, strings, dates, data, UUIDs and URLs, and
/// optionals of these.
public protocol AttributeValue: ArchiveValue {
  /// The type of the attribute.
  static var attributeType: AttributeType { get }
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

extension Optional: AttributeValue where Wrapped: AttributeValue {
  public static var attributeType: AttributeType { Wrapped.attributeType }
}
