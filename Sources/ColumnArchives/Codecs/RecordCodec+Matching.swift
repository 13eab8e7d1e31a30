internal import ArchiveBytes
internal import ArchiveValues

// Matching the fields of a type with those of an archive, by name. Where the two schemas are the same, their fields
// are in the same order, and nothing is compared.

/// Where a field, or a case, of a type is in an archive.
enum Binding {
  /// Among the fields of the same record.
  case field(Int)
  /// In a record below, by the positions on the way: `location.latitude` in the field `location`. The records on the
  /// way may be optional.
  case nested([Int])
  /// In fields of the same record, which make up a record that the archive does not have: `location` in
  /// `location.latitude` and others.
  case flattened(node: Int, [Int])
  case absent

  /// The positions on the way to a column of the archive; `nil` without one.
  private var way: [Int]? {
    switch self {
    case .field(let position): [position]
    case .nested(let positions): positions
    case .flattened, .absent: nil
    }
  }

  /// Whether another one is for a part of what this one is for.
  func leads(into other: Binding) -> Bool {
    guard let way, let inner = other.way else { return false }
    return way.count < inner.count && inner.starts(with: way)
  }
}

extension RecordCodec {
  /// The column of each field; `nil` for one that the archive lacks.
  func columns(of column: Column, count: Int, in context: ReadContext) throws -> [Column?] {
    if column.kind == .record, context.isExact { return (column as! RecordColumn).fields }
    let bindings = context.bindings(of: self, to: column.node) { schema in
      let node = schema[column.node]
      let found = fields.map { schema.binding(ofFieldNamed: [$0.name] + $0.formerNames, in: node) }
      // A struct is read as one, or by its fields: where the type has it as well, the archive lacks a field of its own.
      return found.map { binding in
        found.contains { $0.leads(into: binding) } ? .absent : binding
      }
    }
    let found = (column as? RecordColumn)?.fields ?? (column as! RawColumn).fields(in: context)
    // The fields of raw records begin with the next one; others know themselves where they are.
    let row = column is RawColumn ? 0 : column.position
    return try bindings.map { binding in
      switch binding {
      case .absent: return nil
      case .field(let position): return found[position]
      case .nested(let positions):
        return nestedColumn(positions.dropFirst(), of: found[positions[0]], from: row, context)
      case .flattened(let node, let positions):
        try context.charge(positions.count, of: WorkCost.column)
        return RecordColumn(node: node, from: row, count: row + count, fields: positions.map { found[$0] })
      }
    }
  }

  /// The column that positions lead to from a column of records; a ``PartColumn`` where these may be missing.
  private func nestedColumn(
    _ positions: ArraySlice<Int>, of column: Column, from row: Int, _ context: ReadContext
  ) -> Column {
    guard let position = positions.first else { return column }
    let rest = positions.dropFirst()
    if let column = column as? OptionalColumn {
      let values = column.values.map { nestedColumn(positions, of: $0, from: $0.position, context) }
      return PartColumn(column, values: values)
    }
    if let column = column as? RecordColumn {
      return nestedColumn(rest, of: column.fields[position], from: row, context)
    }
    let fields = (column as! RawColumn).fields(in: context, from: row)
    return nestedColumn(rest, of: fields[position], from: 0, context)
  }
}

extension Schema {
  /// Where a field with one of these names is, the first before the others.
  mutating func binding(ofFieldNamed names: [String], in node: SchemaNode) -> Binding {
    for name in names {
      if let position = node.names.firstIndex(of: name) { return .field(position) }
      if let positions = nestedField(name[...], in: node) { return .nested(positions) }
      if let binding = flattenedRecord(name, in: node) { return binding }
    }
    return .absent
  }

  /// The way to a field whose name begins with the name of a record, which may be optional.
  private func nestedField(_ name: Substring, in node: SchemaNode) -> [Int]? {
    var end = name.startIndex
    while let dot = name[end...].firstIndex(of: ".") {
      if let position = node.names.firstIndex(where: { $0 == name[..<dot] }) {
        var child = nodes[node.children[position]]
        while child.kind == .optional { child = nodes[child.children[0]] }
        let rest = name[name.index(after: dot)...]
        if child.kind == .record || child.kind == .rawRecord {
          if let found = child.names.firstIndex(where: { $0 == rest }) { return [position, found] }
          if let way = nestedField(rest, in: child) { return [position] + way }
        }
      }
      end = name.index(after: dot)
    }
    return nil
  }

  /// The record that the fields make up whose names begin with a name and a dot.
  private mutating func flattenedRecord(_ name: String, in node: SchemaNode) -> Binding? {
    let prefix = name + "."
    let positions = node.names.indices.filter {
      node.names[$0].hasPrefix(prefix) && node.names[$0] != ArchiveSchema.versionKey
    }
    guard !positions.isEmpty else { return nil }
    nodes.append(
      SchemaNode(
        kind: .record, names: positions.map { String(node.names[$0].dropFirst(prefix.count)) },
        children: positions.map { node.children[$0] }))
    return .flattened(node: nodes.count - 1, positions)
  }
}
