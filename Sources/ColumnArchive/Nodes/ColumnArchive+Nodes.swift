internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// The content of the archive without its types: the archived value as a node; an array, when an array was archived.
  ///
  /// The schema names no classes but that of the value, or of the elements, so the class names of records inside of
  /// them are empty, except in trees.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    try node(nil)
  }
}
