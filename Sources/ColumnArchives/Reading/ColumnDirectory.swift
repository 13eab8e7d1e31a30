internal import ArchiveBytes

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
    guard trailer.remaining >= 4 else { throw trailer.truncated(4) }
    var cursor = try trailer.part(trailer.offset..<trailer.end - 4)
    var end = try trailer.part(trailer.end - 4..<trailer.end)
    let checksum = try end.readNumber(as: UInt32.self)
    if context.verifiesChecksums { try cursor.check(checksum, of: "the directory of the columns") }
    let schema = context.schema
    /// A column whose entries below are being read.
    struct Parent {
      let entry: Int
      var nextChild = 0
      /// The end of the part that has been assigned to the columns below.
      var position: Int
    }
    var parents: [Parent] = []
    var node = schema.root
    while true {
      try context.charge(Self.cost)
      // The range of a root's column follows from its size, and so does that of a field; the only column below another
      // one is at its end.
      let size = try cursor.readCount()
      let start: Int
      if let parent = parents.last {
        let range = entries[parent.entry].range
        let room = range.upperBound - parent.position
        guard size <= room else { throw cursor.malformed("a column of at most \(room) bytes", "\(size)") }
        start =
          Self.below(schema[entries[parent.entry].node].kind) == .last
          ? range.upperBound - size : parent.position
      } else {
        guard size <= columns.count else {
          throw cursor.malformed("a column of at most \(columns.count) bytes", "\(size)")
        }
        start = columns.lowerBound
      }
      let kind = schema[node].kind
      var entry = Entry(
        node: node, range: start..<start + size, ownByteCount: size, checksum: 0, next: entries.count + 1)
      let below = size == 0 ? .none : Self.below(kind)
      if size > 0, below != .fields { entry.checksum = try cursor.readNumber(as: UInt32.self) }
      entries.append(entry)
      if let parent = parents.last {
        if Self.below(schema[entries[parent.entry].node].kind) == .last {
          entries[parent.entry].ownByteCount -= size
        }
        parents[parents.count - 1].position = start + size
        parents[parents.count - 1].nextChild += 1
      }
      if below != .none { parents.append(Parent(entry: entries.count - 1, position: start)) }
      // The next entry is that of the innermost column that lacks one.
      while let parent = parents.last {
        let children = schema[entries[parent.entry].node].children
        if parent.nextChild < children.count {
          node = children[parent.nextChild]
          break
        }
        let entry = entries[parent.entry]
        guard parent.position == entry.range.upperBound else {
          throw cursor.malformed("columns of \(entry.range.count) bytes", "fewer")
        }
        if Self.below(schema[entry.node].kind) == .fields { entries[parent.entry].ownByteCount = 0 }
        entries[parent.entry].next = entries.count
        parents.removeLast()
      }
      if parents.isEmpty { break }
    }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the directory", "\(cursor.remaining) more bytes")
    }
  }
}
