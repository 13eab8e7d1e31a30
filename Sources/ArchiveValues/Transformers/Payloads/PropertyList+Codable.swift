internal import ArchiveBytes
package import ArchiveNodes
internal import Foundation

// `Codable` values as property lists, and back.

extension PropertyList {
  /// Encodes a value as `PropertyListEncoder` does. Unlike with that encoder, the value may be a single number or
  /// string.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be encoded.
  public init<Value: Encodable>(encoding value: Value) throws {
    self = try ArchiveError.expecting("a \(Value.self) that a property list holds") {
      let data = try PropertyListCodableFormat.encode(value)
      return try PropertyList(unsafe PropertyListSerialization.propertyList(from: data, format: nil))
    }
    // A single number or string is wrapped in a dictionary.
    if case .dictionary(let values) = self, values.count == 1,
      let fragment = values[PropertyListCodableFormat.fragmentKey]
    {
      self = fragment
    }
  }

  /// Decodes a value as `PropertyListDecoder` does.
  ///
  /// - Throws: ``ArchiveError`` if the list does not match the type.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ArchiveError.expecting("a property list of a \(Value.self)") {
      let data = try PropertyListSerialization.data(
        fromPropertyList: [PropertyListCodableFormat.fragmentKey: any], format: .binary, options: 0)
      return try PropertyListCodableFormat.decode(type, from: data)
    }
  }

  /// Converts the stored form of an archived `Encodable` value, in which a text represents `nil`.
  package init(encodable node: ArchiveNode) throws { try self.init(node, null: .string("$null")) }
}
