internal import ArchiveBytes
internal import ArchiveValues

/// Finds the elements of an archive for which a condition holds.
///
/// For each zone, the statistics decide whether the condition holds for all elements or for none. Otherwise, the tests
/// that they leave open are applied to the rows of the zone's batches. A column is read only while some rows are
/// undecided.
final class ConditionEvaluator {
  private let archive: ColumnArchive
  /// The context that all paths share, with a single budget; `nil` if the archive has no elements.
  private let context: ReadContext?
  private let budget: Int
  private let zones: ZoneReader?
  private let condition: ConditionForm
  private var readers: [PathKey: any CountingReader] = [:]
  /// The number of batches in which at least one column was read; for tests.
  private(set) var openedBatchCount = 0
  /// The number of columns read in all batches; for tests.
  var readColumnCount: Int { readers.values.reduce(0) { $0 + $1.readCount } }

  /// Tests of equal paths share a reader.
  private struct PathKey: Hashable {
    let names: [[String]]
    let optionals: [Bool]
    let value: ObjectIdentifier
  }

  /// - Throws: ``ArchiveError`` if a path of the condition cannot be read.
  init<Root>(_ condition: ArchiveCondition<Root>, in archive: ColumnArchive, budget: Int) throws {
    (self.archive, self.budget, self.condition) = (archive, budget, condition.form)
    let context = try archive.filterContext(budget: budget)
    self.context = context
    zones = try context.flatMap { try ZoneReader(archive, $0) }
    try condition.form.forEachTest { try $0.findReader(in: self) }
  }

  /// Returns the reader of a path; `nil` if the archive has no elements.
  fileprivate func reader<Root, Value>(of path: ArchivePath<Root, Value>) throws -> PathReader<Value>? {
    let steps = try ColumnArchive.stored(path.steps)
    guard let context else {
      // Without elements no field can be missing, but all properties of the path must be stored.
      _ = try ColumnArchive.codec(of: Value.self, at: steps)
      return nil
    }
    let key = PathKey(
      names: steps.map(\.names), optionals: steps.flatMap { [$0.entersOptional, $0.isOptional] },
      value: ObjectIdentifier(Value.self))
    let reader = try readers[key] as? PathReader<Value> ?? PathReader(path, in: archive, context)
    readers[key] = reader
    return reader
  }

  /// The rest of the call's budget.
  var rest: Int { context?.rest ?? budget }

  // MARK: Zones

  /// Returns the outcome of a condition by the statistics of a zone.
  private func outcome(of condition: ConditionForm, in zone: Zone) throws -> ConditionOutcome {
    switch condition {
    case .test(let test):
      guard let number = zone.number, let zones else { return .unknown }
      return try test.outcome(inZone: number, of: zones, self)
    case .not(let part): return try outcome(of: part, in: zone).negated
    case .all(let parts):
      return try parts.reduce(ConditionOutcome.all(true)) { try $0.and(outcome(of: $1, in: zone)) }
    case .any(let parts):
      return try parts.reduce(ConditionOutcome.all(true)) { try $0.and(outcome(of: $1, in: zone).negated) }
        .negated
    }
  }

  /// Consecutive batches, and the number of their statistics, if they have any.
  private struct Zone {
    let batches: Range<Int>
    let number: Int?
  }

  /// Calls `body` with each zone, and the outcome of the condition by its statistics. An archive without statistics is
  /// one zone.
  private func forEachZone(_ body: (Zone, ConditionOutcome) throws -> Void) throws {
    guard context != nil else { return }
    guard let zones else {
      return try body(Zone(batches: archive.batches.indices, number: nil), .unknown)
    }
    for (number, batches) in zones.batches.enumerated() {
      let zone = Zone(batches: batches, number: number)
      try body(zone, outcome(of: condition, in: zone))
    }
  }

  /// Returns the batches that may contain passing elements, in order. No batch is opened.
  func candidates() throws -> [Range<Int>] {
    var found: [Range<Int>] = []
    try forEachZone { zone, outcome in
      guard outcome.canPass else { return }
      if let last = found.last, last.upperBound == zone.batches.lowerBound {
        found[found.count - 1] = last.lowerBound..<zone.batches.upperBound
      } else {
        found.append(zone.batches)
      }
    }
    return found
  }

