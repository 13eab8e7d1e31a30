internal import ArchiveBytes
internal import ColumnArchives

/// Takes the values of a column of an archive apart, into the columns of a Parquet file. There is one for each node of
/// the archive's schema; each kind of node has its own subclass.
class Shredder {
  /// The number of optionals and lists below. Their levels are written for places without a value too, which takes
  /// nothing from the archive, and so is charged.
  var weight = 0

  /// Reads the values of some places from a column, in order.
  ///
  /// - Parameter column: The column; `nil` if none of the places has a value.
  func shred(_ column: ExportColumn?, _ slots: Slots) throws { preconditionFailure("abstract") }
}

/// The elements, and columns that have one text in every row.
final class ConstantsShredder: Shredder {
  private let elements: Shredder
  private let constants: [(column: TextColumn, text: ExportDictionary)]

  init(_ elements: Shredder, _ constants: [(column: TextColumn, text: String)]) {
    self.elements = elements
    self.constants = constants.map { ($0.column, ExportDictionary([$0.text])) }
  }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    try elements.shred(column, slots)
    let numbers = [UInt32](repeating: 0, count: slots.count)
    for constant in constants { constant.column.append(.numbers(numbers, of: constant.text)) }
  }
}

/// Values that go to one column.
final class LeafShredder: Shredder {
  private let read: (ExportColumn, Int) throws -> Void

  /// - Parameter read: Appends the next values to the Parquet column.
  init(_ read: @escaping (ExportColumn, Int) throws -> Void) { self.read = read }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    if let column, slots.present > 0 { try read(column, slots.present) }
  }
}

/// Records, whose fields are shredded one after the other.
final class RecordShredder: Shredder {
  /// The positions of fields in the archive, and their shredders.
  private let fields: [(position: Int, shredder: Shredder)]

  init(_ fields: [(position: Int, shredder: Shredder)]) { self.fields = fields }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    let columns = slots.present > 0 ? try column?.fields(slots.present) : nil
    for field in fields { try field.shredder.shred(columns?[field.position], slots) }
  }
}

/// Records without fields, which leave a column that says that they are there.
final class UnitShredder: Shredder {
  private let column: BooleanColumn

  init(_ column: BooleanColumn) { self.column = column }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    _ = slots.present > 0 ? try column?.fields(slots.present) : nil
    self.column.append([UInt8](repeating: 1, count: slots.present))
  }
}

final class OptionalShredder: Shredder {
  private let levels: Levels
  private let value: Shredder

  init(_ levels: Levels, _ value: Shredder) { (self.levels, self.value) = (levels, value) }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    var found: (flags: [UInt8], values: ExportColumn?) = ([], nil)
    if let column, slots.present > 0 { found = try column.presence(slots.present) }
    try column?.charge(slots.count, times: 1)
    let deeper = slots.optional(found.flags)
    levels.append(deeper)
    if deeper.present == 0 { try column?.charge(deeper.count, times: weight) }
    try value.shred(deeper.present > 0 ? found.values : nil, deeper)
  }
}

/// Arrays, sets and dictionaries.
final class ListShredder: Shredder {
  private let levels: Levels
  private let element: Shredder

  init(_ levels: Levels, _ element: Shredder) { (self.levels, self.element) = (levels, element) }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    var found: (lengths: [Int], total: Int, elements: ExportColumn?) = ([], 0, nil)
    if let column, slots.present > 0 { found = try column.lengths(slots.present) }
    guard found.total == 0 || found.elements != nil else {
      throw ArchiveError(.malformed, expected: "the elements of lists", found: "none")
    }
    try column?.charge(slots.count, times: 1)
    let deeper = slots.lists(found.lengths, total: found.total, repetition: UInt8(levels.repetition))
    levels.append(deeper)
    if found.total == 0 { try column?.charge(deeper.count, times: weight) }
    try element.shred(found.total > 0 ? found.elements : nil, deeper)
  }
}

extension ExportDictionary {
  fileprivate convenience init(_ texts: [String]) {
    var (bytes, ends) = ([UInt8](), [Int]())
    for text in texts {
      bytes += Array(text.utf8)
      ends.append(bytes.count)
    }
    self.init(ExportRun(bytes: bytes, ends: ends))
  }
}

/// Enumerations: a column of the names of cases, and an optional group for each case with associated values.
final class CaseShredder: Shredder {
  private let column: TextColumn
  private let payloads: [(number: Int, levels: Levels, shredder: Shredder)]
  private let names: ExportDictionary

  init(
    _ column: TextColumn, names: [String], _ payloads: [(number: Int, levels: Levels, shredder: Shredder)]
  ) {
    (self.column, self.payloads) = (column, payloads)
    self.names = ExportDictionary(names)
  }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    var found: (numbers: [UInt32], payloads: [ExportColumn?]) = ([], [])
    if let column, slots.present > 0 { found = try column.cases(slots.present) }
    self.column.append(.numbers(found.numbers, of: names))
    try column?.charge(slots.count, times: payloads.count)
    for payload in payloads {
      let deeper = slots.optional(found.numbers.map { $0 == UInt32(payload.number) ? 1 : 0 })
      payload.levels.append(deeper)
      let values = deeper.present > 0 ? found.payloads[payload.number] : nil
      guard deeper.present == 0 || values != nil else {
        throw ArchiveError(.malformed, expected: "as many associated values as cases", found: "none")
      }
      if deeper.present == 0 { try column?.charge(deeper.count, times: payload.shredder.weight) }
      try payload.shredder.shred(values, deeper)
    }
  }
}
