internal import KeyedArchives

// Checks values without creating them. The checks throw exactly when `nodes(_:_:)` throws, and charge the same. Of
// the values, only those stored as nodes are read, because nothing else shows whether they are valid.

extension ColumnCursor {
  /// Checks that the next values can be read. The error may lack its row.
  func check(_ count: Int) throws {
    guard count > 0 else { return }
    try context.require(count, in: column)
    try context.charge(count, of: NodeCost.of(kind))
    try context.nestedNodes { try checkValues(count) }
  }

  private func checkValues(_ count: Int) throws {
    switch kind {
    // Any bits are a valid value.
    case .bool, .signed, .unsigned, .float, .double, .date, .bytes: try skip(count)
    case .string, .data: _ = try texts(count)
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
      for payload in try cases(count).payloads {
        try context.nested { try payload.values?.check(payload.count) }
      }
    case .tree, .instance:
      // All values are checked together.
      let column = try begin(count, of: 0, as: TreeColumn.self)
      let (values, range) = (try column.values(in: context), column.take(count))
      guard range.upperBound <= values.count else {
        throw context.malformed("\(range.upperBound) values of trees", "\(values.count)")
      }
    // Schemas resolve their references.
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
}
