internal import ArchiveBytes
package import Foundation

extension ColumnArchive {
  /// Returns the batches, in order, that may have elements for which a condition holds, as far as zones say it.
  ///
  /// - Throws: ``ArchiveError`` if the condition cannot be asked, or the statistics are damaged.
  /// - Complexity: Linear in the number of zones.
  package func candidates<Root>(for condition: ArchiveCondition<Root>) throws -> [Range<Int>] {
    try ConditionEvaluator(condition, in: self, budget: budget).candidates()
  }
}

extension SequenceIndex {
  /// Creates the index of an archive's batches. Statistics that it does not have stay unknown.
  init(of archive: ColumnArchive) {
    let stored = unsafe try? archive.data.withUnsafeBytes { bytes -> SequenceIndex? in
      let bytes = unsafe ByteCursor(bytes)
      let context = try archive.readContext(bytes, budget: .max)
      return try archive.storedZones(context).map { try SequenceIndex(archive.batches, $0.1, in: bytes) }
    }
    self = stored ?? SequenceIndex(archive.batches)
  }
}

/// Finds what batches of a file have in their values. A file that was cut off does not say it.
package struct FrameStatistics {
  private var columns: ZoneColumns?
  private var schema: Schema?

  /// - Parameter header: The header of the file; one that cannot be read tells nothing of columns.
  package init(header: Data) {
    unsafe header.withUnsafeBytes { header in
      guard let layout = try? ArchiveLayout(unsafe ByteCursor(header), verifies: true),
        let schema = try? SchemaReader.read(layout, ArchiveLimits())
      else { return }
      (columns, self.schema) = (ZoneColumns(schema), schema)
    }
  }

  /// Returns the statistics of a batch in an index; nothing is known if the index cannot be read.
  package func batch(_ frame: BatchFrame, body: Data) -> WrittenBatch {
    WrittenBatch(
      byteCount: body.count, count: frame.count,
      statistics: (try? statistics(of: body, count: frame.count)) ?? [])
  }

  private func statistics(of body: Data, count: Int) throws -> [ColumnStatistics] {
    guard let columns, let schema else { return [] }
    return try unsafe body.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      let context = ReadContext(schema, bytes: bytes, ArchiveLimits(), verifiesChecksums: true)
      let body = try BatchBody(bytes, verifies: true)
      var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
      let root = try opener.openBatch(count: count, keepsInstances: false)
      return try columns.columns(of: root).map { try $0?.statistics(in: context) ?? .empty }
    }
  }
}
