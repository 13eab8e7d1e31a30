public import Foundation

/// Binary property lists, written by Foundation's `PropertyListEncoder`.
///
/// The top level of a property list cannot be a number, string, date or `null`. A value that encodes itself as one of
/// these is stored as the only entry of a dictionary, under `$fragment`. A dictionary that looks like such a wrapper is
/// wrapped in the same way. Payloads of more than 128 levels are refused.
public struct PropertyListCodableFormat: CodableFormat {
  /// Creates the format, which has no settings. ``CodableFormat/propertyList`` is the same.
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

extension CodableFormat where Self == PropertyListCodableFormat {
  /// Binary property lists.
  public static var propertyList: PropertyListCodableFormat { PropertyListCodableFormat() }
}
