internal import ArchiveBytes
internal import ArchiveValues

/// The way through the columns of a batch to the one that a path leads to: the path, resolved once against the schema
/// of an archive.
struct ColumnRoute {
  /// What is done with a column to come to the next one.
  private enum Turn {
    /// To a field of records.
    case field(Int)
    /// To fields of records, which make up a record that the archive does not have.
    case flattened(node: Int, [Int])
    /// To the elements of lists.
    case elements
    /// To those values of optionals that are present.
    case present
    /// To the values of optionals, all of which must be present.
    case allPresent
    /// To the values of optionals, and back with what is found there as optionals again.
    ///
    /// When what is found is optional itself and `joins`, the two become one.
    case optional(joins: Bool)
  }

  private var turns: [Turn] = []
  /// How many optionals and lists there are around the values that the path begins with.
  private(set) var containersAroundRoot = 0

  /// Finds the way by steps to one value for each record that the path begins with.
  init(toSingleValues steps: [PathStep], in context: ReadContext) throws {
    var node = context.schema.root
    passContainers(of: &node, in: context)
    containersAroundRoot = turns.count
    for (number, step) in steps.enumerated() {
      if step.entersOptional, context.schema[node].kind == .optional {
        // Of optionals behind each other, a path gives one.
        let rest = steps[number...]
        turns.append(
          .optional(joins: rest.first!.isOptional || rest.dropFirst().contains(where: \.entersOptional)))
        node = context.schema[node].children[0]
      }
      while context.schema[node].kind == .optional {
        turns.append(.allPresent)
        node = context.schema[node].children[0]
      }
      // Optionals that the path does not know of are one with that of its value.
      try addField(step.names, of: &node, throughOptionals: .optional(joins: true), in: context)
    }
  }

  /// Finds the way by steps to any number of values: lists are joined, and what is missing is left out.
  init(toValues steps: [PathStep], in context: ReadContext) throws {
    var node = context.schema.root
    for step in steps {
      passContainers(of: &node, in: context)
      try addField(step.names, of: &node, throughOptionals: .present, in: context)
    }
  }

  /// Turns to what optionals and lists hold.
  private mutating func passContainers(of node: inout Int, in context: ReadContext) {
    while true {
      switch context.schema[node].kind {
      case .optional: turns.append(.present)
      case .array, .set, .dictionary: turns.append(.elements)
      default: return
      }
      node = context.schema[node].children[0]
    }
  }

  /// Turns to the field of a record that has one of these names. It may be in a record below, which may be optional.
  private mutating func addField(
    _ names: [String], of node: inout Int, throughOptionals turn: Turn, in context: ReadContext
  ) throws {
    let record = context.schema[node]
    guard record.kind == .record || record.kind == .rawRecord else {
      throw ArchiveError(
        .missingField, expected: "a record with a field \(names[0])", found: record.kind.description)
    }
    switch context.binding(ofFieldNamed: names, in: node) {
    case .absent:
      throw ArchiveError(
        .missingField, expected: "a field \(names[0])",
        found: record.names.isEmpty ? "none" : record.names.joined(separator: ", "))
    case .field(let position): addField(position, of: &node, in: context)
    case .nested(let positions):
      for position in positions {
        while context.schema[node].kind == .optional {
          turns.append(turn)
          node = context.schema[node].children[0]
        }
        addField(position, of: &node, in: context)
      }
    case .flattened(let flat, let positions):
      turns.append(.flattened(node: flat, positions))
      node = flat
    }
  }

  private mutating func addField(_ position: Int, of node: inout Int, in context: ReadContext) {
    turns.append(.field(position))
    node = context.schema[node].children[position]
  }

  // MARK: Following it

  /// The column that the way leads to from that of the root; `nil` when there are no values in it.
  func column(from root: Column, in context: ReadContext) throws -> Column? {
    try follow(turns[...], from: root, in: context)
  }

  private func follow(_ turns: ArraySlice<Turn>, from column: Column, in context: ReadContext) throws
    -> Column?
  {
    guard let turn = turns.first else { return column }
    let rest = turns.dropFirst()
    func fields() -> [Column] {
      (column as? RecordColumn)?.fields ?? (column as! RawColumn).fields(in: context)
    }
    switch turn {
    case .field(let position): return try follow(rest, from: fields()[position], in: context)
    case .flattened(let node, let positions):
      let found = fields()
      let record = RecordColumn(node: node, count: column.count, fields: positions.map { found[$0] })
      return try follow(rest, from: record, in: context)
    case .elements:
      return try (column as! ListColumn).elements.flatMap { try follow(rest, from: $0, in: context) }
    case .present:
      return try (column as! OptionalColumn).values.flatMap { try follow(rest, from: $0, in: context) }
    case .allPresent:
      let column = column as! OptionalColumn
      guard let values = column.values, values.count == column.count else {
        throw RowError(row: nil, .foundNil(expected: "a value"))
      }
      return try follow(rest, from: values, in: context)
    case .optional(let joins):
      let column = column as! OptionalColumn
      let values = try column.values.flatMap { try follow(rest, from: $0, in: context) }
      if joins, let values = values as? OptionalColumn {
        return try OptionalColumn(column, joining: values, in: context)
      }
      return OptionalColumn(node: column.node, count: column.count, presence: column.presence, values: values)
    }
  }
}

extension OptionalColumn {
  /// Optionals of optionals as optionals of what these hold. Both are at their beginning.
  ///
  /// Both may have more values than bytes, so what is made of them is charged for before.
  fileprivate convenience init(
    _ outer: OptionalColumn, joining inner: OptionalColumn, in context: ReadContext
  ) throws {
    try context.charge(outer.count)
    try context.charge(inner.count)
    var bytes = [UInt8](repeating: 0, count: outer.count / 8 + 1)
    let flags = unsafe [UInt8](unsafeUninitializedCapacity: inner.count) { buffer, count in
      if let base = buffer.baseAddress {
        unsafe inner.presence.store(from: 0, count: inner.count, into: UnsafeMutableRawPointer(base))
      }
      count = inner.count
    }
    var next = 0
    outer.presence.visit(from: 0, count: outer.count) { row, isPresent in
      guard isPresent else { return }
      bytes[row >> 3] |= flags[next] << UInt8(row & 7)
      next += 1
    }
    self.init(node: outer.node, count: outer.count, bits: bytes, values: inner.values)
  }
}
