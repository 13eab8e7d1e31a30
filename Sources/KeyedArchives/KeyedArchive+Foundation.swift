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
}
