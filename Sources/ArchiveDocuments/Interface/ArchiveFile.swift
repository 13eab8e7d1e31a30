public import ArchiveNodes
public import ColumnArchives

/// An open file of one format, read without its Swift types.
public protocol ArchiveFile: Sendable {
  /// The information in the head of the file.
  var summary: ArchiveSummary { get }

  /// Reads the whole content.
  ///
  /// - Throws: ``ArchiveError``, located in the file.
  func content() throws -> ArchiveContent

  /// Returns the elements, if the content is an array that can be read a few elements at a time; otherwise `nil`. The
  /// default returns `nil`.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are processed and will not be read again
  ///   for these elements.
  func elements(_ progress: @escaping (Int) -> Void) -> ArchiveElements?

  /// Reads the content, or its beginning: at most `elementLimit` elements of each collection, and `entryLimit` values
  /// in all. A file that cannot be read in part returns all of it, and so does the default.
  ///
  /// - Throws: ``ArchiveError``, located in the file.
  func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode

  /// Returns the classes or columns of the file with their numbers of bytes; by default none.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are processed and will not be read
  ///   again.
  /// - Throws: ``ArchiveError`` if the parts are not at the places that the file states.
  func parts(_ progress: (Int) -> Void) throws -> [ArchivePart]

  /// Reads everything once. The default reads the whole content.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are processed and will not be read
  ///   again.
  /// - Throws: ``ArchiveError`` for the first part that cannot be read, located in the file.
  func verify(_ progress: (Int) -> Void) throws
}

extension ArchiveFile {
  public func elements(_ progress: @escaping (Int) -> Void) -> ArchiveElements? { nil }

  public func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode { try content().node }

  public func parts(_ progress: (Int) -> Void) throws -> [ArchivePart] { [] }

  public func verify(_ progress: (Int) -> Void) throws { _ = try content() }
}

/// The content of a file of any format: a node, and the archiver of a keyed archive.
public struct ArchiveContent: Sendable {
  /// The value in the file.
  public var node: ArchiveNode
  /// The name of the class that wrote a keyed archive, under `$archiver`.
  public var archiver: String
  /// The number under `$version` in a keyed archive.
  public var archiveVersion: Int
  /// The number of Foundation objects of a keyed archive that are stored under the keys of other archivers, such as
  /// `NS.bytes`. An archive made from the node has Foundation's own keys.
  package var otherLayouts = 0

  /// Creates the content; by default, as if the usual archiver wrote it.
  public init(_ node: ArchiveNode, archiver: String = "NSKeyedArchiver", archiveVersion: Int = 100_000) {
    (self.node, self.archiver, self.archiveVersion) = (node, archiver, archiveVersion)
  }
}

/// The information in the head of a file.
public struct ArchiveSummary: Sendable, Hashable {
  /// Whether the file is a property list in XML.
  public var isXML = false
  /// The number of bytes after the end of a property list or a keyed archive: zeros and white space, which readers
  /// skip. White space alone after XML does not count.
  public var bytesBehindEnd = 0
  /// The version of the format, as stored in the file; empty if it has none.
  public var version = ""
  /// The name of the program or class that wrote a keyed archive; `nil` in other formats.
  public var archiver: String?
  /// The class of the value, or of the elements, of a column archive; empty if it is unknown.
  public var className = ""
  /// The names of the top-level values of a keyed archive; empty in other formats.
  public var keys: [String] = []
  /// The number of objects in the table of a keyed archive, or in a FastCoding file; `nil` in other formats.
  public var objectCount: Int?
  /// The number of elements of a column archive; `nil` in other formats, and if no array was archived.
  public var elementCount: Int?
  /// The number of batches that contain these elements.
  public var batchCount: Int?

  /// Creates an empty summary.
  public init() {}
}
