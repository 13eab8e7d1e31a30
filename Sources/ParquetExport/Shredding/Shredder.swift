internal import ArchiveBytes
internal import ColumnArchives

/// Shreds the values of an archive's column into the columns of a Parquet file. There is one shredder for each node of
/// the archive's schema.
protocol Shredder {
  /// Reads the values of some places from a column, in order.
  ///
  /// - Parameter column: The column; `nil` if none of the places has a value.
  func shred(_ column: ColumnCursor?, _ slots: Slots) throws
}

/// The elements, and columns that have one text for every row.
struct ConstantsShredder: Shredder {
  let elements: any Shredder
  let constants: [(column: TextColumn, text: String)]

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    try elements.shred(column, slots)
    for (column, text) in constants { column.append([String](repeating: text, count: slots.count)) }
  }
}

/// Values that go to one column.
struct LeafShredder: Shredder {
  /// Appends the next values to the Parquet column.
  let read: (ColumnCursor, Int) throws -> Void

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    if let column, slots.present > 0 { try read(column, slots.present) }
  }
}

/// Records, whose fields are shredded one after the other.
struct RecordShredder: Shredder {
  /// The positions of fields in the archive, and their shredders.
  let fields: [(position: Int, shredder: any Shredder)]

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    let columns = slots.present > 0 ? try column?.fields(slots.present) : nil
    for field in fields { try field.shredder.shred(columns?[field.position], slots) }
  }
}

struct OptionalShredder: Shredder {
  let levels: Levels
  let value: any Shredder

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    var found: (flags: [UInt8], present: Int, values: ColumnCursor?) = ([], 0, nil)
    if let column, slots.present > 0 { found = try column.presence(slots.present) }
    let deeper = try slots.optional(found.flags)
    levels.append(deeper)
    try value.shred(deeper.present > 0 ? found.values : nil, deeper)
  }
}

/// Arrays, sets and dictionaries.
struct ListShredder: Shredder {
  let levels: Levels
  let element: any Shredder

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    var found: (lengths: [Int], total: Int, elements: ColumnCursor?) = ([], 0, nil)
    if let column, slots.present > 0 { found = try column.lengths(slots.present) }
    guard found.total == 0 || found.elements != nil else {
      throw ArchiveError(.malformed, expected: "the elements of lists", found: "none")
    }
    let deeper = try slots.lists(found.lengths, total: found.total, repetition: UInt8(levels.repetition))
    levels.append(deeper)
    try element.shred(found.total > 0 ? found.elements : nil, deeper)
  }
}

/// Enumerations: a column of the names of cases, and an optional group for each case with associated values.
struct CaseShredder: Shredder {
  let target: TextColumn
  let names: [String]
  let payloads: [Payload]

  /// The associated values of a case, by its number.
  struct Payload {
    let number: Int
    let levels: Levels
    let values: any Shredder
  }

  func shred(_ column: ColumnCursor?, _ slots: Slots) throws {
    let found = try slots.present > 0 ? column?.cases(slots.present) : nil
    let numbers = found?.numbers ?? []
    target.append(numbers.map { names[Int($0)] })
    for payload in payloads {
      let deeper = try slots.optional(numbers.map { $0 == UInt32(payload.number) ? 1 : 0 })
      payload.levels.append(deeper)
      try payload.values.shred(found?.payloads[payload.number].values, deeper)
    }
  }
}