  // MARK: Rows

  /// Returns the positions of the elements for which the condition holds, in ascending order.
  func positions() throws -> [Int] {
    var positions: [Int] = []
    try forEachZone { zone, outcome in
      guard let context, outcome.canPass else { return }
      for number in zone.batches {
        let batch = archive.batches[number]
        // A growing array allocates twice its size.
        try locating([]) { try context.charge(batch.count, of: 2 * MemoryLayout<Int>.stride) }
        let before = readColumnCount
        try rows(of: condition, in: number, zone).appendPositions(from: batch.start, to: &positions)
        openedBatchCount += readColumnCount > before ? 1 : 0
      }
    }
    return positions
  }

  /// Returns which elements of a batch satisfy a condition. If no element is left to decide, the columns of the other
  /// parts are not read.
  private func rows(of condition: ConditionForm, in batch: Int, _ zone: Zone) throws -> [Bool] {
    switch condition {
    case .test(let test):
      let outcome = try outcome(of: condition, in: zone)
      guard outcome.canPass, outcome.canFail else {
        return [Bool](repeating: outcome.canPass, count: archive.batches[batch].count)
      }
      return try test.rows(inBatch: batch, self)
    case .not(let part): return try rows(of: part, in: batch, zone).map { !$0 }
    case .all(let parts): return try join(parts, in: batch, zone, while: true) { $0 && $1 }
    case .any(let parts): return try join(parts, in: batch, zone, while: false) { $0 || $1 }
    }
  }

  /// Joins the results of parts for the elements of a batch, until no element is left to decide.
  private func join(
    _ parts: [ConditionForm], in batch: Int, _ zone: Zone, while open: Bool, _ join: (Bool, Bool) -> Bool
  ) throws -> [Bool] {
    var joined = [Bool](repeating: open, count: archive.batches[batch].count)
    for part in parts where joined.contains(open) {
      for (row, other) in try rows(of: part, in: batch, zone).enumerated() {
        joined[row] = join(joined[row], other)
      }
    }
    return joined
  }
}

extension [Bool] {
  /// Appends the positions of the passing elements. The first element is at position `start`.
  func appendPositions(from start: Int, to positions: inout [Int]) {
    // Without a branch, which the processor would mispredict: finding half of a million elements took 1.6 times as long
    // (`paths`).
    var (found, passed) = ([Int](repeating: 0, count: count + 1), 0)
    for (row, passes) in enumerated() {
      found[passed] = start + row
      passed += passes ? 1 : 0
    }
    positions += found[..<passed]
  }
}

/// A test of the part at a path.
protocol ConditionTest: Sendable {
  /// Throws if the path cannot be read.
  func findReader(in evaluator: ConditionEvaluator) throws

  /// Returns the outcome of the test by the statistics of a zone.
  func outcome(inZone zone: Int, of zones: ZoneReader, _ evaluator: ConditionEvaluator) throws
    -> ConditionOutcome

  /// Returns which elements of a batch pass.
  func rows(inBatch batch: Int, _ evaluator: ConditionEvaluator) throws -> [Bool]
}

struct PathTest<Root: ArchiveRecord, Value>: ConditionTest {
  let path: ArchivePath<Root, Value>
  let comparison: ConditionComparison
  /// Returns for each value whether it passes.
  let passes: @Sendable ([Value]) -> [Bool]

  func findReader(in evaluator: ConditionEvaluator) throws { _ = try evaluator.reader(of: path) }

  func outcome(inZone zone: Int, of zones: ZoneReader, _ evaluator: ConditionEvaluator) throws
    -> ConditionOutcome
  {
    // If the field has a storage method, the column's values are not the property's values.
    guard let reader = try evaluator.reader(of: path), !reader.hasStorage else { return .unknown }
    return try zones.statistics(of: reader.route, in: zone)?.outcome(of: comparison) ?? .unknown
  }

  func rows(inBatch batch: Int, _ evaluator: ConditionEvaluator) throws -> [Bool] {
    passes(try evaluator.reader(of: path)?.elementValues(ofBatch: batch) ?? [])
  }
}
