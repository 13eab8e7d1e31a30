internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives

/// The conversion of an archive's columns: the schema of the Parquet file, its columns, and the shredders that fill
/// them.
struct SchemaPlan {
  let fields: [SchemaField]
  let columns: [any LeafColumn]
  let levels: [Levels]
  /// Shreds the elements of batches.
  let root: any Shredder

  /// Creates the plan for a schema.
  ///
  /// - Parameters:
  ///   - hint: The type of the elements, if it is known.
  ///   - nodes: The types and digits found in values that are nodes in archives.
  /// - Throws: ``ArchiveError`` if part of the schema cannot be stored in Parquet.
  init(
    _ schema: Schema, _ hint: TypeHint?, _ nodes: NodeScan, _ options: ParquetOptions, _ dates: DateConversion
  ) throws {
    var planner = SchemaPlanner(schema: schema, nodes: nodes, options: options, dates: dates)
    let elements: (fields: [SchemaField], shredder: any Shredder)
    if let group = try planner.group(schema.root, hint, nil) {
      elements = group
    } else {
      let (field, shredder) = try planner.named("value") {
        try $0.field(schema.root, "value", hint, nil, .required)
      }
      elements = ([field], shredder)
    }
    let constants = try planner.constants(beside: elements.fields)
    fields = elements.fields + constants.map(\.field)
    root =
      constants.isEmpty
      ? elements.shredder
      : ConstantsShredder(
        elements: elements.shredder, constants: constants.map { ($0.column, $0.text) })
    (columns, levels) = (planner.columns, planner.levels)
  }
}

/// Creates a plan, node by node.
struct SchemaPlanner {
  private(set) var schema: Schema
  let nodes: NodeScan
  let options: ParquetOptions
  let dates: DateConversion
  private(set) var columns: [any LeafColumn] = []
  private(set) var levels: [Levels] = []
  /// The names of the Parquet fields on the path to the current one, and of the properties for errors.
  private(set) var path: [String] = []
  private(set) var properties: [String] = []
  /// The nodes around the current one.
  private var openNodes: Set<Int> = []

  init(schema: Schema, nodes: NodeScan, options: ParquetOptions, dates: DateConversion) {
    (self.schema, self.nodes, self.options, self.dates) = (schema, nodes, options, dates)
  }

  /// The greatest number of columns. A schema with repeated types may need any number of columns.
  private static let greatestColumnCount = 4_000
  /// The greatest definition level.
  private static let greatestDepth = 200

  typealias Planned = (field: SchemaField, shredder: any Shredder)

  // MARK: Levels

  /// Runs `body` for a field of the Parquet schema with a name.
  mutating func named<Result>(_ name: String, _ body: (inout SchemaPlanner) throws -> Result) rethrows
    -> Result
  {
    path.append(name)
    defer { path.removeLast() }
    return try body(&self)
  }

  /// Returns the levels of an optional or a list inside others.
  mutating func newLevels(inside outer: Levels?, repetition: Int = 0) throws -> Levels {
    let definition = (outer?.definition ?? 0) + 1
    guard definition <= Self.greatestDepth else {
      throw failure(
        .limitExceeded, "at most \(Self.greatestDepth) optionals and lists in one another", "more",
        "Export a flatter type.")
    }
    let inner = Levels(definition: definition, repetition: (outer?.repetition ?? 0) + repetition)
    levels.append(inner)
    return inner
  }

  /// The place of a column for the current field.
  private func place(_ levels: Levels?) -> ColumnPlace { ColumnPlace(path: path, levels: levels) }

  mutating func add<Column: LeafColumn>(_ column: Column) throws -> Column {
    guard columns.count < Self.greatestColumnCount else {
      throw failure(
        .limitExceeded, "at most \(Self.greatestColumnCount) columns", "more",
        "Export a type with fewer fields.")
    }
    columns.append(column)
    return column
  }

  private func failure(
    _ code: ArchiveError.Code, _ expected: String, _ found: String, _ advice: ArchiveError.Advice
  )
    -> ArchiveError
  {
    ArchiveError(
      code, expected: expected, found: found, path: properties.map { .field($0) }, advice: advice)
  }

