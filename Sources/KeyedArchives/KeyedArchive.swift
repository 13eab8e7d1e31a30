public import ArchiveBytes
public import ArchiveValues
public import Foundation
internal import PropertyLists

/// Apple's keyed archive: the files that `NSKeyedArchiver` writes, read and written without it.
///
/// ```swift
/// let data = try KeyedArchive.encode(sessions)
/// let back = try KeyedArchive.decode([Session].self, from: data)
/// ```
///
/// The bytes are a property list, binary or XML, with the layout of Apple's archiver. Foundation's unarchiver can
/// read these archives, and this type can read Foundation's. Values are written and read directly, without creating
/// an `NSObject`.
///
/// To read an archive with several top-level values, or to inspect it before decoding, open it:
///
/// ```swift
/// let archive = try KeyedArchive(data)
/// print(archive.keys, archive.objectCount, archive.archiver)
/// let title = try archive.decode(String.self, forKey: "title")
/// ```
public struct KeyedArchive: Sendable {
  /// The archive in its binary form.
  package let data: Data
  /// Whether it was converted from another form.
  let isConverted: Bool
  /// The number of ignored bytes after the archive: zeros and white space.
  package let paddingCount: Int
  let options: DecodingOptions
  /// The names of the top-level values: `root` in most archives, `$0`, `$1` … for values encoded without a key.
  public let keys: [String]
  /// The number of entries in the object table, including the null object.
  public let objectCount: Int
  /// The name of the archiver class that wrote the archive.
  public let archiver: String
  /// The number under `$version`; 100,000 in every archive seen so far.
  public let version: Int

