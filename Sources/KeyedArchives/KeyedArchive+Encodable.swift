internal import ArchiveBytes
internal import ArchiveValues
public import Foundation

// The counterparts of `encodeEncodable` and `decodeDecodable` of `NSKeyedArchiver` and `NSKeyedUnarchiver`. They
// store a `Codable` value as the objects of a property list, with the string `$null` for `nil`.

extension KeyedArchive {
  /// Archives a `Codable` value like `encodeEncodable(_:forKey:)` of `NSKeyedArchiver`.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be encoded.
  public static func encodeEncodable<Value: Encodable>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try encode(PropertyList(encoding: value), options: options)
  }

  /// Decodes a `Codable` value that `encodeEncodable(_:forKey:)` of `NSKeyedArchiver` stored.
  ///
  /// ```swift
  /// let settings = try KeyedArchive(data).decodeDecodable(Settings.self, forKey: "settings")
  /// ```
  ///
  /// - Returns: `nil` if there is nothing under the key.
  /// - Throws: ``ArchiveError`` if the data is no property list of the type.
  public func decodeDecodable<Value: Decodable>(
    _ type: Value.Type, forKey key: String = "root"
  ) throws -> Value? {
    guard keys.contains(key) || keys.contains(key.escapedKey) else { return nil }
    return try reading { reader in
      try reader.moveToTop(key)
      return try reader.decodeDecodable(type)
    }
  }
}

extension KeyedArchiver {
  /// Stores a `Codable` value like `NSKeyedArchiver`: as the objects of its property list.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be encoded.
  public func encodeEncodable<Value: Encodable>(_ value: Value, forKey key: String) throws {
    encode(
      try ArchiveError.located(at: .field(key)) { try PropertyList(encoding: value) } as Any?, forKey: key)
  }
}

extension KeyedUnarchiver {
  /// Reads a `Codable` value that ``KeyedArchiver/encodeEncodable(_:forKey:)`` or `NSKeyedArchiver` stored. Returns
  /// `nil` if the key is missing, or after an error, which ``finishDecoding()`` throws.
  public func decodeDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    read(key) { try withReader { try $0.decodeDecodable(type) } }
  }

  /// Reads a `Codable` value.
  ///
  /// - Returns: `nil` if there is nothing under the key.
  /// - Throws: ``ArchiveError`` if the data is no property list of the type.
  public func decodeTopLevelDecodable<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws -> Value? {
    try ArchiveError.located(at: .field(key)) { try throwing { decodeDecodable(type, forKey: key) } }
  }
}

extension ObjectTableReader {
  /// Reads the value at the current place; returns `nil` if `nil` is stored.
  fileprivate mutating func decodeDecodable<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if try decodeNil() { return nil }
    return try PropertyList(encodable: _decodeNode()).decode(type)
  }
}
