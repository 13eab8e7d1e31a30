internal import ArchiveBytes
internal import Foundation

/// Reads the statistics of an archive's columns, each column's once.
final class ZoneReader {
  private let archive: ColumnArchive
  private let context: ReadContext
  private let columns: ZoneColumns
  private let zones: StoredZones
  /// The statistics of each zone, by the numbers of the columns that were asked for.
  private var said: [Int: [ColumnStatistics]] = [:]

  /// - Returns: `nil` if the archive has no statistics.
  init?(_ archive: ColumnArchive, _ context: ReadContext) throws {
    guard let (columns, zones) = try locating([], { try archive.storedZones(context) }) else { return nil }
    (self.archive, self.context, self.columns, self.zones) = (archive, context, columns, zones)
  }

  /// The batches of each zone.
  var batches: [Range<Int>] { zones.batches }

  /// Calls `body` with the bytes of the archive. Nothing made from them outlives the call.
  private static func reading<Result>(
    _ archive: ColumnArchive, _ context: ReadContext, _ body: (ByteCursor) throws -> Result
  ) throws -> Result {
    try unsafe archive.data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      return try locating([]) { try body(bytes) }
    }
  }

  /// Returns a zone's statistics of the values at the end of a route; `nil` if the route leads to something else.
  func statistics(of route: ColumnRoute, in zone: Int) throws -> PathStatistics? {
    let batches = archive.batches[zones.batches[zone]]
    var found = PathStatistics(count: batches.reduce(0) { $0 + $1.count }, missing: 0)
    var entry = 0
    func kind() -> ColumnKind { context.schema[columns.entries[entry].node].kind }
    /// Goes from a column of optionals to that of their values, and counts the missing ones.
    ///
    /// - Returns: `false` if their number is unknown or wrong.
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
    guard let column = columns.entries[entry].number else { return .unknown }
    if let known = said[column] { return known[zone] }
    let found = try Self.reading(archive, context) { bytes in
      try context.charge(zones.batches.count, of: MemoryLayout<ColumnStatistics>.stride)
      return try zones.statistics(ofColumn: column, in: bytes)
    }
    said[column] = found
    return found[zone]
  }
}

extension ColumnArchive {
  /// Returns the place of the statistics, and the columns that have some; `nil` if there are none.
  func storedZones(_ context: ReadContext) throws -> (ZoneColumns, StoredZones)? {
    guard let zones, let columns = ZoneColumns(context.schema) else { return nil }
    guard zones.columns.count == columns.count else {
      throw ArchiveError(
        .malformed, expected: "statistics of \(columns.count) columns", found: "of \(zones.columns.count)")
    }
    return (columns, zones)
  }
}
