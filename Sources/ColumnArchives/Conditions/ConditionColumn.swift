internal import ArchiveBytes
internal import ArchiveValues

/// The column at one path of a condition, which all tests of the path share.
protocol ConditionColumn: AnyObject {
  /// The number of batches in which the column was read.
  var readCount: Int { get }

  /// Returns what a zone says of a comparison.
  func outcome(of comparison: ConditionComparison, in zone: Int, of zones: ZoneReader) throws
    -> ConditionOutcome

  /// Returns which elements of a batch pass a test.
  func mask(of test: Int, in batch: Int) throws -> RowMask
}

@safe
final class PathColumn<Value>: ConditionColumn {
  // Safe: it only holds the tests. Each call is marked as unsafe, and passes as much room as there are values.
  /// Stores for each value whether it passes.
  typealias Test = @Sendable (UnsafeBufferPointer<Value>, UnsafeMutablePointer<Bool>) -> Void

  private let reader: PathReader<Value>
  private var tests: [Test] = unsafe []
  /// The batch that was read last, and the results of all tests in it.
  private var known: (batch: Int, masks: [RowMask])?
  private(set) var readCount = 0

  init(_ reader: PathReader<Value>) { self.reader = reader }

  /// Adds a test, and returns its number.
  func add(_ test: @escaping Test) -> Int {
    unsafe tests.append(test)
    return unsafe tests.count - 1
  }

  func outcome(of comparison: ConditionComparison, in zone: Int, of zones: ZoneReader) throws
    -> ConditionOutcome
  {
    // Values that a storage method stores in a form of their own are not those of the column.
    guard !reader.hasStorage else { return .unknown }
    return try zones.statistics(of: reader.route, in: zone)?.outcome(of: comparison) ?? .unknown
  }

  func mask(of test: Int, in batch: Int) throws -> RowMask {
    if let known, known.batch == batch { return known.masks[test] }
    let count = reader.archive.batches[batch].count
    var masks = unsafe [RowMask](repeating: RowMask(count: count), count: tests.count)
    try unsafe reader.visit(batch) { start, values, results in
      for number in unsafe tests.indices {
        unsafe tests[number](values, results)
        unsafe masks[number].set(from: start, UnsafeBufferPointer(start: results, count: values.count))
      }
    }
    known = (batch, masks)
    readCount += 1
    return masks[test]
  }
}
