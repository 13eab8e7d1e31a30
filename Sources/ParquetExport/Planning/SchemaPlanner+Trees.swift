internal import ColumnArchives

/// Columns for values that are stored as trees.
extension SchemaPlanner {
  mutating func tree(
    _ number: Int, _ name: String, _ hint: TypeHint?, _ place: Place, _ repetition: SchemaField.Repetition,
    isOptional: Bool
  ) throws -> Planned {
    guard repetition == .required else {
      let inner = try named("value") {
        try $0.tree(number, "value", hint, place, .required, isOptional: isOptional)
      }
      return (SchemaField(name, repetition, [inner.field]), inner.shredder)
    }
    let (inside, levels) = try deeper(place)
    let found = trees?.found[number]
    // An archive from another version of the type may have other trees than the type, so what is found counts more.
    let form = found?.form ?? hint?.treeForm ?? .json
    if let parts = form.parts {
      let (fields, writers) = try self.parts(parts, inside)
      let shredder = TreeShredder(form, levels, isOptional: isOptional, .parts(writers), path: properties)
      return (SchemaField(name, .optional, fields), shredder)
    }
    if form == .decimal, let type = decimalType(found), case .decimal(let precision, let scale) = type {
      let column: LeafColumn =
        type.physical == .int64
        ? WordColumn(type, path: path, levels: inside.levels)
        : FixedColumn(type, path: path, levels: inside.levels)
      let writer = DecimalWriter(column: try add(column), precision: precision, scale: scale)
      let shredder = TreeShredder(form, levels, isOptional: isOptional, .decimal(writer), path: properties)
      return (SchemaField(name, .optional, type), shredder)
    }
    let column = try add(TextColumn(form == .json ? .json : .string, path: path, levels: inside.levels))
    let shredder = TreeShredder(form, levels, isOptional: isOptional, .text(column), path: properties)
    return (SchemaField(name, .optional, column.type), shredder)
  }

  private func decimalType(_ found: TreeScan.Found?) -> ColumnType? {
    switch options.decimals {
    case .text: nil
    case .digits(let scale): .decimal(precision: 38, scale: min(max(scale, 0), 38))
    case .fitted: found?.decimals.type
    }
  }

  private mutating func parts(_ parts: [TreeForm.Part], _ place: Place) throws
    -> ([SchemaField], [PartWriter])
  {
    var (fields, writers) = ([SchemaField](), [PartWriter]())
    for part in parts {
      let isOptional = part.isOptional || part.kind == .date && dates.leavesDatesOut
      let own = isOptional ? try deeper(place) : (place, nil)
      let writer = try named(part.name) { planner in
        let (path, levels) = (planner.path, own.0.levels)
        let column: LeafColumn =
          switch part.kind {
          case .integer: WordColumn(.integer(bits: 64, isSigned: true), path: path, levels: levels)
          case .double: WordColumn(.double, path: path, levels: levels)
          case .date: WordColumn(planner.dates.type, path: path, levels: levels)
          case .text: TextColumn(.string, path: path, levels: levels)
          }
        return PartWriter(
          part: part, column: try planner.add(column), levels: own.1, dates: planner.dates)
      }
      fields.append(SchemaField(part.name, isOptional ? .optional : .required, writer.column.type))
      writers.append(writer)
    }
    return (fields, writers)
  }
}
