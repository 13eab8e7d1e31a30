internal import ArchiveBytes
internal import KeyedArchives

// Checks values without making them: whatever `nodes(_:in:)` throws for, this throws for, and it charges the same.
// Only values that are nodes in the archive are read, since nothing else shows whether they are valid.

extension Column {
  /// Checks that the next values can be read. The error may be without its row.
  func check(_ count: Int, in context: ReadContext) throws {
    guard count > 0 else { return }
    guard count <= self.count - position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    try context.charge(WorkCost.run)
    try context.charge(count, of: NodeCost.of(kind))
    try context.nestedNodes { try checkValues(count, in: context) }
  }

  private func checkValues(_ count: Int, in context: ReadContext) throws {
    switch self {
    // Any bits are a value.
    case is BoolColumn, is IntegerColumn, is FloatColumn: position += count
    case let column as RunColumn: try column.checkBytes(count, in: context)
    case let column as RawColumn: try column.checkRaw(count, in: context)
    case let column as OptionalColumn: try column.checkOptionals(count, in: context)
    case let column as ListColumn: try column.checkLists(count, in: context)
    case let column as RecordColumn:
      for field in column.fields { try field.check(count, in: context) }
      position += count
    case let column as CaseColumn: try column.checkCases(count, in: context)
    case let column as TreeColumn: try column.checkTrees(count, in: context)
    default: throw context.malformed("a column that was opened", kind.description)
    }
  }
}

extension RawColumn {
  fileprivate func checkRaw(_ count: Int, in context: ReadContext) throws {
    if kind == .rawRecord {
      for field in fields(in: context) { try field.check(count, in: context) }
    }
    position += count
  }
}

extension OptionalColumn {
  fileprivate func checkOptionals(_ count: Int, in context: ReadContext) throws {
    var present = 0
    presence.visit(from: position, count: count) { _, isPresent in present += isPresent ? 1 : 0 }
    guard values != nil || present == 0 else { throw context.malformed("values", "fewer") }
    try context.nested { try values?.check(present, in: context) }
    position += count
  }
}

extension ListColumn {
  fileprivate func checkLists(_ count: Int, in context: ReadContext) throws {
    let total = try readLengths(count, in: context) { _, _ in }
    guard let elements else { return }
    try context.nested {
      guard kind == .dictionary else { return try elements.check(total, in: context) }
      let fields = (elements as? RecordColumn)?.fields ?? (elements as? RawColumn)?.fields(in: context) ?? []
      guard fields.count == 2 else {
        throw context.malformed("a dictionary's keys and values", "other columns")
      }
      for field in fields { try field.check(total, in: context) }
      elements.position += total
    }
  }
}

extension CaseColumn {
  fileprivate func checkCases(_ count: Int, in context: ReadContext) throws {
    var counts = [Int](repeating: 0, count: payloads.count)
    var unknown: UInt64?
    numbers.visit(from: position, count: count) { _, number in
      if number < UInt64(counts.count) { counts[Int(number)] += 1 } else { unknown = number }
    }
    if let unknown { throw context.malformed("one of \(counts.count) cases", "number \(unknown)") }
    position += count
    let records = context.schema[node].children
    for (number, count) in counts.enumerated()
    where count > 0 && !context.schema[records[number]].names.isEmpty {
      guard let payload = payloads[number] else {
        throw context.malformed("as many associated values as cases", "none")
      }
      try context.nested { try payload.check(count, in: context) }
    }
  }
}

extension TreeColumn {
  /// Checks that there are values. They are all checked together.
  fileprivate func checkTrees(_ count: Int, in context: ReadContext) throws {
    let (values, range) = (try values(in: context), take(count))
    guard range.upperBound <= values.count else {
      throw context.malformed("\(range.upperBound) values of trees", "\(values.count)")
    }
  }
}
