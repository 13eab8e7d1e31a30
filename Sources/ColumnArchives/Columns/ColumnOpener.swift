extension ArchiveLayout.Batch {
  /// Opens the columns of the batch.
  ///
  /// - Parameters:
  ///   - verifies: Whether to check the body's checksum, which reads all of it.
  ///   - isSequence: Whether errors are located at the elements of a sequence.
  func columns(
    in bytes: ByteCursor, verifies: Bool = true, isSequence: Bool = true, _ context: ReadContext
  ) throws -> Column {
    try locating(isSequence: isSequence, from: start) {
      if verifies { context.willRead(try bytes.part(body)) }
      let body = try open(in: bytes, verifiesAny: context.verifiesChecksums, verifies: verifies)
      var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
      return try opener.openBatch(count: count)
    }
  }
}

/// Opens the columns of a node, in the order in which they are stored. It checks once, before any value is read, that
/// all bytes of each column are there. Columns without rows are not stored.
struct ColumnOpener {
  private var cursor: ByteCursor
  private let context: ReadContext
  private let schema: Schema
  /// The current number of records nested directly inside each other.
  private var recordDepth = 0
  /// Where the columns of the batch are, if it says so, and all their bytes. The fields of records are then opened when they
  /// are needed.
  private var directory: (columns: ColumnDirectory, bytes: ByteCursor)?
  /// The entry of the next column in the directory.
  private var entry = 0

  init(cursor: ByteCursor, context: ReadContext, _ directory: ColumnDirectory? = nil) {
    self.cursor = cursor
    self.context = context
    schema = context.schema
    self.directory = directory.map { ($0, cursor) }
  }

  /// The cost of opening a column. It prevents a schema that repeatedly refers to itself from requesting many
  /// columns.
  private static let cost = 128

  /// Opens the columns of a batch. The keyed archive after them becomes that of the context.
  ///
  /// - Parameter body: The body, if its checksum is to be compared before the keyed archive is read.
  mutating func openBatch(count: Int, in body: BatchBody? = nil) throws -> Column {
    try context.releaseInstances()
    let column = try open(schema.root, count: count)
    if let directory { cursor = cursor.dropping(directory.columns.entries[0].range.count) }
    if !cursor.isAtEnd {
      guard schema.holdsTrees else {
        throw cursor.malformed("the end of the columns", "\(cursor.remaining) more bytes")
      }
      context.openTrees().place(at: cursor, in: body)
    }
    return column
  }

