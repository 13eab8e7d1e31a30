internal import ArchiveBytes

/// Compares what batches, and runs of them, say of their columns with the values.
///
/// Conditions pass over batches by it, so what is not true of the values hides some of them.
struct StatisticsCheck {
  private let archive: ColumnArchive
  private let schema: Schema
  /// The columns that may have statistics.
  private let columns: ColumnDirectory
  /// How many batches a run has, and what each run says of each column.
  private let runs: (size: Int, said: [[RunStatistics]])?
  /// What all batches together say of each column.
  private let all: [RunStatistics]
  /// How many values each run, or all batches, have to lack still, by the number of the column.
  private var missing: (ofRuns: [[Int: Int]], ofAll: [Int: Int]) = ([], [:])

  /// - Returns: `nil` if columns of this schema have no statistics.
  init?(_ archive: ColumnArchive, _ bytes: ByteCursor) throws {
    let context = try archive.readContext(bytes, budget: .max)
    guard let columns = ColumnDirectory(ofRunsIn: context.schema) else { return nil }
    (self.archive, schema, self.columns) = (archive, context.schema, columns)
    guard let location = archive.statistics else {
      (runs, all) = (nil, [])
      return
    }
    let stored = try StoredRuns(bytes.part(location), verifies: context.verifiesChecksums)
    let count = columns.statisticsEntries(of: context.schema).count
    guard stored.columns.count == count else {
      throw bytes.malformed("statistics of \(count) columns", "of \(stored.columns.count)")
    }
    let said = try stored.columns.indices.map { try stored.runs($0, of: archive.batches.count, in: bytes) }
    runs = (stored.size, said)
    all = stored.columns.map(\.all)
    func missing(_ said: [RunStatistics]) -> [Int: Int] {
      Dictionary(
        uniqueKeysWithValues: said.enumerated().compactMap { column, said in
          if case .known(.missing(let count)) = said { (column, count) } else { nil }
        })
    }
    self.missing.ofAll = missing(all)
    self.missing.ofRuns = (said.first ?? []).indices.map { run in missing(said.map { $0[run] }) }
  }