  /// Returns the columns to add to the columns of the elements.
  ///
  /// - Throws: ``ArchiveError`` if one has the name of another column: engines would show only one of the two. They
  ///   compare names without case.
  mutating func constants(beside fields: [SchemaField]) throws -> [(
    field: SchemaField, column: TextColumn, text: String
  )] {
    var known = Set(fields.map { $0.name.lowercased() })
    return try options.constants.sorted { $0.key < $1.key }.map { name, text in
      guard known.insert(name.lowercased()).inserted else {
        throw failure(
          .unsupported, "a column with a unique name", name,
          "Give the added column another name.")
      }
      let column = try add(TextColumn(.string, ColumnPlace(path: [name], levels: nil)))
      return (SchemaField(name, .required, column), column, text)
    }
  }

  // MARK: Nodes

  /// Returns the field for the values of a node.
  mutating func field(
    _ number: Int, _ name: String, _ hint: TypeHint?, _ outer: Levels?, _ repetition: SchemaField.Repetition
  ) throws -> Planned {
    let node = schema[number]
    switch node.kind {
    case .optional: return try optional(number, name, hint, outer, repetition)
    // `optional` plans the nodes inside an optional.
    case .tree: return try tree(number, name, hint, outer, isOptional: false)
    case .array, .set: return try list(node, name, hint, outer, repetition)
    case .dictionary: return try map(node, name, hint, outer, repetition)
    case .record, .rawRecord, .cases:
      if let group = try group(number, hint, outer) {
        return (SchemaField(name, repetition, group.fields), group.shredder)
      }
      if node.kind == .cases {
        let column = try add(TextColumn(.string, place(outer)))
        let shredder = CaseShredder(target: column, names: node.names, payloads: [])
        return (SchemaField(name, repetition, column), shredder)
      }
      let column = try add(BooleanColumn(place(outer)))
      // A struct without fields: the column shows where it exists.
      let shredder = LeafShredder { cursor, count in
        _ = try cursor.fields(count)
        column.append([UInt8](repeating: 1, count: count))
      }
      return (SchemaField(name, repetition, column), shredder)
    case .instance:
      throw failure(
        .unsupported, "values", "instances of a class, which may be shared, and which a table cannot hold",
        "Export a type with a struct in its place, or archive the property with another storage method.")
    case .reference:
      throw failure(.malformed, "a column", "a reference", "Read the archive from another copy.")
    default: return try leaf(node, name, hint, outer, repetition)
    }
  }

  /// Returns the fields of a record or an enumeration; `nil` if it has no fields.
  mutating func group(_ number: Int, _ hint: TypeHint?, _ outer: Levels?) throws
    -> (fields: [SchemaField], shredder: any Shredder)?
  {
    let node = schema[number]
    guard [.record, .rawRecord, .cases].contains(node.kind) else { return nil }
    guard openNodes.count < Self.greatestDepth else {
      throw failure(
        .limitExceeded, "at most \(Self.greatestDepth) types in one another", "more", "Export a flatter type."
      )
    }
    guard openNodes.insert(number).inserted else {
      throw failure(
        .unsupported, "a type that does not contain itself", "a type inside itself",
        "Parquet cannot store it: write JSON lines, or export a type without the property.")
    }
    defer { openNodes.remove(number) }
    return node.kind == .cases ? try cases(node, hint, outer) : try record(node, hint?.fields ?? [:], outer)
  }

  private mutating func record(
    _ node: SchemaNode, named names: [String]? = nil, _ hints: [String: TypeHint], _ outer: Levels?
  ) throws -> (fields: [SchemaField], shredder: any Shredder)? {
    var (fields, shredders) = ([SchemaField](), [(position: Int, shredder: any Shredder)]())
    for (position, name) in (names ?? node.names).enumerated() where name != ArchiveSchema.versionKey {
      properties.append(name)
      defer { properties.removeLast() }
      let planned = try named(name) {
        try $0.field(node.children[position], name, hints[name], outer, .required)
      }
      fields.append(planned.field)
      shredders.append((position, planned.shredder))
    }
    return fields.isEmpty ? nil : (fields, RecordShredder(fields: shredders))
  }

  private mutating func cases(_ node: SchemaNode, _ hint: TypeHint?, _ outer: Levels?) throws
    -> (fields: [SchemaField], shredder: any Shredder)?
  {
    guard node.children.contains(where: { !schema[$0].names.isEmpty }) else { return nil }
    let caseName = String.nameOfCase(beside: node.names)
    let column = try named(caseName) {
      try $0.add(TextColumn(.string, $0.place(outer)))
    }
    var fields = [SchemaField(caseName, .required, column)]
    var payloads: [CaseShredder.Payload] = []
    for (position, name) in node.names.enumerated() {
      let record = schema[node.children[position]]
      properties.append(name)
      defer { properties.removeLast() }
      guard !record.names.isEmpty else { continue }
      let levels = try newLevels(inside: outer)
      let hints = hint?.payloads(ofCase: name) ?? [:]
      guard let group = try named(name, { try $0.record(record, hints, levels) }) else { continue }
      fields.append(SchemaField(name, .optional, group.fields))
      payloads.append(CaseShredder.Payload(number: position, levels: levels, values: group.shredder))
    }
    return (fields, CaseShredder(target: column, names: node.names, payloads: payloads))
  }

