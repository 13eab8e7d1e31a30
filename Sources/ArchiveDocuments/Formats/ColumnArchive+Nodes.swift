internal import ArchiveBytes
public import ArchiveNodes
public import ColumnArchives
public import Foundation

extension ColumnArchive {
  /// The content of the archive without its types: the archived value as a node; an array, when an array was archived.
  ///
  /// The schema names no classes but that of the value, or of the elements, so the class names of records inside of
  /// them are empty, except in trees.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    try node(excerpt: nil)
  }

  /// Writes the column archive of the value that a node stands for.
  ///
  /// The columns are found from the nodes: a column for each field of records of one class, with the same fields, and
  /// for each associated value of the cases of an enumeration; integers, numbers, strings, dates, data, collections,
  /// and optionals of these where some are `nil`. What has no such columns, because the nodes differ or are objects of
  /// Foundation's classes or of hand-written ones, is stored as a tree, which takes more bytes. An array of records
  /// becomes a sequence, as when an array is archived.
  ///
  /// The archive decodes to the value, and reads as the same node, but for what column archives do not have:
  ///
  /// - The class names of records that have columns, except that of the value, or of the elements of the array. Those
  ///   in trees stay.
  /// - The names of superclasses, and the classes of mutable and other collections, strings and data.
  /// - That two places refer to one string, collection or other value that is no record: each has it for itself.
  ///
  /// Where two places refer to one record, or objects contain themselves, all records that references lead to are
  /// instances, as those of classes are in an archive of values. Such an archive decodes to classes, whose instances are
  /// shared as the records were, and to structs, each of which has the record for itself.
  ///
  /// - Returns: The bytes; the same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: ``ArchiveError/Code/limitExceeded`` when shared objects make the
  ///   value many times larger than the node, or it nests too deep.
  /// - Complexity: Linear in the size of the value, for each level of its nesting.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    try data(of: node, options: options)
  }
}
