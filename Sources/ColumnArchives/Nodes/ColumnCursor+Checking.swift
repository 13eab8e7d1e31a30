internal import ArchiveBytes
internal import KeyedArchives

// Checks values without making them: whatever `nodes(_:_:)` throws for, this throws for, and it charges the same.
// Only values that are nodes in the archive are read, since nothing else shows whether they are valid.

extension ColumnCursor {
  /// Checks that the next values can be read. The error may be without its row.
  func check(_ count: Int) throws {
    guard count > 0 else { return }
    try require(count)
    try context.charge(count, of: NodeCost.of(kind))
    try context.nestedNodes { try checkValues(count) }
  }

  private func checkValues(_ count: Int) throws {
    switch kind {
    // Any bits are a value.
    case .bool, .signed, .unsigned, .float, .double, .date, .bytes: try skip(count)
    case .string, .data: try checkTexts(count)
    case .optional:
      let (_, present, values) = try presence(count)
      try context.nested { try values?.check(present) }
    case .array, .set, .dictionary:
      let (_, total, elements) = try lengths(count)
      try context.nested {
        guard kind == .dictionary else { return try elements?.check(total) ?? () }
        for field in try elements?.entries(total) ?? [] { try field.check(total) }
      }
    case .record, .rawRecord: for field in try fields(count) { try field.check(count) }
    case .cases:
      let (numbers, payloads) = try cases(count)
      var counts = [Int](repeating: 0, count: payloads.count)
      for number in numbers { counts[Int(number)] += 1 }
      for (number, count) in counts.enumerated() where count > 0 {
        try context.nested { try payload(number, payloads)?.check(count) }
      }
    case .tree, .instance:
      // The values are all checked together.
      let column = try begin(count, of: 0, as: TreeColumn.self)
      let (values, range) = (try column.values(in: context), column.take(count))
      guard range.upperBound <= values.count else {
        throw context.malformed("\(range.upperBound) values of trees", "\(values.count)")
      }
    // A schema resolves its references.
    case .reference: throw context.malformed("a column", "a reference")
    }
  }

  /// Returns the keys and values of the next entries of dictionaries.
  func entries(_ count: Int) throws -> [ColumnCursor] {
    let fields = try fields(count)
    guard fields.count == 2 else {
      throw context.malformed("a dictionary's keys and values", "other columns")
    }
    return fields
  }

  /// Returns the column of the associated values of a case that occurs; `nil` if the case has none.
  func payload(_ number: Int, _ payloads: [ColumnCursor?]) throws -> ColumnCursor? {
    if context.schema[context.schema[column.node].children[number]].names.isEmpty { return nil }
    guard let payload = payloads[number] else {
      throw RowError(row: nil, context.malformed("as many associated values as cases", "none"))
    }
    return payload
  }
}
