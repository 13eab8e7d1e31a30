internal import ArchiveBytes
public import ArchiveValues
public import Foundation

extension KeyedArchive {
  /// Opens an archive in a file, without decoding its values.
  ///
  /// - Throws: ``ArchiveError``, with the path of the file, if the bytes are not a keyed archive; Foundation's error if the
  ///   file cannot be read.
  public init(contentsOf url: URL, options: DecodingOptions = DecodingOptions()) throws {
    let data = try Data(contentsOf: url)
    self = try Self.naming(url) { try KeyedArchive(data, options: options) }
  }

  /// Decodes the value of a keyed archive in a file.
  ///
  /// ```swift
  /// let sessions = try KeyedArchive.decode([Session].self, contentsOf: url)
  /// ```
  ///
  /// - Throws: ``ArchiveError``, with its place in the archive and the path of the file, for any invalid input;
  ///   Foundation's error if the file cannot be read.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, contentsOf url: URL, options: DecodingOptions = DecodingOptions()
  ) throws -> Value {
    let data = try Data(contentsOf: url)
    return try naming(url) { try decode(type, from: data, options: options) }
  }

  /// Encodes a value as a keyed archive in a file, replacing the whole file.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived; Foundation's error if the file cannot be written.
  ///   After an error, the file is unchanged.
  public static func write<Value: ArchiveValue>(
    _ value: Value, to url: URL, options: EncodingOptions = EncodingOptions()
  ) throws { try encode(value, options: options).write(to: url, options: .atomic) }

  /// Adds the path of a file to the errors of `body`.
  private static func naming<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      var error = ArchiveError.wrapping(error)
      error.file = url.path
      throw error
    }
  }
}
