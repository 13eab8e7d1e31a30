public import Foundation

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
