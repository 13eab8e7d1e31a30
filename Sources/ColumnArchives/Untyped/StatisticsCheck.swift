internal import ArchiveBytes

/// Compares the statistics of zones with the values.
///
/// Conditions skip zones by their statistics, so false ones would hide values.
struct StatisticsCheck {
  private let archive: ColumnArchive
  private let schema: Schema
  private let columns: ZoneColumns
  private let zones: StoredZones
  /// The statistics of each zone, for each column.
  private let said: [[ColumnStatistics]]

  /// - Returns: `nil` if the archive has no statistics.
  init?(_ archive: ColumnArchive, _ bytes: ByteCursor) throws {
    let context = try archive.readContext(bytes, budget: .max)
    guard let (columns, zones) = try archive.storedZones(context) else { return nil }
    (self.archive, schema, self.columns, self.zones) = (archive, context.schema, columns, zones)
    said = try (0..<columns.count).map { try zones.statistics(ofColumn: $0, in: bytes) }
  }

  /// Checks all batches, whose values can be read.
  func check(_ bytes: ByteCursor) throws {
    for (zone, batches) in zones.batches.enumerated() {
      var found = said.map { _ in ColumnStatistics.empty }
      for batch in archive.batches[batches] {
        for (number, statistics) in try statistics(of: batch, in: bytes).enumerated() {
          found[number].add(statistics)
        }
      }
      for (said, (number, found)) in zip(said.map { $0[zone] }, found.enumerated())
      where !said.isTrue(of: found) {
        let name = columns.name(of: number, schema)
        throw try bytes.part(archive.batches[batches.lowerBound].body).malformed(
          "statistics that are true of the column \(name)", "others")
      }
    }
  }

  private func statistics(of batch: ArchiveLayout.Batch, in bytes: ByteCursor) throws -> [ColumnStatistics] {
    // The values were charged for when they were checked.
    let context = ReadContext(
      schema, bytes: bytes, archive.options.limits, verifiesChecksums: archive.options.verifiesChecksums,
      budget: .max)
    let root = try batch.columns(in: bytes, verifies: false, keepsInstances: false, context)
    return try columns.columns(of: root).map { try $0?.statistics(in: context) ?? .empty }
  }
}

extension ColumnStatistics {
  /// Whether this is true of values of which something is known: then they add nothing to it.
  fileprivate func isTrue(of values: ColumnStatistics) -> Bool {
    if case .missing = self { return self == values }
    var sum = self
    sum.add(values)
    return sum == self
  }
}