  /// Opens a column: the next one, or that of the entry.
  private mutating func open(_ node: Int, count: Int) throws -> Column {
    guard let directory else { return try openNext(node, count: count) }
    let (outer, found) = (cursor, directory.columns.entries[entry])
    defer { (cursor, self.directory) = (outer, directory) }
    let start = found.range.lowerBound
    cursor = try directory.bytes.part(start..<start + found.ownByteCount)
    context.willRead(cursor)
    if context.verifiesChecksums, found.ownByteCount > 0 { try cursor.check(found.checksum, of: "a column") }
    // Other columns have no entries below.
    if found.range.isEmpty || ColumnDirectory.below(schema[node].kind) == .none { self.directory = nil }
    let column = try openNext(node, count: count)
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of a column", "\(cursor.remaining) more bytes")
    }
    return column
  }

  /// Opens the column at the cursor.
  private mutating func openNext(_ node: Int, count: Int) throws -> Column {
    let start = cursor.offset
    let column = try openColumn(node, count: count)
    column.storedByteCount = cursor.offset - start
    return column
  }

  private mutating func openColumn(_ node: Int, count: Int) throws -> Column {
    try context.charge(Self.cost)
    let head = ColumnHead(kind: schema[node].kind, node: node, count: count)
    switch head.kind {
    case .bool: return IntegerColumn(head, try PackedIntegers(bits: &cursor, count: count))
    case .signed, .unsigned:
      let isSigned = head.kind == .signed
      return IntegerColumn(head, try PackedIntegers(&cursor, count: count, isSigned: isSigned))
    case .float, .double, .date: return try FloatColumn(&cursor, head)
    case .string, .data: return try RunColumn(&cursor, head)
    case .bytes, .rawRecord: return try raw(head)
    case .optional: return try optional(head)
    case .array, .set, .dictionary: return try list(head)
    case .record: return try record(node, count: count)
    case .cases: return try cases(head)
    case .tree, .instance: return try TreeColumn(head, &cursor, context.openTrees())
    // Schemas resolve their references.
    case .reference: throw cursor.malformed("a column", "a reference")
    }
  }

  // MARK: Columns of each kind

  /// Opens lengths or numbers.
  private mutating func numbers(_ count: Int) throws -> PackedIntegers {
    try PackedIntegers(&cursor, count: count, isSigned: false)
  }

  private mutating func optional(_ head: ColumnHead) throws -> OptionalColumn {
    let presence = try PackedIntegers(bits: &cursor, count: head.count)
    let child = schema[head.node].children[0]
    let values = try nested(child, count: presence.sum(count: head.count))
    return OptionalColumn(node: head.node, count: head.count, presence: presence, values: values)
  }

  private mutating func list(_ head: ColumnHead) throws -> ListColumn {
    let lengths = try numbers(head.count)
    let elementCount = try cursor.readCount()
    let elements = try nested(schema[head.node].children[0], count: elementCount)
    return ListColumn(head, lengths: lengths, elementCount: elementCount, elements: elements)
  }

  private mutating func raw(_ head: ColumnHead) throws -> RawColumn {
    let size = schema[head.node].byteCount
    var encoding = RawEncoding.plain
    if head.kind == .rawRecord {
      let byte = try cursor.readByte()
      guard let found = RawEncoding(rawValue: byte) else {
        throw cursor.malformed("an encoding of raw records", "the byte \(byte)")
      }
      encoding = found
    }
    let bytes = try StridedBytes(&cursor, count: head.count, size: size, areSplit: encoding == .split)
    return RawColumn(head, bytes, byteCount: size)
  }

  private mutating func cases(_ head: ColumnHead) throws -> CaseColumn {
    let numbers = try numbers(head.count)
    let children = schema[head.node].children
    try context.charge(children.count, of: WorkCost.case)
    var payloads: [RecordColumn?] = []
    for record in children {
      guard !schema[record].children.isEmpty else {
        payloads.append(nil)
        continue
      }
      let own = try cursor.readCount()
      guard own <= head.count else {
        throw cursor.malformed("at most \(head.count) values of a case", "\(own)")
      }
      payloads.append(try nested(record, count: own) as? RecordColumn)
    }
    return CaseColumn(node: head.node, count: head.count, numbers: numbers, payloads: payloads)
  }

  private mutating func record(_ node: Int, count: Int) throws -> RecordColumn {
    // Records of a type have a finite depth, but the records of an archive's schema may be very deep, or circular.
    recordDepth += 1
    defer { recordDepth -= 1 }
    try context.checkDepth(recordDepth)
    let children = schema[node].children
    guard let directory else {
      return RecordColumn(
        node: node, count: count, fields: try children.map { try open($0, count: count) })
    }
    let opener = self
    return RecordColumn(node: node, count: count, fieldCount: children.count) { position in
      var opener = opener
      opener.entry = directory.columns.entry(ofField: position, in: opener.entry)
      return try opener.open(children[position], count: count)
    }
  }

  /// Opens the child column, or returns `nil` if it has no rows.
  private mutating func nested(_ node: Int, count: Int) throws -> Column? {
    guard count > 0 else { return nil }
    let outer = recordDepth
    defer { recordDepth = outer }
    recordDepth = 0
    entry += 1
    defer { entry -= 1 }
    return try context.nested { try open(node, count: count) }
  }
}
