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
  /// The columns are derived from the nodes: one for each field of records with the same class and the same fields,
  /// and one for each associated value of the cases of an enumeration. They hold integers, numbers, strings, dates,
  /// data, collections, and optionals of these if some are `nil`. Nodes without such columns, because they differ or
  /// are objects of Foundation's classes or of hand-written classes, are stored as in a keyed archive, which takes
  /// more bytes. An array of records becomes a sequence, as when an array is archived.
  ///
  /// The archive decodes to the value and reads back as the same node, except for the class names of nested records
  /// that have columns, and `NSNull`, which becomes `nil`.
  ///
  /// A graph, such as the node of a keyed archive, keeps everything. It has columns if a keyed archive made from them
  /// has the same bytes, and is stored as a keyed archive otherwise. Such an archive decodes to classes, whose
  /// instances are shared like the records, or to structs, each with its own copy of the record.
  ///
  /// - Returns: The bytes. The same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: ``ArchiveError/Code/limitExceeded`` if shared objects make the
  ///   value many times larger than the node, or if it nests too deep.
  /// - Complexity: Linear in the size of the value for each level of its nesting.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    try data(of: node, options: options)
  }
}
