internal import ArchiveBytes
internal import ArchiveValues

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
    // Values that a storage method stores in a form of their own are not those of the column.
    guard !reader.hasStorage else { return .unknown }
    return try zones.statistics(of: reader.route, in: zone)?.outcome(of: comparison) ?? .unknown
  }

  func rows(of test: Int, in batch: Int) throws -> [Bool] {
    if let known, known.batch == batch { return known.rows[test] }
    let values = try reader.values(ofBatch: batch)
    let rows = tests.map { $0(values) }
    known = (batch, rows)
    readCount += 1
    return rows[test]
  }
}
