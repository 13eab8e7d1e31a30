internal import ArchiveBytes
package import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// The tree of the archived value: an array of its elements, when an array was archived.
  ///
  /// The schema names no classes but that of the value, or of the elements.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  package func node() throws -> ArchiveNode {
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
        nodes += try self.nodes(of: batch, in: cursor, className: layout.className, context)
      }
      return nodes
    }
  }

  /// The trees of the elements in a batch.
  func nodes(
    of batch: ArchiveLayout.Batch, in bytes: ByteCursor, className: String, _ context: ReadContext
  ) throws -> [ArchiveNode] {
    try locating(isSequence: isSequence, from: batch.start) {
      var opener = ColumnOpener(cursor: try bytes.part(batch.columns), context: context)
      let root = try opener.open(context.schema.root, count: batch.count)
      guard opener.cursor.isAtEnd else {
        throw opener.cursor.malformed("the end of the columns", "\(opener.cursor.remaining) more bytes")
      }
      return try root.nodes(batch.count, className: className, in: context)
    }
  }
}
