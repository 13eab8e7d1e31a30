internal import ArchiveBytes
package import Foundation

// Each batch of a sequence can be opened as a separate archive.

extension ColumnArchive {
  /// Opens one batch of a sequence as a separate archive.
  ///
  /// - Parameters:
  ///   - header: The header of the sequence.
  ///   - body: The body of the batch.
  ///   - count: The number of elements in the head of the batch.
  package init(header: Data, body: Data, count: Int, options: DecodingOptions) {
    let data = header + body
    self.init(
      data: data, options: options,
      batches: [ArchiveLayout.Batch(start: 0, count: count, body: header.count..<data.count)])
  }

  /// The numbers of elements and the locations of the batches.
  package var batchRanges: [(elements: Range<Int>, bytes: Range<Int>)] {
    batches.map { ($0.start..<$0.start + $0.count, $0.body) }
  }

  /// Returns whether a batch matches its checksums.
  package func isUndamaged(_ batch: Int) -> Bool {
    guard options.verifiesChecksums else { return true }
    return unsafe data.withUnsafeBytes { bytes in
      (try? batches[batch].open(in: unsafe ByteCursor(bytes), verifiesAny: true)) != nil
    }
  }

  /// Returns one batch as a separate archive, over the same bytes.
  package func batch(_ index: Int) -> ColumnArchive {
    var alone = batches[index]
    alone.start = 0
    return ColumnArchive(data: data, options: options, isMapped: isMapped, batches: [alone])
  }
}

extension ColumnArchive {
  /// Returns the batches, in order, that may contain elements for which a condition holds, according to the zones'
  /// statistics.
  ///
  /// - Throws: ``ArchiveError`` if the condition cannot be evaluated, or the statistics are damaged.
  /// - Complexity: Linear in the number of zones.
  package func candidates<Root>(for condition: ArchiveCondition<Root>) throws -> [Range<Int>] {
    try ConditionEvaluator(condition, in: self, budget: budget).candidates()
  }
}

extension SequenceIndex {
  /// Creates the index of an archive's batches, to add others. Missing statistics stay unknown.
  init(of archive: ColumnArchive) {
    let zones = try? ZoneReader(archive, archive.readContext(budget: .max))
    let statistics = try? zones.map { try (0..<$0.columns.count).map($0.statistics(ofColumn:)) }
    let batches = archive.batches.map { WrittenBatch(byteCount: $0.body.count, count: $0.count) }
    if let zones, let statistics {
      self.init(batches, zones.batches.map(\.count), statistics)
    } else {
      self.init()
      for batch in batches { add(batch) }
    }
  }
}

/// Computes the statistics of the batches of a file. A file that was cut off does not contain them.
package struct BatchStatistics {
  private var columns: ZoneColumns?
  private var schema: Schema?

  /// - Parameter header: The header of the file. If it cannot be read, the columns are unknown.
  package init(header: Data) {
    unsafe header.withUnsafeBytes { header in
      guard let layout = try? ArchiveLayout(unsafe ByteCursor(header), verifies: true),
        let schema = try? SchemaReader.read(layout, ArchiveLimits())
      else { return }
      (columns, self.schema) = (ZoneColumns(schema), schema)
    }
  }

  /// Returns a batch with its statistics. They are unknown for a batch that cannot be read.
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
      return try columns.statistics(of: opener.openBatch(count: count), in: context)
    }
  }
}
