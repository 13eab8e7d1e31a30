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

  /// Returns the statistics of the column in a batch, or `nil` if there are none.
  func statistics(of batch: Int) throws -> PathStatistics? { preconditionFailure("abstract") }

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

  init(
    _ reader: _PathReader<Value>, _ path: ConditionPath, _ statistics: BatchStatistics?,
    in archive: ColumnArchive
  ) {
    self.reader = reader
    self.archive = archive
    source =
      if let statistics, let route = reader.route, !path.hasStorage { (statistics, route) } else { nil }
  }

  /// Adds a test, and returns its number.
  func add(_ test: @escaping Test) -> Int {
    unsafe tests.append(test)
    return unsafe tests.count - 1
  }

  override func statistics(of batch: Int) throws -> PathStatistics? {
    try source.flatMap { try $0.statistics.find($0.route, in: batch) }
  }

  override func results(of test: Int, in batch: Int, _ context: ReadContext) throws -> ConditionResults {
    let count = archive.batches[batch].count
    if readBatch != batch {
      try locating([]) { try context.charge(count, of: MemoryLayout<Value>.stride) }
      try reader.read(batch)
      readBatch = batch
      readCount += 1
    }
    try locating([]) { try context.charge(count) }
    let flags = unsafe [Bool](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // SAFETY: the reader has as many values as the batch has elements, and so has the buffer.
      if let base = buffer.baseAddress { unsafe tests[test](reader.values, base) }
      initializedCount = count
    }
    return .some(flags)
  }
}
