/// An opened file of one format, as far as it can be read without its types.
public protocol ArchiveFile: Sendable {
  /// What the head of the file says.
  var summary: ArchiveSummary { get }

  /// The whole content.
  ///
  /// - Throws: ``ArchiveError``, located in the file.
  func content() throws -> ArchiveContent

  /// The content, or the beginning of it: as many elements of each collection as wanted, and as many values in all. A
  /// file that cannot be read in part gives all of it, which is the default.
  ///
  /// - Throws: ``ArchiveError``, located in the file.
  func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode

  /// Where the bytes are.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` when the parts are not where they are said to be.
  func byteMap(_ progress: (Int) -> Void) throws -> ArchiveByteMap

  /// Reads everything once. The default makes all of the content.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` for the first thing that cannot be read, located in the file.
  func verify(_ progress: (Int) -> Void) throws
}

extension ArchiveFile {
  public func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode { try content().node }

  public func verify(_ progress: (Int) -> Void) throws { _ = try content() }
}

/// What a file of any format holds: a node, and what a keyed archive says wrote it.
public struct ArchiveContent: Sendable, Hashable {
  /// The value.
  public var node: ArchiveNode
  /// The name of the class that wrote a keyed archive, under `$archiver`.
  public var archiver: String
  /// The number that a keyed archive has under `$version`.
  public var archiveVersion: Int

  /// Content that the usual archiver wrote, or another one.
  public init(_ node: ArchiveNode, archiver: String = "NSKeyedArchiver", archiveVersion: Int = 100_000) {
    (self.node, self.archiver, self.archiveVersion) = (node, archiver, archiveVersion)
  }
}

/// What the head of a file says.
public struct ArchiveSummary: Sendable, Hashable {
  /// Whether the file is a property list in XML.
  public var isXML = false
  /// The version of the format, as the file has it; empty where it has none.
  public var version = ""
  /// The name of the program, or its class, that wrote a keyed archive; `nil` in other formats.
  public var archiver: String?
  /// The class of the value, or of the elements, of a column archive; empty where it is not known.
  public var className = ""
  /// The names of the values at the top of a keyed archive; empty in other formats.
  public var keys: [String] = []
  /// How many objects the table of a keyed archive has, or how many a FastCoding file has; `nil` in other formats.
  public var objectCount: Int?
  /// How many elements a column archive has; `nil` in other formats, and when no array was archived.
  public var elementCount: Int?
  /// In how many batches these are.
  public var batchCount: Int?

  /// A summary that says nothing yet.
  public init() {}
}
