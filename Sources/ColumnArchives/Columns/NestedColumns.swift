internal import ArchiveBytes

// Columns with child columns.

final class OptionalColumn: Column {
  /// Whether each value is present: 0 or 1.
  let presence: PackedIntegers
  /// The present values; `nil` if there are none.
  let values: Column?

  init(node: Int, count: Int, presence: PackedIntegers, values: Column?) {
    self.presence = presence
    self.values = values
    super.init(.optional, node: node, count: count)
  }

  override var children: [Column?] { [values] }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    try values?.skip(presence.sum(from: position, count: count), in: context)
    position += count
  }

  override func synchronize(to row: Int, in context: ReadContext) throws {
    try super.synchronize(to: row, in: context)
    // If a type has the fields of an optional struct as its own, it may have read some of the fields, but not others.
    if let values { try values.synchronize(to: values.position, in: context) }
  }

  /// Reads values that must all be present.
  func readAllPresent(_ count: Int, in context: ReadContext, _ body: (Column) throws -> Void) throws {
    guard let values else { throw RowError(row: 0, .foundNil(expected: "a value")) }
    try presence.visit(from: position, count: count) { row, isPresent in
      guard isPresent == 1 else { throw RowError(row: row, .foundNil(expected: "a value")) }
    }
    // Optionals of optionals are unwrapped down to the innermost value.
    if let values = values as? OptionalColumn {
      try values.readAllPresent(count, in: context, body)
    } else {
      try body(values)
    }
    position += count
  }
}

final class ListColumn: Column {
  let lengths: PackedIntegers
  let elements: Column?
  let elementCount: Int

  init(_ head: ColumnHead, lengths: PackedIntegers, elementCount: Int, elements: Column?) {
    self.lengths = lengths
    self.elementCount = elementCount
    self.elements = elements
    super.init(head.kind, node: head.node, count: head.count)
  }

  override var children: [Column?] { [elements] }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    // Empty lists count as skipped too.
    let sum = try readLengths(count, in: context) { _, _ in }
    try elements?.skip(sum, in: context)
  }

  /// Passes the next lengths to `body`, and returns their sum. It checks that as many elements are left.
  func readLengths(_ count: Int, in context: ReadContext, _ body: (Int, Int) -> Void) throws -> Int {
    let left = elementCount - (elements?.position ?? 0)
    // If the lengths are too long, none is used.
    let sum = lengths.total(from: position, count: count) { body($0, Int(truncatingIfNeeded: $1)) }
    position += count
    guard let sum, sum <= UInt64(left), position < self.count || sum == UInt64(left) else {
      throw context.malformed("lengths that add up to \(elementCount) elements", "others")
    }
    return Int(sum)
  }
}

final class RecordColumn: Column {
  private enum Fields {
    case opened([Column])
    /// The columns that are opened, and how to open the others.
    case partly([Column?], open: (Int) throws -> Column)
  }

  private var fields: Fields

  /// Creates records of a batch with a directory. Each field is opened when it is needed.
  init(node: Int, count: Int, fieldCount: Int, _ open: @escaping (Int) throws -> Column) {
    fields = .partly([Column?](repeating: nil, count: fieldCount), open: open)
    super.init(.record, node: node, count: count)
  }

  init(node: Int, from position: Int = 0, count: Int, fields: [Column]) {
    self.fields = .opened(fields)
    super.init(.record, node: node, count: count)
    self.position = position
  }

  override var children: [Column?] {
    switch fields {
    // Converting the whole array would cast each column.
    case .opened(let columns): columns.map { Optional($0) }
    case .partly(let columns, _): columns
    }
  }

  override func fields(in context: ReadContext) throws -> [Column] {
    switch fields {
    case .opened(let columns): return columns
    case .partly(let columns, _):
      let columns = try columns.indices.map { try field($0, in: context) }
      fields = .opened(columns)
      return columns
    }
  }

  override func field(_ position: Int, in context: ReadContext) throws -> Column {
    switch fields {
    case .opened(let columns): return columns[position]
    case .partly(var columns, let open):
      if let column = columns[position] { return column }
      let column = try open(position)
      // So that the array is not copied.
      fields = .opened([])
      columns[position] = column
      fields = .partly(columns, open: open)
      return column
    }
  }

  override func synchronize(to row: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    for field in try fields(in: context) { try field.synchronize(to: row, in: context) }
    position = max(position, row)
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    for field in try fields(in: context) { try field.skip(count, in: context) }
    position += count
  }
}

final class CaseColumn: Column {
  /// The case of each value, by its number in the schema.
  let numbers: PackedIntegers
  /// Whether any case has associated values in the column.
  let hasPayloads: Bool
  /// The associated values of each case; `nil` for a case without values in the column.
  let payloads: [RecordColumn?]

  init(node: Int, count: Int, numbers: PackedIntegers, payloads: [RecordColumn?]) {
    self.numbers = numbers
    self.payloads = payloads
    hasPayloads = payloads.contains { $0 != nil }
    super.init(.cases, node: node, count: count)
  }

  override var children: [Column?] { payloads }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    guard hasPayloads else {
      position += count
      return
    }
    var counts = [Int](repeating: 0, count: payloads.count)
    numbers.visit(from: position, count: count) { _, number in
      if number < UInt64(counts.count) { counts[Int(number)] += 1 }
    }
    for (number, count) in counts.enumerated() where count > 0 {
      // A case without associated values has no columns.
      if context.schema[context.schema[node].children[number]].children.isEmpty { continue }
      guard let payload = payloads[number], count <= payload.count - payload.position else {
        throw context.malformed("as many associated values as cases", "another number")
      }
      try payload.skip(count, in: context)
    }
    position += count
  }
}
