internal import ArchiveBytes

// The bytes of a schema: each node is its kind, followed by
//   bytes                          the size of a value
//   optional, array, set           the child node
//   dictionary                     the node of an entry, a record of `key` and `value`
//   record, rawRecord              the number of fields, and each field's name and node
//   cases                          the number of cases, and for each its name, the number of its fields, and each
//                                  field's name and node
//   reference                      the number of the record or enumeration, in order of appearance
// Counts are varints. A name is its length in UTF-8 bytes, followed by those bytes.

extension Schema {
  /// Writes the schema.
  func write(to output: OutputBuffer) {
    /// The numbers of records and enumerations, in order of appearance.
    var definitions: [Int: Int] = [:]

    /// Writes the fields of a record, or the cases of an enumeration, which are records.
    func writeFields(of node: SchemaNode) {
      output.append(varint: UInt64(node.names.count))
      for (name, child) in zip(node.names, node.children) {
        output.append(name: name)
        if node.kind == .cases { writeFields(of: self[child]) } else { write(child) }
      }
    }
    func write(_ number: Int) {
      let node = self[number]
      if let definition = definitions[number] {
        output.append(ColumnKind.reference.rawValue)
        output.append(varint: UInt64(definition))
        return
      }
      output.append(node.kind.rawValue)
      switch node.kind.traits.content {
      case .nothing, .reference: break
      case .byteCount: output.append(varint: UInt64(node.byteCount))
      case .child: write(node.children[0])
      case .fields:
        definitions[number] = definitions.count
        writeFields(of: node)
      }
    }
    write(root)
  }
}

/// Reads a schema. Any bytes give a schema or an error.
struct SchemaReader {
  private var cursor: ByteCursor
  private let limits: ArchiveLimits
  private var schema = Schema()
  private var definitions: [Int] = []
  /// The entry nodes of dictionaries, which are checked once the schema is complete.
  private var entries: [Int] = []
  private var depth = 0
  private let stack = StackGuard()

  /// Reads the schema of an archive.
  static func read(_ layout: ArchiveLayout, _ limits: ArchiveLimits) throws -> Schema {
    var reader = SchemaReader(cursor: layout.schema, limits: limits)
    reader.schema.root = try reader.readNode()
    for entry in reader.entries { try reader.checkEntry(entry) }
    guard reader.cursor.isAtEnd else {
      throw reader.cursor.malformed("the schema's last node", "\(reader.cursor.remaining) more bytes")
    }
    return reader.schema
  }

  private init(cursor: ByteCursor, limits: ArchiveLimits) {
    self.cursor = cursor
    self.limits = limits
  }

  private mutating func readNode() throws -> Int {
    depth += 1
    defer { depth -= 1 }
    if depth > limits.maximumDepth || !stack.hasRoom() {
      throw ArchiveError.tooDeep(
        depth, limits, offset: cursor.offset)
    }
    let byte = try cursor.readByte()
    guard let kind = ColumnKind(rawValue: byte) else {
      throw cursor.malformed("the kind of a column", "the byte \(byte)")
    }
    let content = kind.traits.content
    if content == .reference {
      let number = try cursor.readCount()
      guard number < definitions.count else {
        throw cursor.malformed("one of the \(definitions.count) types described so far", "number \(number)")
      }
      return definitions[number]
    }
    let number = schema.nodes.count
    schema.nodes.append(SchemaNode(kind: kind))
    switch content {
    case .nothing, .reference: break
    case .byteCount: schema.nodes[number].byteCount = try cursor.readCount()
    case .child:
      let child = try readNode()
      schema.nodes[number].children = [child]
      if kind == .dictionary { entries.append(child) }
    case .fields:
      definitions.append(number)
      try readFields(of: number)
      if kind == .rawRecord {
        schema.nodes[number].byteCount = try rawByteCount(schema.nodes[number].children)
      }
    }
    return number
  }

  /// Reads the fields of a record, or the cases of an enumeration, which are records.
  private mutating func readFields(of number: Int) throws {
    let isEnumeration = schema.nodes[number].kind == .cases
    // A field takes at least two bytes, so the archive's size bounds the count.
    for _ in 0..<(try cursor.readCount()) {
      schema.nodes[number].names.append(try cursor.readName())
      let child = isEnumeration ? schema.nodes.count : try readNode()
      schema.nodes[number].children.append(child)
      guard isEnumeration else { continue }
      schema.nodes.append(SchemaNode(kind: .record))
      try readFields(of: child)
    }
    let names = schema.nodes[number].names
    guard Set(names).count == names.count else { throw cursor.malformed("distinct names", "a name twice") }
  }

  private func checkEntry(_ child: Int) throws {
    guard schema[child].kind.isRecord, schema[child].names == ["key", "value"] else {
      throw cursor.malformed("a dictionary's keys and values", "other columns")
    }
  }

  /// Returns the size in bytes of a raw record with these fields.
  private func rawByteCount(_ children: [Int]) throws -> Int {
    var sum = 0
    for child in children {
      // A raw record has no width until it is complete, so it cannot contain itself.
      guard let count = schema[child].rawByteCount, count > 0 else {
        throw cursor.malformed("fields of a fixed width in a raw record", schema[child].kind.description)
      }
      let (next, overflow) = sum.addingReportingOverflow(count)
      guard !overflow, UInt32(exactly: next) != nil else {
        throw cursor.malformed("a raw record of less than 4 GB", "a larger one")
      }
      sum = next
    }
    guard sum > 0 else { throw cursor.malformed("a raw record", "one without fields") }
    return sum
  }
}
