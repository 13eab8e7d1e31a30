internal import ArchiveBytes
internal import ArchiveValues

// Matches the fields of a type with those of an archive by name. If the two schemas are equal, their fields are in the
// same order, and no names are compared.

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
