internal import ArchiveBytes

/// Opens the columns of a node, in the order in which they are stored: checks that each has all its bytes, once,
/// before any value is read. Columns without rows are not stored.
struct ColumnOpener {
  private(set) var cursor: ByteCursor
  private let context: ReadContext
  /// How many records are opened inside one another, with nothing between them.
  private var recordDepth = 0
  /// How many columns were opened.
  private var openedCount = 0

  init(cursor: ByteCursor, context: ReadContext) {
    self.cursor = cursor
    self.context = context
  }

  /// What an opened column costs, so that a schema that refers to itself over and over cannot ask for many.
  private static let cost = 128

  /// Opens the columns of a batch, and the instances behind them, which are then those of the context.
  mutating func openBatch(count: Int, keepsInstances: Bool = true) throws -> Column {
    context.readsWholeBatches = true
    context.instances = nil
    let column = try open(context.schema.root, count: count)
    if cursor.isAtEnd { return column }
    var table = cursor
    guard context.canReferToInstances, try table.readByte() == InstanceTable.mark else {
      throw cursor.malformed("the end of the columns", "\(cursor.remaining) more bytes")
    }
    try context.openInstances(&table, keepsInstances: keepsInstances)
    guard table.isAtEnd else {
      throw table.malformed("the end of the instances", "\(table.remaining) more bytes")
    }
    cursor = table
    return column
  }

  mutating func open(_ node: Int, count: Int) throws -> Column {
    let (start, opened) = (cursor.offset, openedCount)
    let column = try openColumn(node, count: count)
    column.storedByteCount = cursor.offset - start
    column.columnCount = openedCount - opened
    return column
  }

  private mutating func openColumn(_ node: Int, count: Int) throws -> Column {
    try context.charge(Self.cost)
    openedCount += 1
    let schema = context.schema
    let kind = schema[node].kind
    switch kind {
    case .bool: return BoolColumn(node: node, count: count, try PackedBits(&cursor, count: count))
    case .signed, .unsigned:
      let integers = try PackedIntegers(&cursor, count: count, isSigned: kind == .signed)
      return IntegerColumn(kind, node: node, count: count, integers)
    case .float, .double, .date:
      return try ColumnEncodings.floats.open(&cursor, ColumnHead(kind: kind, node: node, count: count))
    case .bytes, .rawRecord:
      let size = schema[node].byteCount
      let bytes = unsafe try cursor.readBytes(product(count, size))
      return unsafe RawColumn(kind, node: node, count: count, bytes: bytes, byteCount: size, stride: size)
    case .string, .data:
      return try ColumnEncodings.runs.open(&cursor, ColumnHead(kind: kind, node: node, count: count))
    case .optional:
      let presence = try PackedBits(&cursor, count: count)
      let present = presence.sum(count)
      let values = try nested(schema[node].children[0], count: present)
      return OptionalColumn(node: node, count: count, presence: presence, values: values)
    case .array, .set, .dictionary:
      let lengths = try PackedIntegers(&cursor, count: count, isSigned: false)
      let elementCount = try cursor.readCount()
      let elements = try nested(schema[node].children[0], count: elementCount)
      return ListColumn(
        kind, node: node, count: count, lengths: lengths, elementCount: elementCount, elements: elements)
    case .record: return try openRecord(node, count: count)
    case .cases:
      let numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
      try context.charge(schema[node].children.count, of: WorkCost.case)
      var payloads: [RecordColumn?] = []
      for record in schema[node].children {
        guard !schema[record].children.isEmpty else {
          payloads.append(nil)
          continue
        }
        let own = try cursor.readCount()
        guard own <= count else { throw cursor.malformed("at most \(count) values of a case", "\(own)") }
        payloads.append(own == 0 ? nil : try nestedRecord(record, count: own))
      }
      return CaseColumn(node: node, count: count, numbers: numbers, payloads: payloads)
    case .tree: return try TreeColumn(node: node, count: count, &cursor)
    case .instance: return try InstanceColumn(node: node, count: count, &cursor)
    case .reference: throw cursor.malformed("a column", "a reference")
    }
  }

  private mutating func openRecord(_ node: Int, count: Int) throws -> RecordColumn {
    // A type's own records end somewhere; those of a schema may go on, or in a circle.
    recordDepth += 1
    defer { recordDepth -= 1 }
    try context.checkDepth(recordDepth)
    var fields: [Column] = []
    for child in context.schema[node].children { fields.append(try open(child, count: count)) }
    return RecordColumn(node: node, count: count, fields: fields)
  }

  private mutating func nested(_ node: Int, count: Int) throws -> Column? {
    guard count > 0 else { return nil }
    let outer = recordDepth
    defer { recordDepth = outer }
    recordDepth = 0
    return try context.nested { try open(node, count: count) }
  }

  private mutating func nestedRecord(_ node: Int, count: Int) throws -> RecordColumn {
    let outer = recordDepth
    defer { recordDepth = outer }
    recordDepth = 0
    let start = cursor.offset
    let column = try context.nested { try openRecord(node, count: count) }
    column.storedByteCount = cursor.offset - start
    return column
  }

  /// The bytes of so many values; a product that no archive can have when it is too large.
  private func product(_ count: Int, _ size: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: size)
    return overflow ? Int.max : product
  }
}
