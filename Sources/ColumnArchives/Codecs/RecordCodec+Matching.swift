internal import ArchiveBytes
internal import ArchiveValues

// Matches the fields of a type with those of an archive by name. If the two schemas are equal, their fields are in the
// same order, and no names are compared.

/// The location of a type's field or case in an archive.
enum Binding {
  /// Among the fields of the same record.
  case field(Int)
  /// In a nested record, by the positions along the path: `location.latitude` in the field `location`. The records
  /// along the path may be optional.
  case nested([Int])
  /// In fields of the same record, which make up a record that the archive does not store as one: `location` in
  /// `location.latitude` and others.
  case flattened(node: Int, [Int])
  case absent

  /// The positions along the path to a column of the archive; `nil` if there is none.
  private var way: [Int]? {
    switch self {
    case .field(let position): [position]
    case .nested(let positions): positions
    case .flattened, .absent: nil
    }
  }

  /// Returns whether another binding leads to a part of what this one leads to.
  func leads(into other: Binding) -> Bool {
    guard let way, let inner = other.way else { return false }
    return way.count < inner.count && inner.starts(with: way)
  }
}

extension RecordCodec {
  /// Returns the column of each field, or `nil` for fields that the archive lacks.
  func columns(of column: Column, count: Int, in context: ReadContext) throws -> [Column?] {
    if column.kind == .record, context.isExact { return (column as! RecordColumn).fields }
    let bindings = context.plan.bindings(of: self, to: column.node) { schema in
      let node = schema[column.node]
      let found = fields.map { schema.binding(ofFieldNamed: [$0.name] + $0.formerNames, in: node) }
      // A struct is read either as a whole or by its fields. If the type has both, the fields count as absent from the
      // archive.
      return found.map { binding in
        found.contains { $0.leads(into: binding) } ? .absent : binding
      }
    }
    let found = (column as? RecordColumn)?.fields ?? (column as! RawColumn).fields(in: context)
    // The fields of raw records begin with the next row. Other columns keep their own positions.
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

  /// Returns the column at a path of positions from a column of records, as a ``PartColumn`` if the records may be
  /// missing.
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
  /// Returns the location of a field with one of these names; earlier names come first.
  mutating func binding(ofFieldNamed names: [String], in node: SchemaNode) -> Binding {
    for name in names {
      if let position = node.names.firstIndex(of: name) { return .field(position) }
      if let positions = nestedField(name[...], in: node) { return .nested(positions) }
      if let binding = flattenedRecord(name, in: node) { return binding }
    }
    return .absent
  }

  /// Returns the path to a field whose name begins with the name of a record, which may be optional.
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

  /// Returns the record made up of the fields whose names begin with a name and a dot.
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
