internal import ArchiveBytes
internal import Foundation

/// Batches that statistics say something of.
enum StatisticsScope: Hashable {
  case batch(Int)
  /// A run of batches, by its number.
  case run(Int)
  case all
}

/// The statistics of the columns of an archive: of one batch at a time, and of runs of batches.
///
/// What runs say is read once for each column. A batch that is a run of its own says no more than that.
final class BatchStatistics {
  private let archive: ColumnArchive
  private let context: ReadContext
  private var batch: Int?
  /// What the batch says that was asked last; `nil` if nothing.
  private var ofBatch: (directory: ColumnDirectory, statistics: [ColumnStatistics?])?
  private var stored: KnownRuns?
  private var hasLookedForRuns = false

  /// What runs of batches say.
  private struct KnownRuns {
    let runs: StoredRuns
    let directory: ColumnDirectory
    /// The numbers of the columns that may have statistics, by their entries in the directory.
    let columns: [Int: Int]
    /// What the runs say of each column that was read.
    var read: [Int: [RunStatistics]] = [:]
  }

  init(_ archive: ColumnArchive, _ context: ReadContext) {
    self.archive = archive
    self.context = context
  }

  /// Returns the statistics of the values at the end of a route in some batches, or `nil` if there are none.
  func find(_ route: ColumnRoute, in scope: StatisticsScope) throws -> PathStatistics? {
    var scope = scope
    if let stored = try storedRuns() {
      if case .batch(let number) = scope, stored.runs.size == 1 { scope = .run(number) }
      if case .batch = scope {
      } else {
        return try find(route, in: stored.directory, count: count(scope)) { try statistics($0, in: scope) }
      }
    }
    guard case .batch(let number) = scope else { return nil }
    if batch != number { try read(number) }
    guard let (directory, statistics) = ofBatch else { return nil }
    return try find(route, in: directory, count: archive.batches[number].count) { entry in
      // A column is not stored if all optionals around it are missing.
      if directory.entries[entry].range.isEmpty, entry > 0 { return .empty }
      return statistics[entry].map { .known($0) } ?? .unknown
    }
  }

  /// - Parameters:
  ///   - directory: The columns.
  ///   - count: The number of elements.
  ///   - statistics: Returns the statistics of an entry of the directory.
  private func find(
    _ route: ColumnRoute, in directory: ColumnDirectory, count: Int,
    _ statistics: (Int) throws -> RunStatistics
  ) throws -> PathStatistics? {
    func kind(_ entry: Int) -> ColumnKind { context.schema[directory.entries[entry].node].kind }
    var found = PathStatistics(count: count, missing: 0, bounds: nil)
    var entry = 0
    /// Goes from a column of optionals to that of their values, and counts the missing ones.
    ///
    /// - Returns: `false` if their number is unknown or wrong.
    func enterOptional() throws -> Bool {
      switch try statistics(entry) {
      case .empty: return found.missing == found.count
      case .known(.missing(let missing)) where missing <= found.count - found.missing:
        found.missing += missing
      default: return false
      }
      // The column of the values directly follows, even if it has no bytes.
      guard entry + 1 < directory.entries[entry].next else { return false }
      entry += 1
      return true
    }
    for turn in route.turns {
      switch turn {
      case .field(let position):
        if try statistics(entry) == .empty { return found }
        guard kind(entry) == .record else { return nil }
        entry = directory.entry(ofField: position, in: entry)
      case .allPresent, .optional:
        guard try enterOptional() else { return nil }
      case .flattened, .elements, .present: return nil
      }
    }
    while kind(entry) == .optional, try statistics(entry) != .empty {
      guard try enterOptional() else { return nil }
    }
    if case .known(let bounds) = try statistics(entry) {
      found.bounds = bounds
      found.isDate = kind(entry) == .date
    }
    return found
  }

  private func read(_ number: Int) throws {
    (batch, ofBatch) = (number, nil)
    try reading { bytes in
      let body = try archive.batches[number].open(
        in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
      guard let trailer = body.trailer else { return }
      let directory = try ColumnDirectory(trailer, columns: body.columnRange, in: context)
      let statistics = try directory.readStatistics(of: context.schema)
      if !statistics.isEmpty { ofBatch = (directory.withoutStatistics, statistics) }
    }
  }

  /// Calls `body` with the bytes of the archive. Nothing made from them outlives the call.
  private func reading(_ body: (ByteCursor) throws -> Void) throws {
    try unsafe archive.data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      try locating([]) { try body(bytes) }
    }
  }

  // MARK: Runs

  /// Whether runs of batches say something.
  var haveRuns: Bool { get throws { try storedRuns() != nil } }

  /// The runs.
  var runs: [Range<Int>] {
    get throws {
      let size = try storedRuns()?.runs.size ?? 1
      return stride(from: 0, to: archive.batches.count, by: size).map {
        $0..<$0 + min(size, archive.batches.count - $0)
      }
    }
  }

  /// The number of elements in a run, or in all batches.
  private func count(_ scope: StatisticsScope) throws -> Int {
    guard case .run(let number) = scope, let size = try storedRuns()?.runs.size else { return archive.count }
    let batches = archive.batches
    let (first, next) = (batches[number * size], number * size + min(size, batches.count - number * size))
    return batches[next - 1].start + batches[next - 1].count - first.start
  }

  private func storedRuns() throws -> KnownRuns? {
    if hasLookedForRuns { return stored }
    hasLookedForRuns = true
    guard let location = archive.statistics else { return nil }
    try reading { bytes in
      let runs = try StoredRuns(bytes.part(location), verifies: context.verifiesChecksums)
      guard let directory = ColumnDirectory(ofRunsIn: context.schema) else { return }
      let entries = directory.statisticsEntries(of: context.schema)
      guard entries.count == runs.columns.count else {
        throw bytes.malformed("statistics of \(entries.count) columns", "of \(runs.columns.count)")
      }
      let columns = Dictionary(uniqueKeysWithValues: zip(entries, entries.indices))
      stored = KnownRuns(runs: runs, directory: directory, columns: columns)
    }
    return stored
  }

  /// Returns what a run, or all batches, say of an entry of the directory.
  private func statistics(_ entry: Int, in scope: StatisticsScope) throws -> RunStatistics {
    guard let stored, let column = stored.columns[entry] else { return .unknown }
    guard case .run(let number) = scope else { return stored.runs.columns[column].all }
    if let read = stored.read[column] { return read[number] }
    var found: [RunStatistics] = []
    try reading { bytes in
      found = try stored.runs.runs(column, of: archive.batches.count, in: bytes)
      try context.charge(found.count, of: MemoryLayout<RunStatistics>.stride)
    }
    self.stored?.read[column] = found
    return found[number]
  }
}
