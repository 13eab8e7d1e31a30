internal import ArchiveBytes
internal import ArchiveNodes
internal import ColumnArchives

// Columns that are optional although the archive's columns may not be.

/// Dates, or optional dates. Dates that are out of range are left out.
struct DateShredder: Shredder {
  let levels: Levels
  let target: WordColumn
  let dates: DateConversion
  /// Whether the archive's column contains optional dates.
  let isOptional: Bool

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    var (flags, seconds) = ([UInt8](), [Double]())
    if let column, slots.present > 0 {
      (flags, seconds) = try column.values(slots.present, areOptional: isOptional) { try $0.doubles($1) }
    }
    try column?.charge(slots.count, times: 1)
    let words = try dates.words(seconds, for: target.path)
    words.clear(&flags)
    levels.append(slots.optional(flags))
    target.append(words.words)
  }
}

/// Values that are nodes in the archive. A node may be null.
struct NodeShredder: Shredder {
  let levels: Levels
  /// Whether the archive's column contains optional nodes.
  let isOptional: Bool
  /// The number of optionals below: see ``OptionalShredder``.
  let weight: Int
  /// Writes the existing values, with their places.
  let write: ([ArchiveNode], Slots) throws -> Void

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    var (flags, nodes) = ([UInt8](), [ArchiveNode]())
    if let column, slots.present > 0 {
      (flags, nodes) = try column.values(slots.present, areOptional: isOptional) { try $0.nodes($1) }
    }
    try column?.charge(slots.count, times: 1 + weight)
    var (values, next) = ([ArchiveNode](), nodes.makeIterator())
    for position in flags.indices where flags[position] == 1 {
      guard let node = next.next() else { break }
      if case .null = node { flags[position] = 0 } else { values.append(node) }
    }
    let deeper = slots.optional(flags)
    levels.append(deeper)
    try write(values, deeper)
  }
}

extension ColumnCursor {
  /// Reads values, or optional values: a flag for each that shows whether it exists, and the existing values.
  fileprivate func values<Value>(
    _ count: Int, areOptional: Bool, _ read: (ColumnCursor, Int) throws -> [Value]
  ) throws -> (flags: [UInt8], values: [Value]) {
    guard areOptional else { return ([UInt8](repeating: 1, count: count), try read(self, count)) }
    let (flags, present, values) = try presence(count)
    return (flags, try present > 0 ? values.map { try read($0, present) } ?? [] : [])
  }
}
