internal import ArchiveBytes
internal import ArchiveValues

/// Where the columns of a record's fields are.
struct RecordFields {
  /// The fields of the type, each with its place in the archive.
  let bindings: [Binding]
  /// The node of each field's column; `nil` for those that the archive lacks.
  let nodes: [Int?]
  /// Whether each field has a value for each row, so that values can be made by filling their memory.
  let areComplete: Bool

  /// Matches the fields of a type with those of a node by name.
  init(of codec: RecordCodec, at node: Int, in plan: PlanBuilder) {
    let found = codec.fields.map { plan.binding(ofFieldNamed: [$0.name] + $0.formerNames, in: node) }
    // A struct is read either as a whole or by its fields. If the type has both, the fields count as absent from the
    // archive.
    bindings = found.map { binding in found.contains { $0.leads(into: binding) } ? .absent : binding }
    var areComplete = true
    nodes = zip(bindings, codec.fields).map { binding, field in
      switch binding {
      case .absent:
        // Parts of a tuple have no other value than that of the archive.
        if field.codec.fillAbsent == nil, codec.hasInitializer { areComplete = false }
        return nil
      case .field(let position): return plan.schema[node].children[position]
      case .flattened(let node, _): return node
      case .nested(let positions):
        var inner = node
        for position in positions {
          while plan.schema[inner].kind == .optional {
            // The record may be missing.
            areComplete = false
            inner = plan.schema[inner].children[0]
          }
          inner = plan.schema[inner].children[position]
        }
        return inner
      }
    }
    self.areComplete = areComplete
  }
}

/// Structs, whose fields are read one after another.
///
/// If the fields cover the value's memory, each column is read directly into it. Otherwise, or if the archive lacks a
/// field that has no value for that, columns are read into separate memory, and `init(fields:)`, which knows the
/// defaults, makes the values.
final class RecordStep: CircularStep {
  private let codec: RecordCodec
  private let fields: RecordFields
  private let isRaw: Bool
  private let fillsMemory: Bool
  /// The step of each field that the archive has.
  private var steps: [(any ReadStep)?] = []

  init(_ codec: RecordCodec, _ fields: RecordFields, isRaw: Bool) {
    (self.codec, self.fields, self.isRaw) = (codec, fields, isRaw)
    fillsMemory = codec.padding != nil && fields.areComplete
  }

  func complete(in plan: PlanBuilder) {
    steps = codec.fields.indices.map { number in
      guard let node = fields.nodes[number] else { return nil }
      let field = codec.fields[number]
      let isHashing = plan.isHashing && !(codec.isEntry && number > 0)
      return plan.hashing(isHashing) { plan.step(of: field.codec, at: node, field: field.name) }
    }
  }

  func release() { steps = [] }

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
    codec.clearPadding(at: place, count: count)
    for number in steps.indices {
      let target = place.part(at: codec.fields[number].offset ?? 0)
      do {
        if let step = steps[number] {
          let column = try self.column(
            fields.bindings[number], of: columns, at: row, count: count, in: context)
          try step.read(column, into: target, count: count, in: context)
        } else if let fill = codec.fields[number].codec.fillAbsent {
          fill(target, count)
        } else {
          throw RowError(row: nil, .missingField(codec.fields[number].name))
        }
      } catch {
        for done in codec.fields[..<number] {
          done.codec.memory.destroy(place.part(at: done.offset ?? 0), count)
        }
        throw failure(error, of: codec.fields[number])
      }
    }
  }

  /// The number of rows read into separate memory at a time.
  private static let partCount = 512

  /// Reads columns into separate memory, and makes the values with `init(fields:)`.
  private func initialize(
    _ place: Place, from columns: [Column], at row: Int, count: Int, in context: ReadContext
  ) throws {
    guard let initialize = unsafe codec.initialize else {
      throw context.malformed("all parts of a tuple", "not all")
    }
    let sources = try fields.bindings.map { binding -> Column? in
      if case .absent = binding { return nil }
      return try column(binding, of: columns, at: row, count: count, in: context)
    }
    let decoder = RowDecoder()
    decoder.fields = Array(repeating: nil, count: (codec.fields.map(\.position).max() ?? -1) + 1)
    var done = 0
    do {
      while done < count {
        let part = min(count - done, Self.partCount)
        for (number, field) in codec.fields.enumerated() {
          let values = FieldValues(named: field.name, field.codec.memory)
          do {
            if let step = steps[number], let source = sources[number] {
              try values.read(
                source, by: step, count: part, isolatesFailures: field.isolatesFailures, in: context)
            }
          } catch {
            var failure = failure(error, of: field)
            failure.row = failure.row.map { $0 + done }
            throw failure
          }
          decoder.fields[field.position] = values
        }
        for row in 0..<part {
          decoder.row = row
          do {
            try unsafe initialize(place.row(done).base, decoder)
          } catch {
            throw RowError(row: done, wrapping: error)
          }
          done += 1
        }
      }
    } catch {
      codec.memory.destroy(place, done)
      throw error
    }
  }

  private func failure(_ error: any Error, of field: RecordCodec.Field) -> RowError {
    var failure = RowError(row: nil, wrapping: error)
    failure.error = failure.error.prefixed(.field(field.name))
    return failure
  }

  // MARK: Columns

  /// Returns the column of a field that the archive has.
  @inline(__always)
  private func column(
    _ binding: Binding, of columns: [Column], at row: Int, count: Int, in context: ReadContext
  ) throws -> Column {
    if case .field(let position) = binding { return columns[position] }
    return try farColumn(binding, of: columns, at: row, count: count, in: context)
  }

  @inline(never)
  private func farColumn(
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
    if let column = column as? RecordColumn {
      return try nestedColumn(rest, of: column.fields[position], from: row, context)
    }
    let fields = try column.cast(to: RawColumn.self, in: context).fields(in: context, from: row)
    return try nestedColumn(rest, of: fields[position], from: 0, context)
  }
}
