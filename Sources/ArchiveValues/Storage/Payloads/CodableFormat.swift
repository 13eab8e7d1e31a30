public import Foundation

/// An encoder and its decoder: what a field is stored by that names `.codable`.
///
/// ``PropertyListCodableFormat`` is used where none is named, ``JSONCodableFormat`` by `.codable(.json)`. A type of your own makes any
/// other encoder selectable, or one of these with other settings:
///
/// ```swift
/// struct DatesAsText: CodableFormat {
///   static func encode(_ value: some Encodable) throws -> Data {
///     let encoder = JSONEncoder()
///     encoder.dateEncodingStrategy = .iso8601
///     return try encoder.encode(value)
///   }
///   static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
///     let decoder = JSONDecoder()
///     decoder.dateDecodingStrategy = .iso8601
///     return try decoder.decode(type, from: data)
///   }
/// }
///
/// @Stored(.codable(DatesAsText())) var calendar: [String: Date]
/// ```
public protocol CodableFormat: Sendable {
  /// The payload of a value.
  static func encode(_ value: some Encodable) throws -> Data
  /// The value of a payload, which may be any bytes.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
