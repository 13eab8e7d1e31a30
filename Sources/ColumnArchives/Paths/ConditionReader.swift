internal import ArchiveBytes
internal import ArchiveValues

/// Finds the elements of an archive for which a condition holds, batch by batch.
///
/// All paths of the condition share a context, and so one budget. Each column is read at most once for each batch, and
/// only if the statistics of the batch, and the tests before, leave open whether elements match.
final class ConditionReader {
  private let archive: ColumnArchive
  private let context: ReadContext?
  private let plan: ConditionPlan
  /// What the archive says of its batches; `nil` if there are none.
  private let statistics: BatchStatistics?
  /// The number of batches of which at least one column was read; for tests.
  private(set) var openedBatchCount = 0
  /// The number of columns read in all batches; for tests.
  var readColumnCount: Int { columns.values.reduce(0) { $0 + $1.readCount } }
  private let columns: [ConditionPath: ConditionColumn]

  init<Root>(_ condition: ArchiveCondition<Root>, in archive: ColumnArchive, budget: Int) throws {
    self.archive = archive
    let context = try archive.filterContext(budget: budget)
    self.context = context
    var columns: [ConditionPath: ConditionColumn] = [:]
    let statistics = context.map { BatchStatistics(archive, $0) }
    self.statistics = statistics
    plan = try ConditionPlan(condition.form, in: archive, context, statistics, &columns)
    self.columns = columns
  }

  /// What the same call may still read.
  var rest: Int { context?.rest ?? archive._budget }

  /// Returns the positions of the elements for which the condition holds.
  func positions() throws -> [Int] {
    guard let context else { return [] }
    var positions: [Int] = []
    for number in try candidates().joined() {
      let batch = archive.batches[number]
      let before = readColumnCount
      let results = try plan.results(in: number, context)
      if readColumnCount > before { openedBatchCount += 1 }
      switch results {
      case .none: break
      case .all:
        try Self.charge(batch.count, of: MemoryLayout<Int>.stride, context)
        positions.append(contentsOf: batch.start..<(batch.start + batch.count))
      case .some(let mask):
        try Self.charge(batch.count, of: MemoryLayout<Int>.stride, context)
        mask.appendPositions(from: batch.start, to: &positions)
      }
    }
    return positions
  }

  /// Returns the batches that may have elements that pass, in order, by what runs of them say. No batch is opened.
  func candidates() throws -> [Range<Int>] {
    let all = archive.batches.indices
    guard let statistics, try statistics.haveRuns else { return all.isEmpty ? [] : [all] }
    guard try plan.outcome(in: .all).canPass else { return [] }
    var found: [Range<Int>] = []
    for (number, run) in try statistics.runs.enumerated() where try plan.outcome(in: .run(number)).canPass {
      if let last = found.last, last.upperBound == run.lowerBound {
        found[found.count - 1] = last.lowerBound..<run.upperBound
      } else {
        found.append(run)
      }
    }
    return found
  }

  /// Returns whether some elements of a batch may pass, by its statistics alone.
  func mayPass(batch: Int) throws -> Bool { try plan.outcome(in: .batch(batch)).canPass }

  private static func charge(_ count: Int, of byteCount: Int, _ context: ReadContext) throws {
    try locating([]) { try context.charge(count, of: byteCount) }
  }
}

/// For which elements of a batch a condition holds.
enum ConditionResults {
  case none
  case all
  case some(RowMask)

  /// The results for the negation of the condition.
  var negated: ConditionResults {
    switch self {
    case .none: .all
    case .all: .none
    case .some(let mask): .some(mask.inverted)
    }
  }
}
