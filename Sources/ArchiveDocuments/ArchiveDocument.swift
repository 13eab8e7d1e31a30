internal import ArchiveBytes
public import ArchiveNodes
public import Foundation

/// A file of any supported format as a node, which you can inspect, change, and write in any format.
///
/// ```swift
/// let document = try ArchiveDocument(contentsOf: url)
/// print(document.format, document.node)
/// try document.data(as: .json).write(to: other)
/// ```
public struct ArchiveDocument: Sendable {
  /// The format of the bytes that the document was read from.
  public let format: ArchiveFormat
  private(set) var content: ArchiveContent

  /// The content of the document. To save changes, write them with ``data(as:options:)``.
  public var node: ArchiveNode {
    get { content.node }
    _modify { yield &content.node }
  }
  /// The name of the class that wrote the keyed archive, stored under `$archiver`. In documents of other formats it
  /// is the usual `NSKeyedArchiver`. JSON and property lists made from the archive keep the name if it is not the
  /// usual one.
  public var archiver: String {
    get { content.archiver }
    set { content.archiver = newValue }
  }
  /// The number that a keyed archive stores under `$version`, or 100,000 if it has none. JSON and property lists keep
  /// it as they keep ``archiver``.
  public var archiveVersion: Int {
    get { content.archiveVersion }
    set { content.archiveVersion = newValue }
  }

  /// Creates a document from a node.
  public init(_ node: ArchiveNode, format: ArchiveFormat) {
    (content, self.format) = (ArchiveContent(node), format)
  }

  /// Reads a document. Detects the format from the bytes.
  ///
  /// - Parameter formats: The formats to try, in this order.
  /// - Throws: ``ArchiveError``, located in the bytes. If they match none of the formats, the error describes the
  ///   bytes.
  /// - Complexity: Linear in the size of the document, and bounded by the limits.
  public init(
    _ data: Data, options: ArchiveFormat.ReadingOptions = .init(),
    formats: [ArchiveFormat] = ArchiveFormat.standard
  ) throws {
    let (format, file) = try ArchiveFormat.open(data, among: formats, options: options)
    (self.format, content) = (format, try file.content())
  }

  /// Reads a document from a file.
  ///
  /// - Throws: ``ArchiveError``, as ``init(_:options:formats:)``; ``ArchiveError/Code/custom`` if the file cannot be
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
  /// The formats keep different parts of the content:
  ///
  /// - ``ArchiveFormat/keyedArchive`` keeps every object with its identity, the classes, ``archiver`` and
  ///   ``archiveVersion``. A `nil` entry of a dictionary is read back as a record of class `NSNull`. Objects
  ///   under the keys of other archivers, such as `NS.bytes`, get Foundation's usual keys. XML loses the payload of a NaN
  ///   and the width of reals, and refuses control characters.
  /// - ``ArchiveFormat/columnArchive`` keeps the node, and loses ``archiver`` and ``archiveVersion``. It has no columns,
  ///   which only typed values have.
  /// - ``ArchiveFormat/json`` and ``ArchiveFormat/propertyList`` keep everything except unreferenced objects. They
  ///   use notation for values that they cannot represent. A keyed archive made from them again has the same objects.
  ///
  /// ``losses(as:options:)`` lists the losses for this document.
  ///
  /// - Returns: The bytes. The same node always gives the same bytes.
  /// - Throws: ``ArchiveError`` if the format cannot represent a part of the node.
  public func data(
    as format: ArchiveFormat, options: ArchiveFormat.WritingOptions = .init()
  ) throws -> Data {
    try format.encode(content, options: options)
  }
}
