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

/// Binary property lists, written by Foundation's `PropertyListEncoder`.
///
/// The top level of a property list cannot be a number, string, date or `null`. A value that encodes itself as one of
/// these is stored as the only entry of a dictionary, under `$fragment`. A dictionary that looks like such a wrapper is
/// wrapped in the same way. Payloads of more than 128 levels are refused.
public struct PropertyListCodableFormat: CodableFormat {
  /// Creates the format, which has no settings.
  public init() {}

  /// The key of a value that is not a property list by itself.
  static let fragmentKey = "$fragment"

  public static func encode(_ value: some Encodable) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    var data: Data
    do {
      data = try encoder.encode(value)
      if isFragment(data) { data = try encoder.encode([fragmentKey: value]) }
    } catch EncodingError.invalidValue(_, let context) where context.codingPath.isEmpty {
      // The value is a fragment, or it cannot be encoded and this fails again.
      data = try encoder.encode([fragmentKey: value])
    }
    try PayloadNesting.check(propertyList: data)
    return data
  }

  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PayloadNesting.check(propertyList: data)
    let decoder = PropertyListDecoder()
    guard isFragment(data) else { return try decoder.decode(type, from: data) }
    return try decoder.decode([String: Value].self, from: data)[fragmentKey]!
  }

  /// Returns whether a property list is a dictionary with the fragment key as its only key.
  private static func isFragment(_ data: Data) -> Bool {
    guard data.range(of: Data(fragmentKey.utf8)) != nil else { return false }
    let entries = try? PropertyListDecoder().decode([String: Ignored].self, from: data)
    return entries?.keys.elementsEqual([fragmentKey]) ?? false
  }
}

/// A value that is ignored.
private struct Ignored: Decodable {
  init(from decoder: any Decoder) {}
}

/// JSON, written by Foundation's `JSONEncoder` with sorted keys. Payloads of more than 128 levels are refused.
public struct JSONCodableFormat: CodableFormat {
  /// Creates the format, which has no settings. ``CodableFormat/json`` is the same.
  public init() {}

  public static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    try PayloadNesting.check(json: data)
    return data
  }

  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PayloadNesting.check(json: data)
    return try JSONDecoder().decode(type, from: data)
  }
}

extension CodableFormat where Self == JSONCodableFormat {
  /// JSON, written by Foundation's `JSONEncoder`.
  public static var json: JSONCodableFormat { JSONCodableFormat() }
}
