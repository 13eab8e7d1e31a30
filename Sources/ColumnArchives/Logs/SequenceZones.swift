internal import ArchiveBytes
package import Foundation

extension ColumnArchive {
  /// Returns the batches, in order, that may have elements for which a condition holds, as far as zones say it.
  ///
  /// - Throws: ``ArchiveError`` if the condition cannot be asked, or what is said is damaged.
  /// - Complexity: Linear in the number of zones.
  package func candidates<Root>(for condition: ArchiveCondition<Root>) throws -> [Range<Int>] {
    try ConditionEvaluator(condition, in: self, budget: budget).candidates()
  }
}

extension ZoneStatistics {
  /// What an archive says of its batches. If it says nothing, that stays unknown.
  init(of archive: ColumnArchive) {
    self.init()
    let stored = unsafe try? archive.data.withUnsafeBytes { bytes -> ZoneStatistics? in
      let bytes = unsafe ByteCursor(bytes)
      let context = try archive.readContext(bytes, budget: .max)
      guard let (columns, zones) = try archive.storedZones(in: bytes, context) else { return nil }
      return try ZoneStatistics(zones, columnCount: columns.count, in: bytes)
    }
    if let stored {
      self = stored
    } else {
      for batch in archive.batches { add([], byteCount: batch.body.count) }
    }
  }

  /// Adds batches that were just written.
  package mutating func add(_ frames: SequenceFrames) {
    for (body, statistics) in zip(frames.bodies, frames.statistics) {
      add(statistics, byteCount: body.byteCount)
    }
  }
}

/// What the batches of a file have, found in their values one batch after another. A file that was cut off does not say it.
package struct ZonesOfFrames {
  package private(set) var zones = ZoneStatistics()
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

  /// Adds the next batch. Of one that cannot be read, nothing is known.
  package mutating func add(_ frame: FrameSequence.Frame, body: Data) {
    zones.add((try? statistics(of: body, count: frame.count)) ?? [], byteCount: body.count)
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
