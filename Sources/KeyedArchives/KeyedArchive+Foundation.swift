internal import ArchiveBytes
internal import ArchiveValues
public import Foundation

// The one-shot methods of `NSKeyedArchiver` and `NSKeyedUnarchiver`, so that callers can switch by changing the
// type's name.

extension KeyedArchive {
  /// Encodes an object or a value as a keyed archive, like `NSKeyedArchiver`'s method.
  ///
  /// Use it for objects of existing `NSSecureCoding` classes, `Coding` objects, and Foundation's collections of them.
  /// - Throws: ``ArchiveError`` if part of it cannot be archived.
  public static func archivedData(withRootObject object: Any, requiringSecureCoding: Bool) throws -> Data {
    let archiver = KeyedArchiver(requiringSecureCoding: requiringSecureCoding)
    archiver.encode(object as Any?, forKey: "root")
    do {
      return try archiver.finishEncoding()
    } catch {
      throw withoutRoot(error)
    }
  }

  /// Decodes an object of a class or of a registered subclass, like `NSKeyedUnarchiver`'s method.
  ///
  /// - Returns: `nil` when the archive holds `nil`.
  /// - Throws: ``ArchiveError``, with its place in the archive, for any invalid input.
  public static func unarchivedObject<Object: NSObject & NSCoding>(
    ofClass type: Object.Type, from data: Data
  ) throws -> Object? {
    try unarchivedObject(ofClasses: [type], from: data) as? Object
  }

  /// Decodes an object of one of several classes.
  ///
  /// - Returns: `nil` when the archive holds `nil`.
  /// - Throws: ``ArchiveError``, with its place in the archive, for any invalid input.
  public static func unarchivedObject(ofClasses types: [AnyClass], from data: Data) throws -> Any? {
    try root(of: data) { $0.object(of: types, forKey: "root") }
  }

  private static func root<Result>(of data: Data, _ read: (KeyedUnarchiver) -> Result?) throws -> Result? {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    guard unarchiver.containsValue(forKey: "root") else {
      throw ArchiveError(
        .missingField, expected: "an entry “root” at the top of the archive", found: "none",
        advice: .changeCode("Open the archive as KeyedArchive(data), and pass one of its keys."))
    }
    let result = read(unarchiver)
    do {
      try unarchiver.finishDecoding()
    } catch {
      throw withoutRoot(error)
    }
    return result
  }

  // The collections below get their parts directly from the unarchiver. On Linux, an `NSArray` converts each element
  // it returns, with everything in it.

  /// Decodes an array of objects of a class.
  ///
  /// - Throws: ``ArchiveError``, with its place in the archive, for any invalid input.
  public static func unarchivedArrayOfObjects<Object: NSObject & NSCoding>(
    ofClass type: Object.Type, from data: Data
  ) throws -> [Object]? {
    let classes: [AnyClass] = [NSArray.self, type]
    return try root(of: data) { $0.parts(of: .array, allowed: classes, forKey: "root") }?
      .map { try cast($0, to: Object.self) }
  }

  /// Decodes a dictionary with keys of one class and objects of another.
  ///
  /// - Throws: ``ArchiveError``, with its place in the archive, for any invalid input.
  public static func unarchivedDictionary<Key: NSObject & NSCopying & NSCoding, Object: NSObject & NSCoding>(
    ofKeyClass keyType: Key.Type, objectClass: Object.Type, from data: Data
  ) throws -> [Key: Object]? {
    let classes: [AnyClass] = [NSDictionary.self, keyType, objectClass]
    guard let parts = try root(of: data, { $0.parts(of: .dictionary, allowed: classes, forKey: "root") })
    else { return nil }
    let count = parts.count / 2
    var result: [Key: Object] = [:]
    for (key, object) in zip(parts.prefix(count), parts.suffix(count)) {
      result[try cast(key, to: Key.self)] = try cast(object, to: Object.self)
    }
    return result
  }

  private static func cast<Wanted: AnyObject>(_ object: AnyObject, to type: Wanted.Type) throws -> Wanted {
    guard let wanted = object as? Wanted else {
      throw ArchiveError(.typeMismatch, expected: "\(type)", found: "\(Swift.type(of: object))")
    }
    return wanted
  }

  /// Returns the error without the name of the root in its path, since callers of these methods never passed it.
  private static func withoutRoot(_ error: any Error) -> ArchiveError {
    var error = ArchiveError.wrapping(error)
    if error.path.first == .field("root") { error.path.removeFirst() }
    return error
  }

  // The counterparts of `encodeEncodable` and `decodeDecodable` of `NSKeyedArchiver` and `NSKeyedUnarchiver`. They
  // store a `Codable` value as the objects of a property list, with the string `$null` for `nil`.

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
