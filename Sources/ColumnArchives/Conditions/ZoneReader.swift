internal import ArchiveBytes
internal import Foundation

/// Reads the statistics of an archive's columns, each column's once.
final class ZoneReader {
  private let archive: ColumnArchive
  private let context: ReadContext
  let columns: ZoneColumns
  private let zones: StoredZones
  /// The statistics of each zone, by column number, of the columns read so far.
  private var said: [Int: [ColumnStatistics]] = [:]

  /// - Returns: `nil` if the archive has no statistics.
  init?(_ archive: ColumnArchive, _ context: ReadContext) throws {
    guard let zones = archive.zones, let columns = ZoneColumns(context.schema) else { return nil }
    guard zones.columns.count == columns.count else {
      throw ArchiveError(
        .malformed, expected: "statistics of \(columns.count) columns", found: "of \(zones.columns.count)")
    }
    (self.archive, self.context, self.columns, self.zones) = (archive, context, columns, zones)
  }

  /// The batches of each zone.
  var batches: [Range<Int>] { zones.batches }

  /// Returns the statistics of a column in each zone.
  func statistics(ofColumn number: Int) throws -> [ColumnStatistics] {
    if let known = said[number] { return known }
    let found = try locating([]) {
      try context.charge(zones.batches.count, of: MemoryLayout<ColumnStatistics>.stride)
      return try unsafe archive.data.withUnsafeBytes {
        try zones.statistics(ofColumn: number, in: unsafe ByteCursor($0))
      }
    }
    said[number] = found
    return found
  }

  /// Returns a zone's statistics of the values at the end of a route; `nil` if the route leads to something else.
  func statistics(of route: ColumnRoute, in zone: Int) throws -> PathStatistics? {
    let batches = archive.batches[zones.batches[zone]]
    var found = PathStatistics(count: batches.reduce(0) { $0 + $1.count }, missing: 0)
    var entry = 0
    func kind() -> ColumnKind { context.schema[columns.entries[entry].node].kind }
    /// Moves from a column of optionals to the column of their values, and counts the missing ones.
    ///
    /// - Returns: `false` if the count is unknown or wrong.
    func enterOptional() throws -> Bool {
      switch try statistics(ofEntry: entry, in: zone) {
      case .empty where found.missing == found.count: break
      case .missing(let missing) where missing <= found.count - found.missing: found.missing += missing
      default: return false
      }
      entry += 1
      return true
    }
    for turn in route.turns {
      switch turn {
      case .field(let position):
        guard kind() == .record else { return nil }
        entry = columns.entry(ofField: position, in: entry)
      case .allPresent, .optional:
        guard try enterOptional() else { return nil }
      case .flattened, .elements, .present: return nil
      }
    }
    while kind() == .optional {
      guard try enterOptional() else { return nil }
    }
    found.bounds = try statistics(ofEntry: entry, in: zone)
    found.isDate = kind() == .date
    return found
  }

  private func statistics(ofEntry entry: Int, in zone: Int) throws -> ColumnStatistics {
    try columns.entries[entry].number.map { try statistics(ofColumn: $0)[zone] } ?? .unknown
  }
}
