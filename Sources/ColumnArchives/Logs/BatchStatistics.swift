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
  /// Creates the index of an archive's batches, to add others. Statistics that it does not have stay unknown.
  init(of archive: ColumnArchive) {
    let known = unsafe try? archive.data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      return try archive.storedZones(archive.readContext(bytes)).map { columns, zones in
        (zones, try (0..<columns.count).map { try zones.statistics(ofColumn: $0, in: bytes) })
      }
    }
    let batches = archive.batches.map { WrittenBatch(byteCount: $0.body.count, count: $0.count) }
    if let (zones, statistics) = known {
      self.init(batches, zones.batches.map(\.count), statistics)
    } else {
      self.init()
      for batch in batches { add(batch) }
    }
  }
}

extension WrittenBatch {
  /// A batch that is found in a file, with what its values say of its columns, since a file that was cut off does not say it.
  /// Nothing is known of a batch that cannot be read.
  ///
  /// - Parameter header: The header of the file.
  package init(_ frame: BatchFrame, body: Data, header: Data) {
    let archive = ColumnArchive(header: header, body: body, count: frame.count, options: .init())
    self.init(
      byteCount: body.count, count: frame.count,
      statistics: (try? archive.statistics(of: archive.batches[0])) ?? [])
  }
}
