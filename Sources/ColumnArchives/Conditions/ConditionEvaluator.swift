/// A condition whose paths are resolved in an archive.
indirect enum ResolvedCondition {
  case test(any ConditionColumn, number: Int, ConditionComparison)
  case all([ResolvedCondition])
  case any([ResolvedCondition])
  case not(ResolvedCondition)
}

/// Finds the elements of an archive for which a condition holds.
///
/// For each zone, the statistics decide whether the condition holds for all elements or for none; otherwise some of
/// its tests remain. Only these are applied to the rows of the zone's batches, and a column is read only while some
/// rows are undecided. Each test is evaluated at most once per zone, and once per batch.
final class ConditionEvaluator {
  private let archive: ColumnArchive
  /// The context that all paths share, with a single budget; `nil` if the archive has no elements.
  private let context: ReadContext?
  private let budget: Int
  private let zones: ZoneReader?
  private var columns: [PathKey: any ConditionColumn] = [:]
  private var condition = ResolvedCondition.all([])
  /// The number of batches in which at least one column was read; for tests.
  private(set) var openedBatchCount = 0
  /// The number of columns read in all batches; for tests.
  var readColumnCount: Int { columns.values.reduce(0) { $0 + $1.readCount } }

  /// Tests of equal paths share a column.
  private struct PathKey: Hashable {
    let names: [[String]]
    let optionals: [Bool]
    let value: ObjectIdentifier
  }

  init<Root>(_ condition: ArchiveCondition<Root>, in archive: ColumnArchive, budget: Int) throws {
    (self.archive, self.budget) = (archive, budget)
    let context = try archive.filterContext(budget: budget)
    self.context = context
    zones = try context.flatMap { try ZoneReader(archive, $0) }
    self.condition = try resolve(condition.form)
  }

  private func resolve(_ form: ConditionForm) throws -> ResolvedCondition {
    switch form {
    case .test(let test): try test(self)
    case .all(let parts): .all(try parts.map(resolve))
    case .any(let parts): .any(try parts.map(resolve))
    case .not(let part): .not(try resolve(part))
    }
  }

  /// Returns the test of the part at a path.
  ///
  /// - Parameter test: Returns for each value whether it passes.
  func resolve<Root, Value>(
    _ path: ArchivePath<Root, Value>, _ comparison: ConditionComparison,
    _ test: @escaping PathColumn<Value>.Test
  ) throws -> ResolvedCondition {
    let steps = try ColumnArchive.stored(path.steps)
    guard let context else {
      // Without elements no field can be missing, but all properties of the path must be stored.
      _ = try ColumnArchive.codec(of: Value.self, at: steps)
      return .all([])
    }
    let key = PathKey(
      names: steps.map(\.names), optionals: steps.flatMap { [$0.entersOptional, $0.isOptional] },
      value: ObjectIdentifier(Value.self))
    let column = try columns[key] as? PathColumn<Value> ?? PathColumn(PathReader(path, in: archive, context))
    columns[key] = column
    return .test(column, number: column.add(test), comparison)
  }

  /// The rest of the call's budget.
  var rest: Int { context?.rest ?? budget }

  // MARK: Zones

  /// The answer of a zone's statistics to a condition.
  private enum Answer {
    case yes
    case no
    /// The answer depends on the remaining condition.
    case maybe(ResolvedCondition)
  }

  private func ask(_ condition: ResolvedCondition, in zone: Int, of zones: ZoneReader) throws -> Answer {
    switch condition {
    case .test(let column, _, let comparison):
      let outcome = try column.outcome(of: comparison, in: zone, of: zones)
      return outcome.canPass ? outcome.canFail ? .maybe(condition) : .yes : .no
    case .not(let part):
      switch try ask(part, in: zone, of: zones) {
      case .yes: return .no
      case .no: return .yes
      case .maybe(let rest): return .maybe(.not(rest))
      }
    case .all(let parts): return try ask(parts, areAll: true, in: zone, of: zones)
    case .any(let parts): return try ask(parts, areAll: false, in: zone, of: zones)
    }
  }

  /// Asks parts until one decides. All of them must hold, or any.
  private func ask(
    _ parts: [ResolvedCondition], areAll: Bool, in zone: Int, of zones: ZoneReader
  ) throws -> Answer {
    var left: [ResolvedCondition] = []
    for part in parts {
      switch (try ask(part, in: zone, of: zones), areAll) {
      case (.yes, true), (.no, false): break
      case (.no, true): return .no
      case (.yes, false): return .yes
      case (.maybe(let rest), _): left.append(rest)
      }
    }
    if left.isEmpty { return areAll ? .yes : .no }
    return .maybe(areAll ? .all(left) : .any(left))
  }

