internal import ColumnArchives

/// Values whose column is optional although the archive's may not be: nodes, which may be null, and dates, which may be
/// out of range.
struct PresentShredder<Value>: Shredder {
  let levels: Levels
  /// Whether the archive's column contains optionals.
  let isOptional: Bool
  /// Reads the next values; `nil` for those to be left out.
  let read: (ColumnCursor, Int) throws -> [Value?]
  /// Writes the existing values, with their places.
  let write: ([Value], Slots) throws -> Void

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    var (flags, found) = ([UInt8](), [Value?]())
    if let column, slots.present > 0 {
      (flags, found) = try values(of: column, slots.present)
    }
    var (values, next) = ([Value](), found.makeIterator())
    for position in flags.indices where flags[position] == 1 {
      if let value = next.next() ?? nil { values.append(value) } else { flags[position] = 0 }
    }
    let deeper = try slots.optional(flags)
    levels.append(deeper)
    try write(values, deeper)
  }

  /// Reads a flag for each value that shows whether it exists in the archive, and the existing values.
  private func values(of column: ColumnCursor, _ count: Int) throws -> (flags: [UInt8], values: [Value?]) {
    guard isOptional else { return ([UInt8](repeating: 1, count: count), try read(column, count)) }
    let (flags, present, values) = try column.presence(count)
    return (flags, try present > 0 ? values.map { try read($0, present) } ?? [] : [])
  }
}
