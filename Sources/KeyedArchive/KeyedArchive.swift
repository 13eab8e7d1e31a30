public import ArchiveBytes
package import ArchiveNodes
public import ArchiveValues
public import Foundation

/// Apple's keyed archive: the files that `NSKeyedArchiver` writes, read and written without it.
///
/// ```swift
/// let data = try KeyedArchive.encode(sessions)
/// let back = try KeyedArchive.decode([Session].self, from: data)
/// ```
///
/// The bytes are a property list, binary or XML, with the layout of Apple's archiver, so that Foundation's unarchiver
/// reads what is written here and the other way round. Values are written and read directly; no `NSObject` is made on
/// the way.
///
/// To read an archive with several top-level values, or to look at one before decoding it, open it:
///
/// ```swift
/// let archive = try KeyedArchive(data)
/// print(archive.keys, archive.objectCount, archive.archiver)
/// let title = try archive.decode(String.self, forKey: "title")
/// ```
public struct KeyedArchive: Sendable {
  /// The archive in its binary form.
  let data: Data
  /// Whether it came in another form.
  let isConverted: Bool
  let options: DecodingOptions
  /// The names of the values at the top of the archive: `root` in most, `$0`, `$1` … where values were encoded
  /// without a key.
  public let keys: [String]
  /// How many entries the object table has, the null object included.
  public let objectCount: Int
  /// The name of the class that wrote the archive.
  public let archiver: String
  /// The number under `$version`; 100,000 in every archive seen.
  public let version: Int

  /// How values are written.
  public struct EncodingOptions: Sendable, Hashable {
    /// The kind of property list: `.binary`, the default, or `.xml`.
    ///
    /// Binary keeps every bit of a value. XML loses the payload of a NaN, and the difference between reals of four and
    /// eight bytes. It has no words for control characters: a text with one is refused, with its place.
    public var outputFormat: PropertyListSerialization.PropertyListFormat
    /// The name of the value at the top of the archive; `root` by default, as in Apple's one-shot methods.
    public var key: String
    /// The name of the class that is said to have written the archive; `NSKeyedArchiver` by default.
    public var archiver: String
    /// The number under `$version`; 100,000 by default, as in every archive seen.
    public var version: Int
    /// Only the depth counts when writing.
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

  /// How archives are read.
  public struct DecodingOptions: Sendable, Hashable {
    /// The name of the value at the top of the archive; `root` by default.
    public var key: String
    /// The programs whose archives are read, by the name in `$archiver`. `NSKeyedArchiver` by default; some of
    /// Apple's frameworks write others, such as `SCNKeyedArchiver`. `nil` reads all.
    public var archivers: Set<String>?
    /// What the archive may cost; see ``ArchiveLimits``.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(
      key: String = "root", archivers: Set<String>? = ["NSKeyedArchiver"],
      limits: ArchiveLimits = ArchiveLimits()
    ) {
      self.key = key
      self.archivers = archivers
      self.limits = limits
    }
  }

  /// Writes a value as a keyed archive.
  ///
  /// - Returns: The bytes; the same value gives the same bytes in every process.
  /// - Throws: ``ArchiveError`` when the value nests deeper than the limits allow or holds an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try encoding(options) { try value.encodeValue(to: &$0) }
  }

  /// Writes an object, of whatever class it is.
  package static func encode(object: NSObject, options: EncodingOptions = EncodingOptions()) throws -> Data {
    try encoding(options) { try $0.encodeObject(object) }
  }

  private static func encoding(
    _ options: EncodingOptions, _ body: (inout ObjectTableWriter) throws -> Void
  ) throws -> Data {
    var writer = ObjectTableWriter(limits: options.limits)
    (writer.archiver, writer.version) = (options.archiver, options.version)
    do {
      try body(&writer)
    } catch {
      throw ArchiveError.wrapping(error)
    }
    return try PlistConversion.convert(
      writer.finish(keys: [ObjectTableWriter.escaped(options.key)]), to: options.outputFormat, options.limits)
  }

  /// Reads the value of a keyed archive.
  ///
  /// - Parameters:
  ///   - type: The type to read; it alone decides what is made, never a class name in the file.
  ///   - data: The archive, binary or XML; a slice will do.
  /// - Throws: ``ArchiveError``, located in the archive, whatever the bytes are.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions()
  ) throws -> Value {
    try PlistConversion.reading(from: data, options.limits) {
      try reading(from: $0, options) { reader in try reader.decodeTop(type, forKey: options.key) }
    }
  }

  /// Reads the value of a keyed archive that is part of something larger, and takes what it costs from the budget of
  /// the whole.
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

  /// Opens an archive, without decoding what is in it.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are not a keyed archive, or one of an archiver that the options do not
  ///   name.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    try self.init(data, list: nil, options: options)
  }

  /// The same, with the list of an archive in XML when it was read before.
  package init(_ data: Data, list: ArchiveNode?, options: DecodingOptions) throws {
    isConverted = data.beginsAsXML
    let (data, table) = try PlistConversion.reading(from: data, list: list, options.limits) { data in
      let table = try unsafe data.withUnsafeBytes { try unsafe ObjectTable($0) }
      try table.checkArchiver(options.archivers)
      return (data, table)
    }
    self.data = data
    self.options = options
    keys = table.top.map(\.key)
    objectCount = table.objectCount
    archiver = table.archiver
    version = table.version
  }

  /// Reads the value at the top of the archive that is stored under a key.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func decode<Value: ArchiveValue>(_ type: Value.Type, forKey key: String = "root") throws -> Value {
    try reading { reader in try reader.decodeTop(type, forKey: key) }
  }

  /// Calls `body` with a reader of the archive, whose errors have no offset when the archive came in another form.
  ///
  /// The reader must not be kept: it reads the bytes where they are. Nothing that is made of them outlives the call.
  func reading<Result>(_ body: (inout ObjectTableReader) throws -> Result) throws -> Result {
    do {
      return try Self.reading(from: data, options, body)
    } catch {
      let error = ArchiveError.wrapping(error)
      throw isConverted ? error.withoutOffset : error
    }
  }

  /// The same for an archive in its binary form that was not opened.
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
}
