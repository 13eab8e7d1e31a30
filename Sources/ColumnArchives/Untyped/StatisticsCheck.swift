internal import ArchiveBytes

/// Compares what zones say of their columns with the values.
///
/// Conditions pass over zones by it, so what is not true of the values hides some of them.
struct StatisticsCheck {
  private let archive: ColumnArchive
  private let schema: Schema
  private let columns: ZoneColumns
  private let zones: StoredZones
  /// What each zone says of each column.
  private let said: [[ColumnStatistics]]
  /// How many values each column lacks, in each zone.
  private var missing: [[Int]]

  /// - Returns: `nil` if the archive has no statistics.
  init?(_ archive: ColumnArchive, _ bytes: ByteCursor) throws {
    let context = try archive.readContext(bytes, budget: .max)
    guard let (columns, zones) = try archive.storedZones(context) else { return nil }
    (self.archive, schema, self.columns, self.zones) = (archive, context.schema, columns, zones)
    said = try (0..<columns.count).map { try zones.statistics(ofColumn: $0, in: bytes) }
    missing = said.map { $0.map { _ in 0 } }
  }

  /// Checks all batches, whose values can be read.
  mutating func check(_ bytes: ByteCursor) throws {
    for (zone, batches) in zones.batches.enumerated() {
      for batch in archive.batches[batches] { try check(batch, of: zone, in: bytes) }
      for column in 0..<columns.count {
        if case .missing(let count) = said[column][zone], count != missing[column][zone] {
          throw bytes.malformed("\(missing[column][zone]) missing values in statistics", "\(count)")
        }
      }
    }
  }

  private mutating func check(_ batch: ArchiveLayout.Batch, of zone: Int, in bytes: ByteCursor) throws {
    // The values were charged for when they were checked.
    let context = ReadContext(
      schema, bytes: bytes, archive.options.limits, verifiesChecksums: archive.options.verifiesChecksums,
      budget: .max)
    let root = try batch.columns(in: bytes, verifies: false, keepsInstances: false, context)
    for (number, column) in columns.columns(of: root).enumerated() {
      guard let found = try column?.foundValues(in: context) else { continue }
      if case .missing(let count) = found { missing[number][zone] += count }
      guard said[number][zone].allows(found) else {
        let name = columns.name(of: number, schema)
        throw try bytes.part(batch.body).malformed("statistics that are true of the column \(name)", "others")
      }
    }
  }
}

extension ColumnStatistics {
  /// Whether this is true of the values of one of the batches of which it is said.
  fileprivate func allows(_ found: FoundValues) -> Bool {
    switch (self, found) {
    case (.empty, _): return false
    case (.signed(let low, let high), .signed(let least, let greatest)):
      return low <= least && greatest <= high
    case (.unsigned(let low, let high), .unsigned(let least, let greatest)):
      return low <= least && greatest <= high
    case (.floating(let bounds), .floating(let least, let greatest, let hasNaN)):
      return (bounds.hasNaN || !hasNaN)
        && (least > greatest || bounds.low <= least && greatest <= bounds.high)
    case (.text(let bounds), .texts(let least, let greatest)):
      return !(least < bounds.lower) && greatest < bounds.end
    // What is said of other kinds of values says nothing. Missing values are counted for the whole zone.
    default: return true
    }
  }
}
