internal import ArchiveBytes
public import ArchiveValues
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
    guard isSequence else { return try nodes(of: batches[...])[0] }
    return .array(try nodes(of: batches[...]))
  }

  /// The trees of the elements in some batches.
  func nodes(of batches: ArraySlice<ArchiveLayout.Batch>) throws -> [ArchiveNode] {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let layout = try ArchiveLayout(cursor)
      let context = ReadContext(
        try layout.readSchema(limits), isExact: false, bytes: cursor, limits: limits)
      var nodes: [ArchiveNode] = []
      for batch in batches {
        try locating(isSequence: isSequence, from: batch.start) {
          var opener = ColumnOpener(cursor: try cursor.part(batch.columns), context: context)
          let root = try opener.open(context.schema.root, count: batch.count)
          guard opener.cursor.isAtEnd else {
            throw opener.cursor.malformed("the end of the columns", "\(opener.cursor.remaining) more bytes")
          }
          nodes += try root.nodes(batch.count, className: layout.className, in: context)
        }
      }
      return nodes
    }
  }
}
