internal import ArchiveBytes
internal import ArchiveValues

/// A path of a condition. Tests of the same path share its column.
struct ConditionPath: Hashable {
  private struct Step: Hashable {
    let names: [String]
    let part: ObjectIdentifier?
    let entersOptional: Bool
    let isOptional: Bool
  }

  private let steps: [Step]
  private let value: ObjectIdentifier
  /// Whether the column stores the values in a form of their own, so that its statistics are not those of the values.
  let hasStorage: Bool

  init<Value>(_ steps: [PathStep], _ value: Value.Type) {
    self.steps = steps.map {
      Step(
        names: $0.names, part: $0.part.map { ObjectIdentifier($0) }, entersOptional: $0.entersOptional,
        isOptional: $0.isOptional)
    }
    self.value = ObjectIdentifier(value)
    hasStorage = steps.last?.part != nil
  }
}

/// The column of one path of a condition.
class ConditionColumn {
  /// The number of batches in which the column was read.
  fileprivate(set) var readCount = 0

  /// Returns the statistics of the column in some batches, or `nil` if there are none.
  func statistics(of batches: StatisticsScope) throws -> PathStatistics? { preconditionFailure("abstract") }

  /// Returns which elements of a batch pass a test.
  func results(of test: Int, in batch: Int, _ context: ReadContext) throws -> ConditionResults {
    preconditionFailure("abstract")
  }
}

@safe
final class TypedConditionColumn<Value>: ConditionColumn {
  // Safe: it only holds the tests. Each call is marked as unsafe, and passes as much room as there are values.
  /// Stores for each value whether it passes.
  typealias Test = @Sendable (UnsafeBufferPointer<Value>, UnsafeMutablePointer<Bool>) -> Void

  private let reader: _PathReader<Value>
  private let archive: ColumnArchive
  /// Where to find what batches say of the column; `nil` if that is not about its values.
  private let source: (statistics: BatchStatistics, route: ColumnRoute)?
  private var tests: [Test] = unsafe []
  private var readBatch: Int?
  /// The tests in the form that needs no strings; `nil` if one of them has none.
  private var textTests: [TextTest]?
  /// The results of all tests in the batch that was read last.
  private var masks: [RowMask] = []

  init(
    _ reader: _PathReader<Value>, _ path: ConditionPath, _ statistics: BatchStatistics?,
    in archive: ColumnArchive
  ) {
    self.reader = reader
    self.archive = archive
    source =
      if let statistics, let route = reader.route, !path.hasStorage { (statistics, route) } else { nil }
    let isText = !path.hasStorage && (Value.self == String.self || Value.self == String?.self)
    textTests = isText ? [] : nil
  }

  /// Adds a test, and returns its number.
  func add(_ test: @escaping Test, _ comparison: ConditionComparison) -> Int {
    unsafe tests.append(test)
    if let test = TextTest(comparison) { textTests?.append(test) } else { textTests = nil }
    return unsafe tests.count - 1
  }

  override func statistics(of batches: StatisticsScope) throws -> PathStatistics? {
    try source.flatMap { try $0.statistics.find($0.route, in: batches) }
  }

  override func results(of test: Int, in batch: Int, _ context: ReadContext) throws -> ConditionResults {
    let count = archive.batches[batch].count
    if readBatch != batch {
      readBatch = nil
      try locating([]) { try context.charge(count, of: MemoryLayout<Value>.stride) }
      masks = try reader.withColumn(of: batch) { try masks(of: $0, in: $1) } ?? []
      readBatch = batch
      readCount += 1
    }
    try locating([]) { try context.charge(count) }
    return .some(masks[test])
  }

  /// The number of values tested at a time: a multiple of 64, and so few that they stay in the processor's nearest cache.
  private static var blockCount: Int { 512 }

  /// Returns for which rows of a column each test passes. A value that a dictionary has once is tested once.
  private func masks(of column: Column, in context: ReadContext) throws -> [RowMask] {
    if let distinct = DistinctRows(column),
      let masks = try distinctMasks(of: distinct, column.count, in: context)
    {
      return masks
    }
    if let masks = try textMasks(of: column, in: context) { return masks }
    var masks = unsafe [RowMask](repeating: RowMask(count: column.count), count: tests.count)
    var done = 0
    while done < column.count {
      let part = min(column.count - done, Self.blockCount)
      try unsafe reader.withValues(part, of: column, in: context) { values in
        unsafe visitFlags(of: values) { unsafe masks[$0].set(from: done, $1) }
      }
      done += part
    }
    return masks
  }

  /// Returns `nil` if something is wrong with a distinct value, which is an error only if a row has it.
  private func distinctMasks(of distinct: DistinctRows, _ count: Int, in context: ReadContext) throws
    -> [RowMask]?
  {
    // More values than rows take more than reading the rows.
    guard distinct.column.count <= count + 1 else { return nil }
    do {
      return try masks(of: distinct, count, in: context)
    } catch let failure {
      let error = RowError(row: nil, wrapping: failure).error
      if error.code == .limitExceeded { throw failure }
      return nil
    }
  }

  private func masks(of distinct: DistinctRows, _ count: Int, in context: ReadContext) throws -> [RowMask]? {
    let distinctCount = distinct.column.count
    try context.charge(distinctCount, of: MemoryLayout<Value>.stride)
    return try unsafe reader.withValues(distinctCount, of: distinct.column, in: context) { values in
      var masks: [RowMask?] = []
      unsafe visitFlags(of: values) { unsafe masks.append(distinct.mask(of: $1, count: count)) }
      return masks.contains(nil) ? nil : masks.compactMap { $0 }
    }
  }

  /// Returns for which rows of a column of ASCII each test passes, without making the strings.
  private func textMasks(of column: Column, in context: ReadContext) throws -> [RowMask]? {
    guard let textTests, column.kind == .string, let column = column as? RunColumn else { return nil }
    let count = column.count
    let flagCount = count * textTests.count
    return try unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: flagCount) { flags in
      let isASCII = try unsafe column.visitASCII(count, in: context) { row, text in
        for (number, test) in textTests.enumerated() {
          // SAFETY: there is room for a flag of each row and test, and the column has `count` rows.
          unsafe flags.initializeElement(at: number * count + row, to: test.holds(for: text))
        }
      }
      guard isASCII else { return nil }
      return textTests.indices.map { number in
        var mask = RowMask(count: count)
        unsafe mask.set(from: 0, UnsafeBufferPointer(rebasing: flags[number * count..<(number + 1) * count]))
        return mask
      }
    }
  }

  /// Calls `body` for each test, with its number and whether each value passes.
  private func visitFlags(
    of values: UnsafeBufferPointer<Value>, _ body: (Int, UnsafeBufferPointer<Bool>) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: values.count) { flags in
      guard let base = flags.baseAddress else { return }
      for number in unsafe tests.indices {
        // SAFETY: there is room for a flag of each value, and a test stores all of them.
        unsafe tests[number](values, base)
        unsafe body(number, UnsafeBufferPointer(flags))
      }
    }
  }
}
