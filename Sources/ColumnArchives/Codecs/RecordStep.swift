internal import ArchiveBytes

/// The fields of a type, matched by name with the fields of a node.
struct FieldSources {
  let fields: [RecordCodec.Field]
  let sources: [Source]
  /// Whether each field has a value for each row: the archive's, or one for a missing field.
  let areComplete: Bool

  /// How a field is read.
  struct Source {
    /// The position of its column, if it is one of those of the record.
    var position: Int?
    let binding: Binding
    /// `nil` if the archive lacks the field.
    var step: ReadStep?
  }

  /// - Parameter isEntry: Whether they are the key and the value of a dictionary's entries.
  init(_ fields: [RecordCodec.Field], at node: Int, isEntry: Bool = false, in plan: PlanBuilder) {
    self.fields = fields
    let found = fields.map { plan.binding(ofFieldNamed: [$0.name] + $0.formerNames, in: node) }
    var areComplete = true
    sources = zip(fields, found).enumerated().map { number, part in
      let (field, binding) = part
      var source = Source(binding: binding)
      var inner = node
      switch binding {
      // A struct is read either as a whole or by its fields. If the type has both, the fields count as absent from
      // the archive.
      case _ where found.contains { $0.leads(into: binding) }, .absent:
        if field.codec.fillAbsent == nil { areComplete = false }
        return source
      case .field(let position):
        source.position = position
        inner = plan.schema[node].children[position]
      case .flattened(let node, _): inner = node
      case .nested(let positions):
        for position in positions {
          while plan.schema[inner].kind == .optional {
            // The record may be missing.
            areComplete = false
            inner = plan.schema[inner].children[0]
          }
          inner = plan.schema[inner].children[position]
        }
      }
      let isHashing = plan.isHashing && !(isEntry && number > 0)
      source.step = plan.hashing(isHashing) { plan.step(of: field.codec, at: inner, field: field.name) }
      return source
    }
    self.areComplete = areComplete
  }

  /// Reads the next values of the fields into separate memory, in the order in which `init(fields:)` requests them.
  ///
  /// - Parameters:
  ///   - columns: The columns of the record.
  ///   - row: The next row.
  func values(among columns: [Column], at row: Int, count: Int, in context: ReadContext) throws
    -> [FieldValues?]
  {
    // All columns are found before the first is read, which may move the others.
    let columns = try sources.map { source in
      try source.step.map {
        ($0, try column(source.binding, of: columns, at: row, count: count, in: context))
      }
    }
    var found = [FieldValues?](repeating: nil, count: (fields.map(\.position).max() ?? -1) + 1)
    for (field, column) in zip(fields, columns) {
      let values = FieldValues(named: field.name, field.codec.memory)
      found[field.position] = values
      guard let (step, column) = column else { continue }
      try RowError.inField(field.name) {
        try values.read(
          column, by: step, count: count, isolatesFailures: field.isolatesFailures, in: context)
      }
    }
    return found
  }

  /// Returns the column of a field that the archive contains.
  @inline(never)
  func column(
    _ binding: Binding, of columns: [Column], at row: Int, count: Int, in context: ReadContext
  ) throws -> Column {
    switch binding {
    case .field(let position): return columns[position]
    case .nested(let positions):
      return try nestedColumn(positions.dropFirst(), of: columns[positions[0]], from: row, context)
    case .flattened(let node, let positions):
      try context.charge(positions.count, of: WorkCost.column)
      return RecordColumn(node: node, from: row, count: row + count, fields: positions.map { columns[$0] })
    case .absent: throw context.malformed("a field", "none")
    }
  }

  /// Returns the column at a path of positions from a column of records, as a ``PartColumn`` if the records may be
  /// missing.
  private func nestedColumn(
    _ positions: ArraySlice<Int>, of column: Column, from row: Int, _ context: ReadContext
  ) throws -> Column {
    guard let position = positions.first else { return column }
    let rest = positions.dropFirst()
    if let column = column as? OptionalColumn {
      let values = try column.values.map { try nestedColumn(positions, of: $0, from: $0.position, context) }
      return PartColumn(column, values: values)
    }
    if let column = column as? RawColumn {
      return try nestedColumn(rest, of: column.fields(in: context, from: row)[position], from: 0, context)
    }
    return try nestedColumn(rest, of: column.fields(in: context)[position], from: row, context)
  }
}

/// Reads structs, field by field.
///
/// If the fields cover the value's memory, each column is read directly into it. Otherwise, columns are read into
/// separate memory, and `init(fields:)`, which knows the defaults, creates the values. The same happens if the
/// archive lacks a field whose type has no value for a missing field.
struct RecordStep {
  private let codec: RecordCodec
  private let isRaw: Bool
  /// Whether values are created by filling their memory.
  private let fillsMemory: Bool
  private let fields: FieldSources

  init(_ codec: RecordCodec, at node: Int, in plan: PlanBuilder) {
    self.codec = codec
    isRaw = plan.schema[node].kind == .rawRecord
    fields = FieldSources(codec.fields, at: node, isEntry: codec.isEntry, in: plan)
    // The parts of a tuple have no values other than the archive's.
    fillsMemory = codec.fillsMemory && (fields.areComplete || !codec.hasInitializer)
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    // The fields of raw records begin with the next row. Other columns keep their own positions.
    let columns = try column.fields(in: context)
    if fillsMemory {
      try fill(place, from: columns, at: isRaw ? 0 : column.position, count: count, in: context)
    } else {
      try initialize(place, from: columns, at: isRaw ? 0 : column.position, count: count, in: context)
    }
    column.position += count
  }

  /// Reads each column into the memory of its field.
  private func fill(
    _ place: Place, from columns: [Column], at row: Int, count: Int, in context: ReadContext
  ) throws {
    codec.clearGaps(at: place, count: count)
    var done = 0
    do {
      for (number, source) in fields.sources.enumerated() {
        let target = place.part(at: codec.fields[number].offset ?? 0)
        if let step = source.step {
          let column =
            try source.position.map { columns[$0] }
            ?? fields.column(source.binding, of: columns, at: row, count: count, in: context)
          try step.read(column, into: target, count: count, in: context)
        } else if let fill = codec.fields[number].codec.fillAbsent {
          fill(target, count)
        } else {
          throw ArchiveError.missingField(codec.fields[number].name)
        }
        done += 1
      }
    } catch {
      for field in codec.fields[..<done] {
        field.codec.memory.destroy(place.part(at: field.offset ?? 0), count)
      }
      try RowError.inField(codec.fields[done].name) { throw error }
    }
  }

  /// The number of rows read into separate memory at a time.
  private static let partCount = 512

  /// Reads columns into separate memory, and creates the values with `init(fields:)`.
  private func initialize(
    _ place: Place, from columns: [Column], at row: Int, count: Int, in context: ReadContext
  ) throws {
    guard let initialize = codec.initialize else {
      throw context.malformed("all parts of a tuple", "not all")
    }
    let decoder = RowDecoder(in: context)
    try codec.memory.make(count, at: place) { place, left in
      let part = min(left, Self.partCount)
      decoder.fields = try fields.values(among: columns, at: row + count - left, count: part, in: context)
      try codec.memory.makeEach(part, at: place) { place, row in
        decoder.row = row
        try initialize(place, decoder)
      }
      return part
    }
  }
}
