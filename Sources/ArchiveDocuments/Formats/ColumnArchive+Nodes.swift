internal import ArchiveBytes
public import ArchiveNodes
public import ColumnArchives
public import Foundation

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
