internal import ArchiveBytes
internal import ArchiveValues

/// A condition whose paths are resolved in an archive.
indirect enum ConditionPlan {
  case column(ConditionComparison, ConditionColumn, number: Int)
  case all([ConditionPlan])
  case any([ConditionPlan])
  case not(ConditionPlan)

  init(
    _ form: ConditionForm, in archive: ColumnArchive, _ context: ReadContext?, _ statistics: BatchStatistics?,
    _ columns: inout [ConditionPath: ConditionColumn]
  ) throws {
    switch form {
    case .test(let test):
      self = try Self.column(of: test, in: archive, context, statistics, &columns)
    case .all(let parts):
      self = .all(try parts.map { try ConditionPlan($0, in: archive, context, statistics, &columns) })
    case .any(let parts):
      self = .any(try parts.map { try ConditionPlan($0, in: archive, context, statistics, &columns) })
    case .not(let part): self = .not(try ConditionPlan(part, in: archive, context, statistics, &columns))
    }
  }

  private static func column<Tested: ConditionTest>(
    of test: Tested, in archive: ColumnArchive, _ context: ReadContext?, _ statistics: BatchStatistics?,
    _ columns: inout [ConditionPath: ConditionColumn]
  ) throws -> ConditionPlan {
    let path = try ConditionPath(ColumnArchive.stored(test.path.steps), Tested.Value.self)
    let known = columns[path] as? TypedConditionColumn<Tested.Value>
    let column =
      try known
      ?? TypedConditionColumn(_PathReader(test.path, in: archive, context), path, statistics, in: archive)
    columns[path] = column
    let number = unsafe column.add(test.test, test.comparison)
    return .column(test.comparison, column, number: number)
  }

  /// Returns what the statistics of some batches say of the condition.
  func outcome(in batches: StatisticsScope) throws -> StatisticsOutcome {
    switch self {
    case .column(let comparison, let column, _):
      return try column.statistics(of: batches)?.outcome(of: comparison) ?? .unknown
    case .all(let parts):
      return try parts.reduce(StatisticsOutcome.all(true)) { try $0.and($1.outcome(in: batches)) }
    case .any(let parts):
      return try parts.reduce(StatisticsOutcome.all(true)) { try $0.and($1.outcome(in: batches).negated) }
        .negated
    case .not(let part): return try part.outcome(in: batches).negated
    }
  }

  /// Returns for which elements of a batch the condition holds.
  func results(in batch: Int, _ context: ReadContext) throws -> ConditionResults {
    let outcome = try outcome(in: .batch(batch))
    if !outcome.canPass { return .none }
    if !outcome.canFail { return .all }
    switch self {
    case .column(_, let column, let number): return try column.results(of: number, in: batch, context)
    case .not(let part): return try part.results(in: batch, context).negated
    case .all(let parts): return try Self.join(parts, ofAll: true, in: batch, context)
    case .any(let parts): return try Self.join(parts, ofAll: false, in: batch, context)
    }
  }

  private static func join(_ parts: [ConditionPlan], ofAll isAll: Bool, in batch: Int, _ context: ReadContext)
    throws
    -> ConditionResults
  {
    // Statistics that answer for a later part save reading the columns of those before it.
    for part in parts {
      let outcome = try part.outcome(in: .batch(batch))
      if isAll ? !outcome.canPass : !outcome.canFail { return isAll ? .none : .all }
    }
    var joined: RowMask?
    for part in parts {
      switch (try part.results(in: batch, context), isAll) {
      case (.none, true): return .none
      case (.all, false): return .all
      case (.none, false), (.all, true): break
      case (.some(let mask), _):
        if joined == nil {
          joined = mask
        } else if isAll {
          joined?.formIntersection(mask)
        } else {
          joined?.formUnion(mask)
        }
      }
      // If no element is left to decide, the columns of the other parts are not read.
      if let joined, isAll ? joined.isEmpty : joined.isFull { return isAll ? .none : .all }
    }
    return joined.map { .some($0) } ?? (isAll ? .all : .none)
  }
}
