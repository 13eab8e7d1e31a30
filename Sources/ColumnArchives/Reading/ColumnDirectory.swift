/// The locations of a batch's columns, so that one column can be read without the others.
///
/// The directory has one entry for each column, in the order in which they begin:
///   a number   the size of the column, with the columns below it
///   4 bytes    the checksum of the column's own bytes, before the columns below it; absent if the size is 0, and for
///              records, which have no bytes of their own
/// The entries of the columns below a column follow its entry: the fields of a record, the values of an optional, the
/// elements of a collection. An entry of size 0 has no entries below it, and neither have enumerations and raw
/// records. After the entries come 4 bytes: their checksum.
struct ColumnDirectory {
  struct Entry {
    /// The node of the schema.
    let node: Int
    /// The location of the column, with the columns below it.
    var range: Range<Int>
    /// The number of bytes before the columns below it.
    var ownByteCount: Int
    /// The checksum of these bytes.
    var checksum: UInt32
    /// The index of the next entry that is not below this entry.
    var next: Int
  }

  var entries: [Entry] = []

  /// Returns whether large bodies of a schema have a directory: a record with several fields needs one.
  static func isWanted(for schema: Schema) -> Bool {
    let root = schema.nodes[schema.root]
    return root.kind == .record && root.children.count > 1
  }

  /// The arrangement of the columns below a column.
  enum Below {
    case none
    /// One column after another, without bytes of the parent's own.
    case fields
    /// One column after the parent's own bytes.
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

// MARK: Reading

extension ColumnDirectory {
  /// The cost of an entry, equal to the cost of opening a column.
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

  /// Reads the entry of a column, and the entries below it.
  ///
  /// - Parameters:
  ///   - room: The range that must contain the column.
  ///   - isLast: Whether the column is at the end of the range, rather than at the start.
  /// - Returns: The location of the column.
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
