internal import ArchiveBytes
public import Foundation

/// An encoder and its decoder, for fields stored with `.codable`.
///
/// ``PropertyListCodableFormat`` is the default; `.codable(.json)` uses ``JSONCodableFormat``. Write your own type to
/// use another encoder, or one of these with other settings:
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
  /// Returns the payload of a value.
  static func encode(_ value: some Encodable) throws -> Data
  /// Returns the value of a payload. The payload may be any bytes.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// Stores `Codable` values as payloads.
struct CodableTransformer<Value: Codable, Format: CodableFormat>: ArchiveTransformer {
  func encode(_ value: Value) throws -> Data {
    try ArchiveError.expecting("a \(Value.self) that \(Format.self) takes") { try Format.encode(value) }
  }

  func decode(_ stored: Data) throws -> Value {
    try ArchiveError.expecting("a \(Value.self) in a payload of \(Format.self)") {
      try Format.decode(Value.self, from: stored)
    }
  }
}

extension ArchiveError {
  /// Calls `body`, and turns its errors into an ``ArchiveError`` that names the expected value.
  static func expecting<Result>(
    _ expected: @autoclosure () -> String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      throw error
    } catch {
      throw ArchiveError(.invalidValue, expected: expected(), found: "\(error)", underlying: error)
    }
  }
}