  /// Calls `body` with the batches of each zone, and the answer of its statistics to the condition. An archive
  /// without statistics is one zone.
  private func forEachZone(_ body: (Range<Int>, Answer) throws -> Void) throws {
    guard let zones else { return try body(archive.batches.indices, .maybe(condition)) }
    for (zone, batches) in zones.batches.enumerated() {
      try body(batches, ask(condition, in: zone, of: zones))
    }
  }

  /// Returns the batches that may contain passing elements, in order. No batch is opened.
  func candidates() throws -> [Range<Int>] {
    guard context != nil else { return [] }
    var found: [Range<Int>] = []
    try forEachZone { batches, answer in
      if case .no = answer { return }
      if let last = found.last, last.upperBound == batches.lowerBound {
        found[found.count - 1] = last.lowerBound..<batches.upperBound
      } else {
        found.append(batches)
      }
    }
    return found
  }

  // MARK: Rows

  /// Returns the positions of the elements for which the condition holds.
  func positions() throws -> [Int] {
    guard let context else { return [] }
    var positions: [Int] = []
    try forEachZone { batches, answer in
      if case .no = answer { return }
      for number in batches {
        let batch = archive.batches[number]
        try locating([]) { try context.charge(batch.count, of: MemoryLayout<Int>.stride) }
        guard case .maybe(let rest) = answer else {
          positions.append(contentsOf: batch.start..<(batch.start + batch.count))
          continue
        }
        let before = readColumnCount
        try rows(of: rest, in: number).appendPositions(from: batch.start, to: &positions)
        openedBatchCount += readColumnCount > before ? 1 : 0
      }
    }
    return positions
  }

  /// Returns which elements of a batch satisfy a condition. If no element is left to decide, the columns of the other
  /// parts are not read.
  private func rows(of condition: ResolvedCondition, in batch: Int) throws -> [Bool] {
    switch condition {
    case .test(let column, let number, _): return try column.rows(of: number, in: batch)
    case .not(let part): return try rows(of: part, in: batch).map { !$0 }
    case .all(let parts): return try join(parts, in: batch, while: true) { $0 && $1 }
    case .any(let parts): return try join(parts, in: batch, while: false) { $0 || $1 }
    }
  }

  /// Joins the results of parts for the elements of a batch, until no element is left to decide.
  private func join(
    _ parts: [ResolvedCondition], in batch: Int, while open: Bool, _ join: (Bool, Bool) -> Bool
  ) throws -> [Bool] {
    var joined = [Bool](repeating: open, count: archive.batches[batch].count)
    for part in parts where joined.contains(open) {
      for (row, other) in try rows(of: part, in: batch).enumerated() {
        joined[row] = join(joined[row], other)
      }
    }
    return joined
  }
}

extension [Bool] {
  /// Appends the positions of the passing elements. The first element is at position `start`.
  func appendPositions(from start: Int, to positions: inout [Int]) {
    positions += unsafe [Int](unsafeUninitializedCapacity: count) { found, foundCount in
      // Each position is stored, but counted only if its element passes: the processor would mispredict a branch.
      for row in indices {
        // SAFETY: at most one position per row is stored.
        unsafe found[foundCount] = start + row
        foundCount += self[row] ? 1 : 0
      }
    }
  }
}

/// The column at one path of a condition, which all tests of the path share.
protocol ConditionColumn: AnyObject {
  /// The number of batches in which the column was read.
  var readCount: Int { get }

  /// Returns the outcome of a comparison by the statistics of a zone.
  func outcome(of comparison: ConditionComparison, in zone: Int, of zones: ZoneReader) throws
    -> ConditionOutcome

  /// Returns which elements of a batch pass a test.
  func rows(of test: Int, in batch: Int) throws -> [Bool]
}

final class PathColumn<Value>: ConditionColumn {
  /// Returns for each value whether it passes.
  typealias Test = @Sendable ([Value]) -> [Bool]

  private let reader: PathReader<Value>
  private var tests: [Test] = []
  /// The batch that was read last, and which of its elements pass each test.
  private var known: (batch: Int, rows: [[Bool]])?
  private(set) var readCount = 0

  init(_ reader: PathReader<Value>) { self.reader = reader }

  /// Adds a test, and returns its number.
  func add(_ test: @escaping Test) -> Int {
    tests.append(test)
    return tests.count - 1
  }

  func outcome(of comparison: ConditionComparison, in zone: Int, of zones: ZoneReader) throws
    -> ConditionOutcome
  {
    // If the field has a storage method, the column's values are not the property's values.
    guard !reader.hasStorage else { return .unknown }
    return try zones.statistics(of: reader.route, in: zone)?.outcome(of: comparison) ?? .unknown
  }

  func rows(of test: Int, in batch: Int) throws -> [Bool] {
    if let known, known.batch == batch { return known.rows[test] }
    let values = try reader.elementValues(ofBatch: batch)
    let rows = tests.map { $0(values) }
    known = (batch, rows)
    readCount += 1
    return rows[test]
  }
}
