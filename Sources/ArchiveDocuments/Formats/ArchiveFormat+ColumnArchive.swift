internal import ArchiveBytes
public import ArchiveNodes
public import ColumnArchives
public import Foundation
internal import KeyedArchives

extension ArchiveFormat {
  /// The column archive of this library.
  public static let columnArchive = ArchiveFormat(
    name: "column", fileDescription: "a column archive",
    recognizes: { data, _ in data.starts(with: [0xC3, 0x53, 0x43, 0x41]) },
    open: { data, options, progress in
      try ColumnArchiveFile(ColumnArchive(data, options: .init(limits: options.limits), progress: progress))
    },
    encode: { content, options in
      try ColumnArchive.encode(content.node, options: .init(limits: options.limits))
    }
  ).encoding { elements, options, take in
    try ColumnArchive.write(elements, options: .init(limits: options.limits), to: take)
  } losses: { content, _ in
    keyedLosses(content, isXML: false) + content.headLosses
  }
}

/// An opened column archive. Reads only the requested parts, even from a large archive.
private struct ColumnArchiveFile: ArchiveFile {
  let archive: ColumnArchive
  let summary: ArchiveSummary

  init(_ archive: ColumnArchive) throws {
    self.archive = archive
    var summary = ArchiveSummary()
    summary.version = "\(ColumnArchive.formatVersion)"
    summary.className = try archive.className
    summary.elementCount = archive.isSequence ? archive.count : nil
    summary.batchCount = archive.isSequence ? archive.batchCount : nil
    self.summary = summary
  }

  func content() throws -> ArchiveContent { ArchiveContent(try archive.node()) }

  func elements(_ progress: @escaping (Int) -> Void) -> ArchiveElements? {
    guard archive.isOfTrees else { return nil }
    return ArchiveElements(count: archive.count) { try archive.forEachPiece(progress, $0) }
  }

  func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode {
    try archive.node(excerpt: Excerpt(elementLimit: elementLimit, total: entryLimit))
  }

  func parts(_ progress: (Int) -> Void) throws -> [ArchivePart] { try archive.parts(progress) }

  func verify(_ progress: (Int) -> Void) throws { try archive.verify(progress) }
}

extension ColumnArchive {
  /// Reads the content of the archive without its types: the archived value as a node. An archived array becomes an
  /// array.
  ///
  /// The schema contains only the class name of the value, or of the elements. Nested records therefore have empty
  /// class names, except in trees.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    try node(excerpt: nil)
  }

  /// Writes a node as a column archive.
  ///
  /// A node has no type, so it has no columns: it is stored as in a keyed archive, and takes about as many bytes. To get
  /// columns, encode typed values: `ColumnArchive.encode(try node.decode([Session].self))`. An array that begins with a
  /// record becomes a sequence in batches, as when an array is archived.
  ///
  /// The archive reads back as the same node, and decodes to the value. It has no columns that a path or a condition
  /// could read.
  ///
  /// - Returns: The bytes. The same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node, if a reference is invalid, or if the node nests too deep.
  /// - Complexity: Linear in the size of the node.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    try data(of: node, options: options)
  }
}

extension ColumnArchive {
  /// The columns by the names of their fields, and the classes of objects without columns, each with its number of
  /// bytes.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` if a column is cut off.
  package func parts(_ progress: (Int) -> Void = { _ in }) throws -> [ArchivePart] {
    var (classes, positions): ([ArchivePart], [String: Int]) = ([], [:])
    let columns = try columnSizes(progress) { archive, share in
      for var part in try KeyedArchive(archive, options: .init(archivers: nil)).parts() {
        part.byteCount = share(part.byteCount)
        guard let known = positions[part.name] else {
          positions[part.name] = classes.count
          classes.append(part)
          continue
        }
        classes[known].count += part.count
        classes[known].byteCount += part.byteCount
      }
    }
    return columns.map {
      ArchivePart(name: $0.path, kind: $0.kind, count: $0.count, byteCount: $0.byteCount)
    } + classes
  }
}