  /// Checks what is said of a batch, all of whose values can be read.
  mutating func check(_ number: Int, in bytes: ByteCursor) throws {
    let batch = archive.batches[number]
    // The values were charged for when they were checked.
    let context = ReadContext(
      schema, bytes: bytes, archive.options.limits, verifiesChecksums: archive.options.verifiesChecksums,
      budget: .max)
    let directory = try ColumnDirectory(of: batch, in: bytes, context)
    guard directory != nil || runs != nil else { return }
    let body = try batch.open(in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
    var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
    let root = try opener.openBatch(count: batch.count, keepsInstances: false)
    let said = directory?.statistics(of: columns, context.schema)
    for (column, (path, values)) in values(of: root, context.schema).enumerated() {
      let found = try values?.found(in: context) ?? .nothing
      var isTrue = said?[column].allows(found) ?? true
      if let runs {
        let run = number / runs.size
        if case .missing(let count) = found {
          missing.ofRuns[run][column]? -= count
          missing.ofAll[column]? -= count
        } else {
          isTrue = isTrue && runs.said[column][run].allows(found) && all[column].allows(found)
        }
      }
      guard isTrue else { throw Self.wrong(path, try bytes.part(batch.body)) }
    }
  }

  /// Checks the sums, after all batches.
  func finish(_ bytes: ByteCursor) throws {
    guard (missing.ofRuns + [missing.ofAll]).allSatisfy({ $0.values.allSatisfy { $0 == 0 } }) else {
      throw Self.wrong("of optionals", bytes)
    }
  }

  private static func wrong(_ path: String, _ bytes: ByteCursor) -> any Error {
    bytes.malformed("statistics that are true of the column \(path)", "others")
  }

  /// Returns the columns that may have statistics, in their order; `nil` for those that are not stored.
  private func values(of root: Column, _ schema: Schema) -> [(path: String, values: Column?)] {
    var found: [(String, Column?)] = []
    func add(_ index: Int, _ column: Column?, _ path: String) {
      let node = schema[columns.entries[index].node]
      switch node.kind {
      case .record:
        for (number, name) in node.names.enumerated() {
          let inner = column?.children[number]
          add(columns.entry(ofField: number, in: index), inner, path.isEmpty ? name : "\(path).\(name)")
        }
      case .optional:
        found.append((path, column))
        add(index + 1, (column as? OptionalColumn)?.values, path)
      case .bool, .signed, .unsigned, .float, .double, .date, .string: found.append((path, column))
      default: break
      }
    }
    add(0, root, "")
    return found
  }
}

/// The least and the greatest value of a column, or how many are missing.
private enum FoundValues {
  case nothing
  case missing(Int)
  case signed(Int64, Int64)
  case unsigned(UInt64, UInt64)
  /// The least is greater than the greatest if all numbers are NaN.
  case floating(Double, Double, hasNaN: Bool)
  case bools(hasFalse: Bool, hasTrue: Bool)
  case texts(String, String)
}

extension Column {
  /// Looks at all values. The column is at its beginning.
  fileprivate func found(in context: ReadContext) throws -> FoundValues {
    switch self {
    case let column as OptionalColumn: return .missing(count - (column.values?.count ?? 0))
    case let column as BoolColumn:
      var (hasFalse, hasTrue) = (false, false)
      try column.read(count) { if $1 { hasTrue = true } else { hasFalse = true } }
      return .bools(hasFalse: hasFalse, hasTrue: hasTrue)
    case let column as IntegerColumn where kind == .signed:
      var (low, high) = (Int64.max, Int64.min)
      column.integers.visit(from: 0, count: count) {
        (low, high) = (min(low, Int64(bitPattern: $1)), max(high, Int64(bitPattern: $1)))
      }
      return .signed(low, high)
    case let column as IntegerColumn:
      var (low, high) = (UInt64.max, UInt64.min)
      column.integers.visit(from: 0, count: count) { (low, high) = (min(low, $1), max(high, $1)) }
      return .unsigned(low, high)
    case let column as FloatColumn:
      var (low, high, hasNaN) = (Double.infinity, -Double.infinity, false)
      try column.read(count) { _, number in
        if number < low { low = number }
        if number > high { high = number }
        if number.isNaN { hasNaN = true }
      }
      return .floating(low, high, hasNaN: hasNaN)
    case let column as RunColumn: return try column.foundTexts(in: context)
    default: return .nothing
    }
  }
}

extension RunColumn {
  fileprivate func foundTexts(in context: ReadContext) throws -> FoundValues {
    var found: (low: String, high: String)?
    while position < count {
      for text in try strings(min(count - position, 512), in: context) {
        let (low, high) = found ?? (text, text)
        found = (text < low ? text : low, high < text ? text : high)
      }
    }
    return found.map { .texts($0.low, $0.high) } ?? .nothing
  }
}

extension RunStatistics {
  /// Whether this is true of the values of one of the batches of which it is said.
  fileprivate func allows(_ found: FoundValues) -> Bool {
    switch (self, found) {
    case (.unknown, _), (.known, .nothing): true
    case (.empty, .nothing): true
    case (.empty, _): false
    case (.known(let statistics), _): statistics.allows(found)
    }
  }
}

extension ColumnStatistics {
  fileprivate func allows(_ found: FoundValues) -> Bool {
    switch (self, found) {
    case (.missing(let count), .missing(let found)): return count == found
    case (.signed(let low, let high), .signed(let least, let greatest)):
      return low <= least && greatest <= high
    case (.unsigned(let low, let high), .unsigned(let least, let greatest)):
      return low <= least && greatest <= high
    case (.floating(let bounds), .floating(let least, let greatest, let hasNaN)):
      return (bounds.hasNaN || !hasNaN)
        && (least > greatest || bounds.low <= least && greatest <= bounds.high)
    case (.bool(let all), .bools(let hasFalse, let hasTrue)): return all ? !hasFalse : !hasTrue
    case (.text(let bounds), .texts(let least, let greatest)):
      guard !(least < bounds.lower) else { return false }
      return bounds.isUpperCut ? bounds.end.map { greatest < $0 } ?? true : !(bounds.upper < greatest)
    // What is said of other kinds of values says nothing.
    default: return true
    }
  }
}