  private mutating func optional(
    _ number: Int, _ name: String, _ hint: TypeHint?, _ outer: Levels?, _ repetition: SchemaField.Repetition
  ) throws -> Planned {
    guard repetition == .required else {
      // An optional in an optional becomes one in a group, so that the two stay distinct.
      let inner = try named("value") { try $0.optional(number, "value", hint, outer, .required) }
      return (SchemaField(name, repetition, [inner.field]), inner.shredder)
    }
    let child = schema[number].children[0]
    if schema[child].kind == .tree {
      return try tree(child, name, hint?.wrapped, outer, isOptional: true)
    }
    if schema[child].kind == .date, dates.leavesDatesOut { return try date(name, outer, isOptional: true) }
    let levels = try newLevels(inside: outer)
    let inner = try field(child, name, hint?.wrapped, levels, .optional)
    return (inner.field, OptionalShredder(levels: levels, value: inner.shredder))
  }

  private mutating func list(
    _ node: SchemaNode, _ name: String, _ hint: TypeHint?, _ outer: Levels?,
    _ repetition: SchemaField.Repetition
  ) throws -> Planned {
    let levels = try newLevels(inside: outer, repetition: 1)
    let element = try named("list") {
      try $0.named("element") { try $0.field(node.children[0], "element", hint?.element, levels, .required) }
    }
    let repeated = SchemaField("list", .repeated, [element.field])
    let shredder = ListShredder(levels: levels, element: element.shredder)
    return (SchemaField(name, repetition, annotation: .list, [repeated]), shredder)
  }

  /// A dictionary becomes a map if its keys are single values that cannot be missing; otherwise it becomes a list of
  /// entries.
  private mutating func map(
    _ node: SchemaNode, _ name: String, _ hint: TypeHint?, _ outer: Levels?,
    _ repetition: SchemaField.Repetition
  ) throws -> Planned {
    let entry = schema[node.children[0]]
    guard entry.children.count == 2, isSingleValue(entry.children[0]) else {
      return try list(node, name, hint, outer, repetition)
    }
    let levels = try newLevels(inside: outer, repetition: 1)
    let group = try named("key_value") { try $0.record(entry, hint?.element?.fields ?? [:], levels) }
    guard let group else { throw failure(.malformed, "keys and values", "none", "Read another copy.") }
    let repeated = SchemaField("key_value", .repeated, group.fields)
    let shredder = ListShredder(levels: levels, element: group.shredder)
    return (SchemaField(name, repetition, annotation: .map, [repeated]), shredder)
  }

  /// Returns whether the values of a node have no parts and cannot be missing.
  private func isSingleValue(_ number: Int) -> Bool {
    switch schema[number].kind {
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .bytes: true
    case .date: !dates.leavesDatesOut
    case .cases: schema[number].children.allSatisfy { schema[$0].names.isEmpty }
    default: false
    }
  }

  // MARK: Columns

