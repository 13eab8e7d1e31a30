public import ArchiveBytes
public import ArchiveValues
internal import ColumnArchive
public import Foundation
internal import KeyedArchive

/// A file of any format that the library reads, as the node it stands for: to be looked at, changed, and written in any
/// format.
///
/// ```swift
/// let document = try ArchiveDocument(contentsOf: url)
/// print(document.format, document.node)
/// try document.data(as: .json).write(to: other)
/// ```
public struct ArchiveDocument: Sendable, Hashable {
  /// The format of the bytes it was read from.
  public let format: ArchiveFormat
  /// What is in it. Change it, and write it with ``data(as:options:)``.
  public var node: ArchiveNode
  /// The name of the class that a keyed archive says wrote it, under `$archiver`; `NSKeyedArchiver`, the usual one, in
  /// documents of other formats. JSON and property lists made of such an archive keep the name, where it is not usual.
  public var archiver = ArchiverHead().archiver
  /// The number that a keyed archive has under `$version`; 100,000 where there is none. It is kept as ``archiver`` is.
  public var archiveVersion = ArchiverHead().version

  /// How documents are read.
  public struct ReadingOptions: Sendable, Hashable {
    /// Whether the notation of JSON and property lists, such as `$class` and `$date`, has its meaning.
    public var notation: Bool
    /// The programs whose keyed archives are read, by the name in `$archiver`; `nil`, the default, reads all.
    public var archivers: Set<String>?
    /// What a document may cost.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(notation: Bool = true, archivers: Set<String>? = nil, limits: ArchiveLimits = ArchiveLimits())
    {
      self.notation = notation
      self.archivers = archivers
      self.limits = limits
    }
  }

  /// How documents are written.
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

  /// A document of a node.
  public init(_ node: ArchiveNode, format: ArchiveFormat) { (self.node, self.format) = (node, format) }

  /// Reads a document. The format is told by the bytes.
  ///
  /// - Throws: ``ArchiveError``, located in the bytes; when they are of no known format, with what they look like.
  /// - Complexity: Linear in the size of the document, and bounded by the limits.
  public init(_ data: Data, options: ReadingOptions = ReadingOptions()) throws {
    let list: ArchiveNode?
    (format, list) = try FormatDetection.detect(data, options.limits)
    switch format {
    case .keyedArchive:
      let archive = try KeyedArchive(
        data, list: list, options: .init(archivers: options.archivers, limits: options.limits))
      (archiver, archiveVersion) = (archive.archiver, archive.version)
      node = try archive.node()
    case .columnArchive: node = try ColumnArchive(data, options: .init(limits: options.limits)).node()
    case .fastCoding:
      // Nodes are made of no class, so every class may be there.
      node = try FastCodingArchive(data, options: .init(classes: .all, limits: options.limits)).node()
    case .json:
      let read = try ArchiveNode.read(json: data, notation: options.notation, options.limits)
      node = read.node
      (archiver, archiveVersion) = (read.head.archiver, read.head.version)
    case .propertyList:
      let read = try ArchiveNode.read(propertyList: data, notation: options.notation, options.limits)
      node = read.node
      (archiver, archiveVersion) = (read.head.archiver, read.head.version)
    }
  }

  /// Reads the document in a file.
  ///
  /// - Throws: ``ArchiveError``, as ``init(_:options:)``; ``ArchiveError/Code/custom`` when the file cannot be read.
  public init(contentsOf url: URL, options: ReadingOptions = ReadingOptions()) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw ArchiveError.wrapping(error)
    }
    try self.init(data, options: options)
  }

  /// The format of bytes, which may still turn out to be damaged.
  ///
  /// - Throws: ``ArchiveError`` that says what the bytes look like, when they are of no known format.
  public static func format(of data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveFormat {
    try FormatDetection.detect(data, limits).format
  }

  /// Writes the document in a format.
  ///
  /// What each keeps:
  ///
  /// - ``ArchiveFormat/keyedArchive`` keeps every object and its identity, the classes, and what wrote it. An entry of a
  ///   dictionary that is `nil` comes back as a record of the class `NSNull`. In XML the payload of a NaN and the width
  ///   of reals are lost, and control characters are refused.
  /// - ``ArchiveFormat/columnArchive`` keeps values, and the identity of records that are shared or in circles. The
  ///   class names of other records that are inside of records, the names of superclasses, the identity of what is no
  ///   record, such as arrays and dates, whether a number was an object, and what wrote an archive, are lost.
  /// - ``ArchiveFormat/fastCoding`` keeps objects and their identity, but neither fields that are `nil` nor the names of
  ///   superclasses, nor the identity of numbers and texts, nor what wrote an archive.
  /// - ``ArchiveFormat/json`` and ``ArchiveFormat/propertyList`` keep everything, in notation where they have no words,
  ///   but for objects that nothing leads to: a keyed archive that is made of them again has the same objects.
  ///
  /// - Returns: The bytes; the same node gives the same bytes.
  /// - Throws: ``ArchiveError`` when the format cannot say something that is in the node.
  public func data(as format: ArchiveFormat, options: WritingOptions = WritingOptions()) throws -> Data {
    let limits = options.limits
    switch format {
    case .keyedArchive:
      return try KeyedArchive.encode(
        node,
        options: .init(
          outputFormat: options.propertyListFormat, archiver: archiver, version: archiveVersion,
          limits: limits))
    case .columnArchive: return try ColumnArchive.encode(node, options: .init(limits: limits))
    case .fastCoding: return try FastCodingArchive.encode(node, options: .init(limits: limits))
    case .json: return try node.jsonData(isPretty: options.isPretty, head: head, limits)
    case .propertyList:
      return try node.propertyListData(format: options.propertyListFormat, head: head, limits)
    }
  }

  private var head: ArchiverHead { ArchiverHead(archiver: archiver, version: archiveVersion) }
}
