internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// Returns the content of the archive, or an excerpt. For an excerpt, only the heads of columns and the shown values
  /// are read.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  package func node(excerpt: Excerpt?) throws -> ArchiveNode {
    try withUntypedReader { reader in
      let shown = isSequence ? excerpt?.take(count) ?? count : 1
      var (elements, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches where excerpt == nil || elements.count < shown {
        let root = try reader.open(batch, firstObject: objects.count, verifies: excerpt == nil)
        do {
          elements += try reader.nodes(
            min(batch.count, shown - elements.count), of: root, in: batch, excerpt: excerpt)
          objects += try reader.objects { excerpt?.take(1) != 0 }
        } catch {
          // Objects are read in their order. Reading the values one after another says which one it is.
          if reader.schema.holdsTrees { try readAll(batch) }
          throw error
        }
      }
      if isSequence, shown < count { elements.append(.omission(of: count - shown)) }
      return node(of: elements, objects: objects)
    }
  }

  /// Checks all values without making them, the checksums of what is read, and the statistics of the values.
  ///
  /// Values that are stored as nodes, and class instances, are read one after another.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` for the first value that cannot be read.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws {
    try withUntypedReader { reader in
      try reader.willReadAll(of: self)
      for batch in batches {
        let root = try reader.open(batch)
        do {
          try reader.check(root, of: batch)
        } catch {
          // Reading the values says which one it is.
          try readAll(batch)
          throw error
        }
        progress(batch.body.upperBound)
      }
    }
    try checkStatistics()
  }

  /// Compares what zones say of their columns with the values.
  private func checkStatistics() throws {
    try unsafe data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      try locating([]) {
        try StatisticsCheck(self, bytes)?.check(bytes)
      }
    }
  }

  /// Reads all values of a batch once without keeping them, so it needs memory for only a few elements.
  private func readAll(_ batch: ArchiveLayout.Batch) throws {
    try withUntypedReader { reader in
      try reader.forEachPiece(of: batch) { _ in }
      try reader.context.openTrees().check(in: reader.context)
    }
  }
}