  private mutating func leaf(
    _ node: SchemaNode, _ name: String, _ hint: TypeHint?, _ outer: Levels?,
    _ repetition: SchemaField.Repetition
  ) throws -> Planned {
    let (path, place) = (path, place(outer))
    func planned(_ column: any LeafColumn, _ read: @escaping (ColumnCursor, Int) throws -> Void) -> Planned {
      (SchemaField(name, repetition, column), LeafShredder(read: read))
    }
    switch node.kind {
    case .bool:
      let column = try add(BooleanColumn(place))
      return planned(column) { column.append(try $0.booleans($1)) }
    case .signed, .unsigned:
      let isSigned = node.kind == .signed
      let known = hint?.integer.flatMap { $0.isSigned == isSigned ? $0.bits : nil }
      let column = try add(WordColumn(.integer(bits: known ?? 64, isSigned: isSigned), place))
      return planned(column) { try column.append(checking: try $0.integers($1)) }
    case .float:
      let column = try add(WordColumn(.float, place))
      return planned(column) { column.append(try $0.floats($1).map { Int64($0.bitPattern) }) }
    case .double:
      let column = try add(WordColumn(.double, place))
      return planned(column) { column.append(try $0.doubles($1).map { Int64(bitPattern: $0.bitPattern) }) }
    case .date:
      if dates.leavesDatesOut { return try date(name, outer, isOptional: false) }
      let column = try add(WordColumn(dates.type, place))
      return planned(column) { [dates] in
        column.append(try dates.words(try $0.doubles($1), for: path).compactMap { $0 })
      }
    case .string, .data:
      let column = try add(TextColumn(node.kind == .string ? .string : .binary, place))
      return planned(column) { cursor, count in
        try column.append(cursor.texts(count)) { try cursor.charge($0) }
      }
    default:
      guard (1...1 << 20).contains(node.byteCount) else {
        throw failure(.malformed, "values of 1 to 1,048,576 bytes", "\(node.byteCount)", "Read another copy.")
      }
      if node.byteCount == 16, options.uuids == .text {
        let column = try add(TextColumn(.string, place))
        return planned(column) { column.append(try $0.bytes($1).uuidTexts) }
      }
      let column = try add(FixedColumn(node.byteCount == 16 ? .uuid : .bytes(node.byteCount), place))
      return planned(column) { column.append(try $0.bytes($1)) }
    }
  }

  /// A column of dates, some of which may be left out.
  private mutating func date(_ name: String, _ outer: Levels?, isOptional: Bool) throws -> Planned {
    let levels = try newLevels(inside: outer)
    let column = try add(WordColumn(dates.type, place(levels)))
    let shredder = PresentShredder(levels: levels, isOptional: isOptional) { [dates] in
      try dates.words(try $0.doubles($1), for: column.path)
    } write: { words, _ in
      column.append(words)
    }
    return (SchemaField(name, .optional, column), shredder)
  }

  // MARK: Nodes of archives

  /// The columns of values that are nodes in the archive.
  private mutating func tree(
    _ number: Int, _ name: String, _ hint: TypeHint?, _ outer: Levels?, isOptional: Bool
  ) throws -> Planned {
    let (levels, properties) = (try newLevels(inside: outer), properties)
    func shredder(_ write: @escaping ([ArchiveNode], Slots) throws -> Void) -> any Shredder {
      PresentShredder(levels: levels, isOptional: isOptional) { column, count -> [ArchiveNode?] in
        try column.nodes(count).map { $0.isNull ? nil : $0 }
      } write: { nodes, slots in
        do {
          try write(nodes, slots)
        } catch {
          let error = ArchiveError.wrapping(error)
          // Errors of other columns already have their path.
          throw error.path.isEmpty ? properties.reversed().reduce(error) { $0.prefixed(.field($1)) } : error
        }
      }
    }
    // An archive from another version of the type may have other values than the type, so the values found take
    // precedence.
    let form = nodes.forms[number] ?? hint?.form ?? .text
    if let group = form.group {
      let whole = schema
      schema = try group.archive([]).withUntypedReader { $0.schema }
      defer { schema = whole }
      let parts = try record(schema[schema.root], named: group.names, [:], levels)
      guard let parts else { throw failure(.malformed, "parts of a value", "none", "Read another copy.") }
      let shredder = shredder { nodes, slots in
        if nodes.isEmpty { return try parts.shredder.shred(nil, slots) }
        try group.archive(nodes).withUntypedReader { reader in
          try reader.readBatches { column in try parts.shredder.shred(column, slots) }
        }
      }
      return (SchemaField(name, .optional, parts.fields), shredder)
    }
    if form == .decimal, let digits = nodes.digits[number], let type = digits.type {
      if type.physical == .int64 {
        let column = try add(WordColumn(type, place(levels)))
        let shredder = shredder { nodes, _ in
          column.append(try nodes.map { Int64(bitPattern: try CellText.decimal($0, digits).low) })
        }
        return (SchemaField(name, .optional, column), shredder)
      }
      let column = try add(FixedColumn(type, place(levels)))
      let shredder = shredder { nodes, _ in
        for node in nodes {
          let number = try CellText.decimal(node, digits)
          for half in [number.high, number.low] {
            unsafe withUnsafeBytes(of: half.bigEndian) { unsafe column.append(Array($0)) }
          }
        }
      }
      return (SchemaField(name, .optional, column), shredder)
    }
    let column = try add(TextColumn(.string, place(levels)))
    return (
      SchemaField(name, .optional, column),
      shredder { nodes, _ in column.append(try nodes.map { try CellText.text(of: $0) }) }
    )
  }
}
