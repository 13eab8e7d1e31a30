internal import ArchiveBytes

/// The route through the columns of a batch to the column at a path. A path is resolved once against the schema of an
/// archive.
struct ColumnRoute {
  private(set) var turns: [ColumnTurn] = []
  /// The number of optionals and lists around the path's root values.
  private(set) var containersAroundRoot = 0
  /// The node of the column that the route leads to.
  private(set) var node = 0

  /// Finds the route to one value for each of the path's root records.
  init(toSingleValues steps: [PathStep], in context: ReadContext) throws {
    var node = context.schema.root
    passContainers(of: &node, in: context)
    containersAroundRoot = turns.count
    for (number, step) in steps.enumerated() {
      if step.entersOptional, context.schema[node].kind == .optional {
        // Several optionals along a path become one in its value.
        let rest = steps[number...]
        turns.append(
          .optional(joins: rest.first!.isOptional || rest.dropFirst().contains(where: \.entersOptional)))
        node = context.schema[node].children[0]
      }
      while context.schema[node].kind == .optional {
        turns.append(.allPresent)
        node = context.schema[node].children[0]
      }
      // Optionals that the path does not contain are joined with the optional of its value.
      try addField(step.names, of: &node, throughOptionals: .optional(joins: true), in: context)
    }
    // Optionals around the values have nodes of their own.
    for case .optional(let joins) in turns.reversed() where !joins || context.schema[node].kind != .optional {
      context.schema.nodes.append(SchemaNode(kind: .optional, children: [node]))
      node = context.schema.nodes.count - 1
    }
    self.node = node
  }

  /// Finds the route to any number of values: lists are joined, and missing values are skipped.
  init(toValues steps: [PathStep], in context: ReadContext) throws {
    var node = context.schema.root
    for step in steps {
      passContainers(of: &node, in: context)
      try addField(step.names, of: &node, throughOptionals: .present, in: context)
    }
    self.node = node
  }

  /// Adds turns into optionals and lists until a node is neither.
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

  /// Adds a turn to the field of a record that has one of these names. The field may be in a nested record, which may
  /// be optional.
  private mutating func addField(
    _ names: [String], of node: inout Int, throughOptionals turn: ColumnTurn, in context: ReadContext
  ) throws {
    let record = context.schema[node]
    guard record.kind == .record || record.kind == .rawRecord else {
      throw ArchiveError(
        .missingField, expected: "a record with a field \(names[0])", found: record.kind.description,
        advice: record.kind == .tree
          ? "Decode the values, and encode them again: nodes have no columns." : nil)
    }
    switch context.schema.binding(ofFieldNamed: names, in: record) {
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

  /// Returns the column at the end of the route from the root's column, or `nil` if there are no values.
  func column(from root: Column, in context: ReadContext) throws -> Column? {
    try follow(turns[...], from: root, in: context)
  }

  private func follow(_ turns: ArraySlice<ColumnTurn>, from column: Column, in context: ReadContext) throws
    -> Column?
  {
    guard let turn = turns.first else { return column }
    let rest = turns.dropFirst()
    switch (turn, column) {
    case (.field(let position), _):
      return try follow(rest, from: column.field(position, in: context), in: context)
    case (.flattened(let node, let positions), _):
      let fields = try positions.map { try column.field($0, in: context) }
      let record = RecordColumn(node: node, count: column.count, fields: fields)
      return try follow(rest, from: record, in: context)
    case (.elements, let column as ListColumn):
      return try column.elements.flatMap { try follow(rest, from: $0, in: context) }
    case (.present, let column as OptionalColumn):
      return try column.values.flatMap { try follow(rest, from: $0, in: context) }
    case (.allPresent, let column as OptionalColumn):
      guard let values = column.values, values.count == column.count else {
        throw ArchiveError.foundNil(expected: "a value")
      }
      return try follow(rest, from: values, in: context)
    case (.optional(let joins), let column as OptionalColumn):
      let values = try column.values.flatMap { try follow(rest, from: $0, in: context) }
      if joins, let values = values as? OptionalColumn {
        return try OptionalColumn(column, joining: values, in: context)
      }
      return OptionalColumn(node: column.node, count: column.count, presence: column.presence, values: values)
    case (.elements, _), (.present, _), (.allPresent, _), (.optional, _):
      throw context.mismatch(column, expected: "the column of the schema")
    }
  }
}

extension OptionalColumn {
  /// Joins optionals of optionals into optionals of the inner values. Both columns are at their first row.
  ///
  /// Both may have more values than bytes, so the memory is charged for before it is allocated.
  fileprivate convenience init(
    _ outer: OptionalColumn, joining inner: OptionalColumn, in context: ReadContext
  ) throws {
    try context.charge(outer.count)
    try context.charge(inner.count)
    let flags = inner.presence.bits(from: 0, count: inner.count)
    var next = 0
    let bits = outer.presence.array(from: 0, count: outer.count) { isPresent in
      defer { next += isPresent == 1 ? 1 : 0 }
      return isPresent == 1 ? flags[next] : 0
    }
    self.init(
      node: outer.node, count: outer.count, presence: PackedIntegers(bits), values: inner.values)
  }
}

/// One step from a column to the next.
enum ColumnTurn {
  /// To a field of records.
  case field(Int)
  /// To fields of records that make up a record which the archive does not store as one.
  case flattened(node: Int, [Int])
  /// To the elements of lists.
  case elements
  /// To the values of optionals that are present.
  case present
  /// To the values of optionals, all of which must be present.
  case allPresent
  /// To the values of optionals, whose result becomes optional again.
  ///
  /// If the result is itself optional and `joins` is true, the two optionals become one.
  case optional(joins: Bool)
}
