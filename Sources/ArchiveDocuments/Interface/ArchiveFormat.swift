public import ArchiveBytes
internal import ArchiveNodes
public import ColumnArchives
public import Foundation

/// A file format: it recognises, opens and writes files.
///
/// `ArchiveDocuments` provides keyed archives, column archives, JSON and property lists; `FastCoding` provides
/// ``fastCoding``. To add your own format, create another value. ``ArchiveDocument`` and ``ArchiveInspection`` both
/// accept it:
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
  /// The short name of the format, as on a command line: `keyed`, `json`. Formats with the same name are equal.
  public let name: String
  /// The description of such a file in errors: `a keyed archive`.
  public let fileDescription: String
  private let recognizes: @Sendable (Data, ArchiveLimits) throws -> Bool
  private let open: @Sendable (Data, ReadingOptions, (Int) -> Void) throws -> any ArchiveFile
  private let encode: @Sendable (ArchiveContent, WritingOptions) throws -> Data
  /// Writes elements as they are read; `nil` if the format needs all of them at once.
  private var encodeElements: ElementEncoding?

  /// Lists the losses of a content in a file of this format; `nil` if nothing is lost.
  private var findLosses: LossFinding?

  package typealias LossFinding =
    @Sendable (_ content: ArchiveContent, _ options: WritingOptions) -> [ArchiveLoss]

  package typealias ElementEncoding =
    @Sendable (
      _ elements: ArchiveElements, _ options: WritingOptions, _ take: (Data) throws -> Void
    ) throws -> Void

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - recognizes: Returns whether data begins like this format. The data may still be damaged.
  ///   - open: Opens a file that was recognised. Its function argument should be called from time to time with the
  ///     number of bytes that will not be read again.
  ///   - encode: Writes a file.
  public init(
    name: String, fileDescription: String,
    recognizes: @escaping @Sendable (_ data: Data, _ limits: ArchiveLimits) throws -> Bool,
    open:
      @escaping @Sendable (_ data: Data, _ options: ReadingOptions, _ progress: (Int) -> Void) throws ->
      any ArchiveFile,
    encode: @escaping @Sendable (_ content: ArchiveContent, _ options: WritingOptions) throws -> Data
  ) {
    (self.name, self.fileDescription) = (name, fileDescription)
    (self.recognizes, self.open, self.encode) = (recognizes, open, encode)
  }

  /// Returns the format, with functions that write elements as they are read, and list the losses of a content in its
  /// files.
  package func encoding(elements: ElementEncoding? = nil, losses: LossFinding? = nil) -> ArchiveFormat {
    var format = self
    (format.encodeElements, format.findLosses) = (elements, losses)
    return format
  }

  /// Returns the losses of a content in a file of this format.
  package func losses(of content: ArchiveContent, _ options: WritingOptions) -> [ArchiveLoss] {
    findLosses?(content, options) ?? []
  }

  /// Returns whether data begins like a file of this format.
  ///
  /// - Throws: ``ArchiveError`` if the data begins like a file of this format, but is damaged.
  public func recognizes(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> Bool {
    try recognizes(data, limits)
  }

  /// Opens a file of this format.
  ///
  /// - Returns: The file; `nil` if the data has another format.
  /// - Parameter progress: Called from time to time with the number of bytes that are processed and will not be read
  ///   again. The memory of a mapped file can be released up to there.
  /// - Throws: ``ArchiveError`` if the file is damaged.
  public func open(
    _ data: Data, options: ReadingOptions = ReadingOptions(), progress: (Int) -> Void = { _ in }
  ) throws -> (any ArchiveFile)? {
    try recognizes(data, options.limits) ? open(data, options, progress) : nil
  }

  /// Writes a file of this format. The same content gives the same bytes.
  ///
  /// - Throws: ``ArchiveError`` if the format cannot represent the content.
  public func encode(_ content: ArchiveContent, options: WritingOptions = WritingOptions()) throws -> Data {
    try encode(content, options)
  }

  /// Writes a file of this format that contains an array. JSON, column archives and keyed archives are written while
  /// the elements are read, without holding all elements in memory.
  ///
  /// - Parameters:
  ///   - elements: The elements of the array. They may be read more than once.
  ///   - take: Takes the bytes of the file, in pieces. Together they are equal to the result of
  ///     ``encode(_:options:)`` for the array.
  /// - Throws: ``ArchiveError`` if the format cannot represent an element, or an element cannot be read, and any
  ///   error of `take`. It may have taken some pieces before.
  public func encode(
    _ elements: ArchiveElements, options: WritingOptions = WritingOptions(), to take: (Data) throws -> Void
  ) throws {
    if let encodeElements { return try encodeElements(elements, options, take) }
    try take(encode(ArchiveContent(elements.node()), options))
  }

  /// Options for reading files.
  public struct ReadingOptions: Sendable, Hashable {
    /// Whether to interpret the notation in JSON and property lists, such as `$class` and `$date`.
    public var notation: Bool
    /// The limits on the cost of a file.
    public var limits: ArchiveLimits

    /// Creates options with these values.
    public init(notation: Bool = true, limits: ArchiveLimits = ArchiveLimits()) {
      (self.notation, self.limits) = (notation, limits)
    }
  }

  /// Options for writing files.
  public struct WritingOptions: Sendable, Hashable {
    /// Whether JSON has one line per part, down to 32 levels.
    public var isPretty: Bool
    /// The form of property lists and of keyed archives: `.binary` or `.xml`.
    public var propertyListFormat: PropertyListSerialization.PropertyListFormat
    /// The limits of writing, which uses only the depth.
    public var limits: ArchiveLimits

    /// Creates options with these values.
    public init(
      isPretty: Bool = true, propertyListFormat: PropertyListSerialization.PropertyListFormat = .binary,
      limits: ArchiveLimits = ArchiveLimits()
    ) {
      (self.isPretty, self.propertyListFormat) = (isPretty, propertyListFormat)
      self.limits = limits
    }
  }
}

extension ArchiveFormat: Hashable, CustomStringConvertible {
  public static func == (left: ArchiveFormat, right: ArchiveFormat) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}
