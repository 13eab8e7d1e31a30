internal import ArchiveBytes
public import ArchiveNodes
public import Foundation

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
  private var content: ArchiveContent

  /// What is in it. Change it, and write it with ``data(as:options:)``.
  public var node: ArchiveNode {
    get { content.node }
    _modify { yield &content.node }
  }
  /// The name of the class that a keyed archive says wrote it, under `$archiver`; `NSKeyedArchiver`, the usual one, in
  /// documents of other formats. JSON and property lists made of such an archive keep the name, where it is not usual.
  public var archiver: String {
    get { content.archiver }
    set { content.archiver = newValue }
  }
  /// The number that a keyed archive has under `$version`; 100,000 where there is none. It is kept as ``archiver`` is.
  public var archiveVersion: Int {
    get { content.archiveVersion }
    set { content.archiveVersion = newValue }
  }

  /// A document of a node.
  public init(_ node: ArchiveNode, format: ArchiveFormat) {
    (content, self.format) = (ArchiveContent(node), format)
  }

  /// Reads a document. The format is detected from the bytes.
  ///
  /// - Parameter formats: The formats that are looked for, in this order.
  /// - Throws: ``ArchiveError``, located in the bytes; when they are of none of the formats, with what they look like.
  /// - Complexity: Linear in the size of the document, and bounded by the limits.
  public init(
    _ data: Data, options: ArchiveFormat.ReadingOptions = .init(),
    formats: [ArchiveFormat] = ArchiveFormat.standard
  ) throws {
    let (format, file) = try ArchiveFormat.open(data, among: formats, options: options)
    (self.format, content) = (format, try file.content())
  }

  /// Reads the document in a file.
  ///
  /// - Throws: ``ArchiveError``, as ``init(_:options:formats:)``; ``ArchiveError/Code/custom`` when the file cannot be
  ///   read.
  public init(
    contentsOf url: URL, options: ArchiveFormat.ReadingOptions = .init(),
    formats: [ArchiveFormat] = ArchiveFormat.standard
  ) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw ArchiveError.wrapping(error)
    }
    try self.init(data, options: options, formats: formats)
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
  /// - ``ArchiveFormat/json`` and ``ArchiveFormat/propertyList`` keep everything, in notation where they have no words,
  ///   but for objects that nothing leads to: a keyed archive that is made of them again has the same objects.
  ///
  /// - Returns: The bytes; the same node gives the same bytes.
  /// - Throws: ``ArchiveError`` when the format cannot say something that is in the node.
  public func data(
    as format: ArchiveFormat, options: ArchiveFormat.WritingOptions = .init()
  ) throws -> Data {
    try format.encode(content, options: options)
  }
}
