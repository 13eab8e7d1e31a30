public import Foundation

/// Binary property lists, written by Foundation's `PropertyListEncoder`.
///
/// The top level of a property list cannot be a number, string, date or `null`. A value that encodes itself as one of
/// these is stored as the only entry of a dictionary, under `$fragment`. A dictionary that looks like such a wrapper is
/// wrapped in the same way. Payloads of more than 128 levels are refused.
public struct PropertyListCodableFormat: CodableFormat {
  /// Creates the format, which has no settings. ``CodableFormat/propertyList`` is the same.
  public init() {}

  /// The key of a value that is no property list by itself.
  static let fragmentKey = "$fragment"

  public static func encode(_ value: some Encodable) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    var data: Data
    do {
      data = try encoder.encode(value)
      if Fragment<Ignored>.isIn(data) { data = try encoder.encode(Fragment(value: value)) }
    } catch EncodingError.invalidValue(_, let context) where context.codingPath.isEmpty {
      // The value is a fragment, or it cannot be encoded and fails again.
      data = try encoder.encode(Fragment(value: value))
    }
    try PayloadNesting.check(propertyList: data)
    return data
  }

  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PayloadNesting.check(propertyList: data)
    let decoder = PropertyListDecoder()
    if Fragment<Ignored>.isIn(data) { return try decoder.decode(Fragment<Value>.self, from: data).value }
    return try decoder.decode(type, from: data)
  }
}

/// A value that is not a property list by itself, as the only entry of a dictionary.
private struct Fragment<Value> {
  let value: Value

  enum CodingKeys: String, CodingKey { case value = "$fragment" }

  /// Accepts any key, to check that there is no other.
  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// A value that is ignored.
private struct Ignored: Decodable {
  init(from decoder: any Decoder) {}
}

extension Fragment<Ignored> {
  /// Returns whether a property list is such a dictionary.
  static func isIn(_ data: Data) -> Bool {
    data.range(of: Data(CodingKeys.value.rawValue.utf8)) != nil
      && (try? PropertyListDecoder().decode(Self.self, from: data)) != nil
  }
}

extension Fragment: Encodable where Value: Encodable {}

extension Fragment: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try decoder.container(keyedBy: AnyKey.self).allKeys.count == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .value, in: container, debugDescription: "a dictionary with other keys as well")
    }
    value = try container.decode(Value.self, forKey: .value)
  }
}

extension CodableFormat where Self == PropertyListCodableFormat {
  /// Binary property lists.
  public static var propertyList: PropertyListCodableFormat { PropertyListCodableFormat() }
}
