internal import ArchiveBytes
public import ArchiveValues
internal import Foundation
public import KeyedArchives

/// An archive of a value as text, for property wrappers that store a `RawRepresentable` string: SwiftUI's `@AppStorage`
/// and `@SceneStorage`.
///
/// ```swift
/// @AppStorage("session") private var session: KeyedArchiveText<Session>?
///
/// session = try KeyedArchiveText(newSession)
/// let current = try session?.decoded()
/// ```
///
/// The text is the keyed archive in Base64. Creating one from text does not read the text, so damaged text, or text of
/// a newer version, is kept and stored again unchanged. Only ``decoded(options:)`` throws.
public struct KeyedArchiveText<Value: ArchiveValue>: RawRepresentable, Hashable, Sendable {
  /// The text that is stored.
  public let rawValue: String

  /// Keeps a text without reading it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Archives a value.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived.
  public init(_ value: Value, options: KeyedArchive.EncodingOptions = KeyedArchive.EncodingOptions()) throws {
    rawValue = try KeyedArchive.encode(value, options: options).base64EncodedString()
  }

  /// Reads the value.
  ///
  /// - Throws: ``ArchiveError``, with the place in the archive, if the text is no archive of the type.
  /// - Complexity: Linear in the size of the archive, each time.
  public func decoded(
    options: KeyedArchive.DecodingOptions = KeyedArchive.DecodingOptions()
  ) throws -> Value {
    guard let data = Data(base64Encoded: rawValue) else {
      throw ArchiveError(
        .malformed, expected: "a keyed archive in Base64", found: "the text \"\(rawValue.prefix(80))\"")
    }
    return try KeyedArchive.decode(Value.self, from: data, options: options)
  }
}
