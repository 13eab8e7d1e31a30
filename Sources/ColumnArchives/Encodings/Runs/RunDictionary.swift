/// The distinct strings of an opened column, and the number of each row's string.
final class RunDictionary {
  /// The distinct values.
  private let run: ByteRun
  /// The number of the distinct value for each row.
  private let numbers: PackedIntegers
  /// The places of the distinct values in the run, and each value as a string, created when it is first needed.
  private var places: [Range<Int>] = []
  private var strings: [String?] = []
  /// The distinct values as bytes, read when they are first needed.
  private var texts: ExportTexts?

  init(_ cursor: inout ByteCursor, count: Int) throws {
    let entryCount = try cursor.readCount()
    guard entryCount > 0 else { throw cursor.malformed("a dictionary with entries", "0 distinct values") }
    run = try ByteRun(&cursor, count: entryCount)
    numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
  }

  func readStrings(from first: Int, count: Int, into place: Place, in context: ReadContext) throws {
    if places.isEmpty {
      try context.charge(run.count, of: MemoryLayout<String?>.stride + MemoryLayout<Range<Int>>.stride)
      places = try run.places(from: 0, count: run.count, at: 0, in: context)
      strings = [String?](repeating: nil, count: run.count)
    }
    try check(from: first, count: count, in: context)
    let (places, last) = (places, run.count - 1)
    // Only a mapped file that has changed since the check contains other numbers.
    func entry(_ number: UInt64) -> Int { min(Int(clamping: number), last) }
    if context.isHashing {
      // A string's bytes are hashed each time it occurs.
      try numbers.visit(from: first, count: count) { try context.charge(places[entry($1)].count, of: 2) }
    }
    // So that the array is not copied.
    var strings = strings
    self.strings = []
    defer { self.strings = strings }
    do {
      try numbers.visit(from: first, count: count) { row, number in
        let entry = entry(number)
        if let string = strings[entry] { return place.initialize(row, to: string) }
        guard let string = run.string(at: places[entry]) else {
          throw RowError(row: row, run.invalid(at: places[entry].lowerBound, in: context))
        }
        strings[entry] = string
        place.initialize(row, to: string)
      }
    } catch let failure as RowError {
      place.destroyStrings(failure.row ?? 0)
      throw failure
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
