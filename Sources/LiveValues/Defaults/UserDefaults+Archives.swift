internal import ArchiveBytes
public import ArchiveValues
public import Foundation
public import KeyedArchives

// Values in the user's defaults, as keyed archives. What is there and cannot be read stays there.

extension UserDefaults {
  /// Stores a value as the data of a keyed archive.
  ///
  /// ```swift
  /// try UserDefaults.standard.archive(session, forKey: "session")
  /// try UserDefaults.standard.archive(sessions, forKey: "history")
  /// ```
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived; the setting is then as it was.
  public func archive<Value: ArchiveValue>(
    _ value: Value, forKey key: String,
    options: KeyedArchive.EncodingOptions = KeyedArchive.EncodingOptions()
  ) throws {
    let data = try ArchiveError.located(at: .key(key)) { try KeyedArchive.encode(value, options: options) }
    set(data, forKey: key)
  }

  /// Stores a value as the data of a keyed archive, or removes the setting if the value is `nil`.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived; the setting is then as it was.
  public func archive<Value: ArchiveValue>(
    _ value: Value?, forKey key: String,
    options: KeyedArchive.EncodingOptions = KeyedArchive.EncodingOptions()
  ) throws {
    guard let value else { return removeObject(forKey: key) }
    try archive(value, forKey: key, options: options)
  }

  /// Reads a value that `archive(_:forKey:options:)` or a ``KeyedArchiveText`` stored, or `NSKeyedArchiver` as data.
  ///
  /// ```swift
  /// let session = try UserDefaults.standard.unarchive(Session.self, forKey: "session") ?? Session()
  /// ```
  ///
  /// - Returns: `nil` only if there is nothing under the key.
  /// - Throws: ``ArchiveError``, with the key and the place in the archive, if the data is no archive of the type.
  ///   The setting stays as it is.
  public func unarchive<Value: ArchiveValue>(
    _ type: Value.Type, forKey key: String,
    options: KeyedArchive.DecodingOptions = KeyedArchive.DecodingOptions()
  ) throws -> Value? {
    try object(forKey: key).map { try Self.unarchived(type, $0, forKey: key, options: options) }
  }

  /// Reads the value of what is stored under a key.
  static func unarchived<Value: ArchiveValue>(
    _ type: Value.Type, _ stored: Any, forKey key: String,
    options: KeyedArchive.DecodingOptions = KeyedArchive.DecodingOptions()
  ) throws -> Value {
    try ArchiveError.located(at: .key(key)) {
      switch stored {
      case let data as Data: try KeyedArchive.decode(type, from: data, options: options)
      case let text as String: try KeyedArchiveText(rawValue: text).decoded(options: options)
      default:
        throw ArchiveError(
          .typeMismatch, expected: "an archive as data or as text",
          found: "a \(Swift.type(of: stored)): \("\(stored)".prefix(80))",
          advice:
            "Another part of the program, or an older version of it, stores something else under this key.")
      }
    }
  }
}
