/// The distinct strings of an opened column, and the number of each row's string.
final class RunDictionary {
  /// The distinct values.
  let run: ByteRun
  /// The number of the distinct value for each row.
  let numbers: PackedIntegers
  /// The distinct strings read so far.
  private var strings: [String?] = []
  /// The offset of each distinct value, determined when first needed.
  private var bounds: [Int] = []
  private lazy var maker = unsafe StringMaker(run.bytes)
  /// The distinct values as bytes, created when first needed.
  private var bytes: ExportDictionary?

  init(_ cursor: inout ByteCursor, count: Int) throws {
    let entryCount = try cursor.readCount()
    guard entryCount > 0 else { throw cursor.malformed("a dictionary with entries", "0 distinct values") }
    run = try ByteRun(&cursor, count: entryCount)
    numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
  }

  func readStrings(from first: Int, count: Int, into place: Place, in context: ReadContext) throws {
    if strings.isEmpty {
      try context.charge(run.count, of: MemoryLayout<String>.stride)
      try findBounds(in: context)
      strings = [String?](repeating: nil, count: run.count)
    }
    try check(from: first, count: count, in: context)
    let last = UInt64(run.count - 1)
    var failure: (row: Int, entry: Int)?
    unsafe strings.withUnsafeMutableBufferPointer { strings in
      numbers.visit(from: first, count: count) { row, number in
        // SAFETY: the number is at most the last one. `check` has checked all numbers. Only a mapped file that has
        // changed since contains other numbers.
        let entry = Int(truncatingIfNeeded: min(number, last))
        if let string = unsafe strings[entry] {
          place.initialize(row, to: string)
        } else if unsafe !make(entry, &strings[entry], at: place.row(row)) {
          failure = failure ?? (row, entry)
        }
      }
    }
    if let (row, entry) = failure {
      throw place.invalidString(row, at: run.origin + bounds[entry], of: count, in: context)
    }
  }

  private func bytes(of entry: Int) -> UnsafeRawBufferPointer {
    unsafe run.bytes(bounds[entry]..<bounds[entry + 1])
  }

  /// Creates a distinct string, and stores it at a place. An invalid string is stored as an empty one.
  ///
  /// - Returns: Whether the string is valid.
  @inline(never)
  private func make(_ entry: Int, _ string: inout String?, at place: Place) -> Bool {
    string = unsafe maker.string(bytes(of: entry))
    place.initialize(0, to: string ?? "")
    return string != nil
  }

  private func findBounds(in context: ReadContext) throws {
    if bounds.isEmpty { bounds = try run.bounds(in: context) }
  }

  /// Checks that the next numbers are less than the number of distinct values.
  private func check(from first: Int, count: Int, in context: ReadContext) throws {
    if context.isHashing {
      // An entry's bytes are hashed each time it occurs.
      try findBounds(in: context)
      try context.charge(run.byteCount(of: numbers, from: first, count: count, bounds), of: 2)
    }
    if let greatest = numbers.greatest, greatest < UInt64(run.count) { return }
    try numbers.visit(from: first, count: count) { _, number in
      guard number < UInt64(run.count) else {
        throw context.malformed("numbers of \(run.count) distinct values", "a greater number")
      }
    }
  }

  private func entries(in context: ReadContext) throws -> ExportDictionary {
    try context.charge(run.count, of: MemoryLayout<String>.stride)
    let texts = try run.texts(from: 0, count: run.count, at: 0, in: context)
    try texts.checkText(in: context)
    return ExportDictionary(texts)
  }

  func readTexts(from first: Int, count: Int, in context: ReadContext) throws -> ExportTexts {
    let dictionary = try bytes ?? entries(in: context)
    bytes = dictionary
    try check(from: first, count: count, in: context)
    return .numbers(
      numbers.array(from: first, count: count) { UInt32(truncatingIfNeeded: $0) }, of: dictionary)
  }
}
