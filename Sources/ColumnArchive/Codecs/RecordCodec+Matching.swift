internal import ArchiveBytes
internal import ArchiveValues

// Matching the fields of a type with those of an archive, by name. Where the two schemas are the same, their fields
// are in the same order, and nothing is compared.

/// Where a field, or a case, of a type is in an archive.
enum Binding {
  /// Among the fields of the same record.
  case field(Int)
  /// In a record below, by the positions on the way: `location.latitude` in the field `location`.
  case nested([Int])
  /// In fields of the same record, which make up a record that the archive does not have: `location` in
  /// `location.latitude` and others.
  case flattened(node: Int, [Int])
  case absent
}

extension RecordCodec {
  /// The column of each field; `nil` for one that the archive lacks.
  func columns(of column: Column, count: Int, in context: ReadContext) -> [Column?] {
    if column.kind == .record, context.isExact { return (column as! RecordColumn).fields }
    let bindings = context.bindings(of: self, to: column.node) { schema in
      let node = schema[column.node]
      return fields.map { schema.binding(ofFieldNamed: [$0.name] + $0.formerNames, in: node) }
    }
    let found = (column as? RecordColumn)?.fields ?? (column as! RawColumn).fields(in: context)
    // The fields of raw records begin with the next one; others know themselves where they are.
    let row = column is RawColumn ? 0 : column.position
    return bindings.map { binding in
      switch binding {
      case .absent: nil
      case .field(let position): found[position]
      case .nested(let positions): nestedColumn(positions, in: found, from: row, context)
      case .flattened(let node, let positions):
        RecordColumn(node: node, from: row, count: row + count, fields: positions.map { found[$0] })
      }
    }
  }

  /// The column that positions lead to, through records that have a value for each row.
  private func nestedColumn(_ positions: [Int], in fields: [Column], from row: Int, _ context: ReadContext)
    -> Column
  {
    var (column, row) = (fields[positions[0]], row)
    for position in positions.dropFirst() {
      if let record = column as? RecordColumn {
        column = record.fields[position]
      } else {
        column = (column as! RawColumn).fields(in: context, from: row)[position]
        row = 0
      }
    }
    return column
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

  /// The way to a field whose name begins with the name of a record.
  private func nestedField(_ name: Substring, in node: SchemaNode) -> [Int]? {
    var end = name.startIndex
    while let dot = name[end...].firstIndex(of: ".") {
      if let position = node.names.firstIndex(where: { $0 == name[..<dot] }) {
        let child = nodes[node.children[position]]
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
