public import ArchiveBytes
public import Foundation

/// A format that a file of values may have: how its files are told from others, opened and written.
///
/// `ArchiveDocuments` has keyed archives, column archives, JSON and property lists; `FastCoding` has ``fastCoding``. A
/// format of your own is one value more, for ``ArchiveDocument`` and ``ArchiveInspection`` alike:
///
/// ```swift
/// extension ArchiveFormat {
///   static let csv = ArchiveFormat(name: "csv", fileDescription: "a table in CSV") { data, _ in
///     data.starts(with: "id,".utf8)
///   } open: { data, options, _ in
///     CSVFile(data, options)
///   } encode: { content, options in
///     try csv(of: content.node)
///   }
/// }
/// let document = try ArchiveDocument(data, formats: ArchiveFormat.standard + [.csv])
/// ```
public struct ArchiveFormat: Sendable {
  /// The short name of the format, as a command line has it: `keyed`, `json`. Formats of one name are equal.
  public let name: String
  /// What errors call a file of the format: `a keyed archive`.
  public let fileDescription: String
  private let recognizes: @Sendable (Data, ArchiveLimits) throws -> Bool
  private let open: @Sendable (Data, ReadingOptions, (Int) -> Void) throws -> (any ArchiveFile)?
  private let encode: @Sendable (ArchiveContent, WritingOptions) throws -> Data

  /// A format.
  ///
  /// - Parameters:
  ///   - recognizes: Whether the first bytes of data are those of the format. The data may still be damaged.
  ///   - open: Opens a file that was recognised. The function that it is given is to be called now and then with the count
  ///     of bytes that are not looked at again.
  ///   - encode: Writes a file.
  public init(
    name: String, fileDescription: String,
    recognizes: @escaping @Sendable (_ data: Data, _ limits: ArchiveLimits) throws -> Bool,
    open:
      @escaping @Sendable (_ data: Data, _ options: ReadingOptions, _ progress: (Int) -> Void) throws ->
      any ArchiveFile,
    encode: @escaping @Sendable (_ content: ArchiveContent, _ options: WritingOptions) throws -> Data
  ) {
    self.init(name: name, fileDescription: fileDescription, recognizes: recognizes, encode: encode) {
      try recognizes($0, $1.limits) ? try open($0, $1, $2) : nil
    }
  }

  /// A format that opens a file with what it read to recognise it: `openIfRecognized` gives `nil` for data of another
  /// format.
  package init(
    name: String, fileDescription: String,
    recognizes: @escaping @Sendable (Data, ArchiveLimits) throws -> Bool,
    encode: @escaping @Sendable (ArchiveContent, WritingOptions) throws -> Data,
    openIfRecognized: @escaping @Sendable (Data, ReadingOptions, (Int) -> Void) throws -> (any ArchiveFile)?
  ) {
    (self.name, self.fileDescription) = (name, fileDescription)
    (self.recognizes, self.encode, open) = (recognizes, encode, openIfRecognized)
  }

  /// Whether data begin like a file of this format.
  ///
  /// - Throws: ``ArchiveError`` when the beginning is that of a file of the format, but damaged.
  public func recognizes(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> Bool {
    try recognizes(data, limits)
  }

  /// Opens a file of this format.
  ///
  /// - Returns: The file; `nil` when the data are those of another format.
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again:
  ///   memory that a large file is mapped to can be given back.
  /// - Throws: ``ArchiveError`` when the file is damaged.
  public func open(
    _ data: Data, options: ReadingOptions = ReadingOptions(), progress: (Int) -> Void = { _ in }
  ) throws -> (any ArchiveFile)? {
    try open(data, options, progress)
  }

  /// Writes a file of this format. The same content gives the same bytes.
  ///
  /// - Throws: ``ArchiveError`` when the format cannot say something that is in the content.
  public func encode(_ content: ArchiveContent, options: WritingOptions = WritingOptions()) throws -> Data {
    try encode(content, options)
  }

  /// How files are read.
  public struct ReadingOptions: Sendable, Hashable {
    /// Whether the notation of JSON and property lists, such as `$class` and `$date`, has its meaning.
    public var notation: Bool
    /// The programs whose keyed archives are read, by the name in `$archiver`; `nil`, the default, reads all.
    public var archivers: Set<String>?
    /// What a file may cost.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(notation: Bool = true, archivers: Set<String>? = nil, limits: ArchiveLimits = ArchiveLimits())
    {
      self.notation = notation
      self.archivers = archivers
      self.limits = limits
    }
  }

  /// How files are written.
  public struct WritingOptions: Sendable, Hashable {
    /// Whether JSON has a line for each part, down to 32 levels.
    public var isPretty: Bool
    /// The form of property lists and of keyed archives: `.binary` or `.xml`.
    public var propertyListFormat: PropertyListSerialization.PropertyListFormat
    /// Only the depth counts.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(
      isPretty: Bool = true, propertyListFormat: PropertyListSerialization.PropertyListFormat = .binary,
      limits: ArchiveLimits = ArchiveLimits()
    ) {
      self.isPretty = isPretty
      self.propertyListFormat = propertyListFormat
      self.limits = limits
    }
  }
}

extension ArchiveFormat: Hashable, CustomStringConvertible {
  public static func == (left: ArchiveFormat, right: ArchiveFormat) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}