  /// Encodes a value as a keyed archive.
  ///
  /// - Returns: The bytes; the same value gives the same bytes in every process.
  /// - Throws: ``ArchiveError`` if the value nests deeper than the limits allow or contains an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try encoding(options) { try value.encodeValue(to: &$0) }
  }

  static func encoding(
    _ options: EncodingOptions, _ body: (inout ObjectTableWriter) throws -> Void
  ) throws -> Data {
    var writer = ObjectTableWriter(limits: options.limits)
    writer.use(options)
    do { try body(&writer) } catch { throw ArchiveError.wrapping(error) }
    let data = try writer.finish(keys: [options.key.escapedKey])
    return try PlistConversion.convert(data, to: options.outputFormat, options.limits)
  }

  /// Decodes the value of a keyed archive.
  ///
  /// - Parameters:
  ///   - type: The type to decode. It alone decides what is created, never a class name in the file.
  ///   - data: The archive, binary or XML; may be a slice.
  /// - Throws: ``ArchiveError``, with its location in the archive, for any invalid input.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions()
  ) throws -> Value {
    try PlistConversion.reading(from: data, options.limits) {
      try reading(from: $0, options) { reader in try reader.decodeTop(type, forKey: options.key) }
    }
  }

  /// Decodes a keyed archive embedded in another file, and charges its cost to the budget of the whole.
  package static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, _ limits: ArchiveLimits = ArchiveLimits(), budget: inout Int
  ) throws -> Value {
    try PlistConversion.reading(from: data, limits) { data in
      try reading(from: data, DecodingOptions(limits: limits)) { reader in
        reader.budget = budget
        defer { budget = reader.budget }
        return try reader.decodeTop(type, forKey: "root")
      }
    }
  }

  /// Opens an archive without decoding its values.
  ///
  /// Zero bytes and white space after a binary archive are ignored: programs that store archives in blocks pad these.
  ///
  /// - Throws: ``ArchiveError`` if the bytes are not a keyed archive, or if the options do not accept its archiver.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    isConverted = data.beginsAsXML
    let (data, table, keys) = try PlistConversion.reading(from: data, options.limits) { data in
      try unsafe data.withUnsafeBytes {
        let table = try unsafe ObjectTable($0)
        try table.checkArchiver(options.archivers)
        return (data, table, try table.top().map(\.key))
      }
    }
    // Drops the padding, so that later readers need not search for the end of the list.
    self.data = data.prefix(table.plist.count)
    paddingCount = table.plist.paddingCount
    self.options = options
    self.keys = keys
    objectCount = table.objectCount
    archiver = table.archiver
    version = table.version
  }

  /// Decodes the top-level value stored under a key.
  ///
  /// - Throws: ``ArchiveError``, with its location in the archive.
  public func decode<Value: ArchiveValue>(_ type: Value.Type, forKey key: String = "root") throws -> Value {
    try reading { reader in try reader.decodeTop(type, forKey: key) }
  }

  /// Calls `body` with a reader of the archive. Its errors have no offset if the archive was converted from another
  /// form.
  ///
  /// Do not keep the reader: it reads the bytes in place. Nothing that refers to them may outlive the call.
  func reading<Result>(_ body: (inout ObjectTableReader) throws -> Result) throws -> Result {
    try locating { try Self.reading(from: data, options, body) }
  }

  /// Calls `body`. Its errors have no offset if the archive was converted from another form.
  func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let error = ArchiveError.wrapping(error)
      throw isConverted ? error.withoutOffset : error
    }
  }

  /// Calls `body` with a reader of an unopened binary archive.
  private static func reading<Result>(
    from data: Data, _ options: DecodingOptions, _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    try unsafe data.withUnsafeBytes { bytes in
      let table = try unsafe ObjectTable(bytes)
      try table.checkArchiver(options.archivers)
      var reader = ObjectTableReader(table, limits: options.limits)
      return try body(&reader)
    }
  }

  /// Options for encoding.
  public struct EncodingOptions: Sendable, Hashable {
    /// The kind of property list: `.binary`, the default, or `.xml`.
    ///
    /// Binary keeps every bit of a value. XML loses the payload of a NaN, and the difference between reals of four
    /// and eight bytes. XML cannot express control characters: encoding a string with one throws an error with its
    /// location.
    public var outputFormat: PropertyListSerialization.PropertyListFormat
    /// The name of the top-level value; `root` by default, as in Apple's one-shot methods.
    public var key: String
    /// The archiver class named in the archive; `NSKeyedArchiver` by default.
    public var archiver: String
    /// The number under `$version`; 100,000 by default, as in every archive seen.
    public var version: Int
    /// The limits of encoding, which uses only the depth.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(
      outputFormat: PropertyListSerialization.PropertyListFormat = .binary, key: String = "root",
      archiver: String = "NSKeyedArchiver", version: Int = 100_000, limits: ArchiveLimits = ArchiveLimits()
    ) {
      self.outputFormat = outputFormat
      self.key = key
      self.archiver = archiver
      self.version = version
      self.limits = limits
    }
  }

  /// Options for decoding.
  public struct DecodingOptions: Sendable, Hashable {
    /// The name of the top-level value; `root` by default.
    public var key: String
    /// The accepted archivers, by the name in `$archiver`. `NSKeyedArchiver` by default; some of Apple's frameworks
    /// write other names, such as `SCNKeyedArchiver`. `nil` accepts any.
    public var archivers: Set<String>?
    /// Limits on depth and decoded size; see ``ArchiveLimits``.
    public var limits: ArchiveLimits

    // Stored, because a default argument would be created for each call.
    private static let usualArchivers: Set<String> = ["NSKeyedArchiver"]

    /// Options for archives by `NSKeyedArchiver`.
    public init(key: String = "root", limits: ArchiveLimits = ArchiveLimits()) {
      self.init(key: key, archivers: Self.usualArchivers, limits: limits)
    }

    /// Options with these values.
    public init(key: String = "root", archivers: Set<String>?, limits: ArchiveLimits = ArchiveLimits()) {
      self.key = key
      self.archivers = archivers
      self.limits = limits
    }
  }

  // MARK: Files

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

extension ObjectTableWriter {
  /// Writes the next archive with these options.
  mutating func use(_ options: KeyedArchive.EncodingOptions) {
    (limits, archiver, version) = (options.limits, options.archiver, options.version)
  }
}
