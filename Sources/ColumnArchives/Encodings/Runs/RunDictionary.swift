/// The distinct strings of an opened column, and the number of each row's string.
final class RunDictionary {
  /// The distinct values.
  private let run: ByteRun
  /// The number of the distinct value for each row.
  private let numbers: PackedIntegers
  /// The distinct values as strings and as bytes, each read when first needed.
  private var strings: [String] = []
  private var texts: ExportTexts?

  init(_ cursor: inout ByteCursor, count: Int) throws {
    let entryCount = try cursor.readCount()
    guard entryCount > 0 else { throw cursor.malformed("a dictionary with entries", "0 distinct values") }
    run = try ByteRun(&cursor, count: entryCount)
    numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
  }

  func readStrings(from first: Int, count: Int, into place: Place, in context: ReadContext) throws {
    if self.strings.isEmpty {
      try RowError.mapping {
        try readDistinctStrings(in: context)
      } _: { failure in
        guard let entry = failure.row.map(UInt64.init) else { return }
        failure.row = nil
        numbers.visit(from: first, count: count) { row, number in
          if failure.row == nil, number == entry { failure.row = row }
        }
      }
    }
    try check(from: first, count: count, in: context)
    let strings = strings
    // Only a mapped file that has changed since the check contains other numbers.
    func string(_ number: UInt64) -> String { strings[min(Int(clamping: number), strings.count - 1)] }
    if context.isHashing {
      // A string's bytes are hashed each time it occurs.
      try numbers.visit(from: first, count: count) { try context.charge(string($1).utf8.count, of: 2) }
    }
    numbers.visit(from: first, count: count) { place.initialize($0, to: string($1)) }
  }

  private func readDistinctStrings(in context: ReadContext) throws {
    try context.charge(run.count, of: MemoryLayout<String>.stride)
    strings = try Place.values(run.count) {
      _ = try run.readStrings(from: 0, count: run.count, at: 0, into: $0, in: context)
    }
  }

  /// Checks that the next numbers are less than the number of distinct values.
  func check(from first: Int, count: Int, in context: ReadContext) throws {
    if let greatest = numbers.greatest, greatest < UInt64(run.count) { return }
    try numbers.visit(from: first, count: count) { _, number in
      guard number < UInt64(run.count) else {
        throw context.malformed("numbers of \(run.count) distinct values", "a greater number")
      }
    }
  }

  /// Returns the distinct values.
  func texts(in context: ReadContext) throws -> ExportTexts {
    if let texts { return texts }
    try context.charge(run.count, of: MemoryLayout<String>.stride)
    let found = try run.texts(from: 0, count: run.count, at: 0, in: context)
    try found.checkText(in: context)
    texts = found
    return found
  }

  /// Returns the place of each row's value in the distinct values. The numbers of the rows must be checked.
  func places(of texts: ExportTexts, from first: Int, count: Int) -> [Range<Int>] {
    numbers.array(from: first, count: count) { texts.places[min(Int(clamping: $0), texts.places.count - 1)] }
  }
}
