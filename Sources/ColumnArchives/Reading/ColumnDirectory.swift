/// Where the columns of a batch are, so that one of them can be read without the others.
///
/// It has one entry for each column, in the order in which they begin:
///   a number   the size of the column, with the columns below it
///   4 bytes    the checksum of the column's own bytes: those before the columns below it; not if the size is 0, nor for
///              records, which have none
/// The columns below an entry follow it: the fields of a record, the values of an optional, the elements of a collection.
/// An entry of size 0 has none, and neither do enumerations and raw records. The entries are followed by 4 bytes: their
/// checksum.
struct ColumnDirectory {
  struct Entry {
    /// The node of the schema.
    let node: Int
    /// The location of the column, with the columns below it.
    var range: Range<Int>
    /// The number of bytes before the columns below.
    var ownByteCount: Int
    /// The checksum of these bytes.
    var checksum: UInt32
    /// The index of the next entry that is not below this one.
    var next: Int
  }

  var entries: [Entry] = []

  /// Whether bodies of a schema have a directory, if they are large: those of a record with several fields.
  static func isWanted(for schema: Schema) -> Bool {
    let root = schema.nodes[schema.root]
    return root.kind == .record && root.children.count > 1
  }

  /// How the columns below one are arranged in it.
  enum Below {
    case none
    /// One after another, without bytes of the column's own.
    case fields
    /// One column after the column's own bytes.
    case last
  }

  /// Returns how the columns below a column of this kind are arranged.
  static func below(_ kind: ColumnKind) -> Below {
    switch kind {
    case .record: .fields
    case .optional, .array, .set, .dictionary: .last
    default: .none
    }
  }

  /// Returns the index of the entry of a record's field.
  func entry(ofField number: Int, in record: Int) -> Int {
    var index = record + 1
    for _ in 0..<number { index = entries[index].next }
    return index
  }
}

// MARK: Writing

extension ColumnDirectory {
  func write(of schema: Schema, to output: OutputBuffer) {
    let start = output.count
    for entry in entries {
      output.append(varint: UInt64(entry.range.count))
      if !entry.range.isEmpty, Self.below(schema.nodes[entry.node].kind) != .fields {
        output.append(number: entry.checksum)
      }
    }
    output.append(number: output.checksum(of: start..<output.count))
  }
}

// MARK: Reading

extension ColumnDirectory {
  /// The cost of an entry, like that of opening a column.
  private static let cost = 128

  /// Reads the directory of the columns at a location.
  ///
  /// - Throws: ``ArchiveError`` if the sizes do not add up.
  init(_ trailer: ByteCursor, columns: Range<Int>, in context: ReadContext) throws {
    var cursor = trailer
    let checksum = try cursor.readLastNumber(as: UInt32.self)
    if context.verifiesChecksums { try cursor.check(checksum, of: "the directory of the columns") }
    _ = try read(&cursor, context.schema.root, in: columns, context)
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the directory", "\(cursor.remaining) more bytes")
    }
  }

  /// Reads the entry of a column, and of those below.
  ///
  /// - Parameters:
  ///   - room: Where the column can be.
  ///   - isLast: Whether it is at the end, rather than at the start.
  /// - Returns: Where the column is.
  private mutating func read(
    _ cursor: inout ByteCursor, _ node: Int, in room: Range<Int>, isLast: Bool = false, _ context: ReadContext
  ) throws -> Range<Int> {
    try context.charge(Self.cost)
    let size = try cursor.readCount()
    guard size <= room.count else {
      throw cursor.malformed("a column of at most \(room.count) bytes", "\(size)")
    }
    let start = isLast ? room.upperBound - size : room.lowerBound
    let (range, index) = (start..<start + size, entries.count)
    let below = size == 0 ? .none : Self.below(context.schema[node].kind)
    let checksum = size == 0 || below == .fields ? 0 : try cursor.readNumber(as: UInt32.self)
    entries.append(Entry(node: node, range: range, ownByteCount: size, checksum: checksum, next: 0))
    let children = context.schema[node].children
    switch below {
    case .none: break
    case .fields:
      var rest = range
      for child in children {
        let field = try context.nestedNodes { try read(&cursor, child, in: rest, context) }
        rest = field.upperBound..<rest.upperBound
      }
      guard rest.isEmpty else { throw cursor.malformed("columns of \(size) bytes", "fewer") }
      entries[index].ownByteCount = 0
    case .last:
      let inner = try context.nestedNodes { try read(&cursor, children[0], in: range, isLast: true, context) }
      entries[index].ownByteCount -= inner.count
    }
    entries[index].next = entries.count
    return range
  }
}
