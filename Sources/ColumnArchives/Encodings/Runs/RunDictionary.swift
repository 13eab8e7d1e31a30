internal import ArchiveBytes

/// The distinct strings of an opened column, and the number of each row's string.
final class RunDictionary {
  /// The distinct values.
  let run: ByteRun
  /// The number of the distinct value for each row.
  let numbers: PackedIntegers
  /// The distinct values, made when first needed.
  private var strings: [String]?
  /// The offset of each distinct value; only set when values are hashed.
  private var entryBounds: [Int]?
  /// The distinct values as bytes, made when first needed.
  private var bytes: ExportDictionary?

  init(_ cursor: inout ByteCursor, count: Int) throws {
    let entryCount = try cursor.readCount()
    guard entryCount > 0 else { throw cursor.malformed("a dictionary with entries", "0 distinct values") }
    run = try ByteRun(&cursor, count: entryCount)
    numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
  }

  func readStrings(from first: Int, count: Int, into place: Place, in context: ReadContext) throws {
    let table = try strings ?? entries(from: first, count: count, in: context)
    strings = table
    try check(from: first, count: count, in: context)
    let last = UInt64(table.count - 1)
    // SAFETY: the number is at most the last one. `check` has found all to be; only a mapped file that has changed
    // since has others.
    unsafe table.withUnsafeBufferPointer { table in
      numbers.visit(from: first, count: count) { row, number in
        unsafe place.row(row).base.initializeMemory(
          as: String.self, to: table[Int(truncatingIfNeeded: min(number, last))])
      }
    }
  }

  /// Reads all distinct values. An error in one is reported at the first of the next rows that refers to it.
  private func entries(from first: Int, count: Int, in context: ReadContext) throws -> [String] {
    try RowError.mapping {
      try run.strings(in: context)
    } _: { failure in
      guard let entry = failure.row else { return }
      failure.row = nil
      numbers.visit(from: first, count: count) { row, number in
        if failure.row == nil, number == UInt64(entry) { failure.row = row }
      }
    }
  }

  /// Checks that the next numbers are less than the number of distinct values.
  private func check(from first: Int, count: Int, in context: ReadContext) throws {
    if context.isHashing {
      // An entry's bytes are hashed each time it occurs.
      let bounds = try entryBounds ?? run.bounds(in: context)
      entryBounds = bounds
      try context.charge(run.byteCount(of: numbers, from: first, count: count, bounds), of: 2)
    }
    if let greatest = numbers.greatest, greatest < UInt64(run.count) { return }
    var isOutside = false
    numbers.visit(from: first, count: count) { _, number in
      if number >= UInt64(run.count) { isOutside = true }
    }
    guard !isOutside else {
      throw RowError(
        row: nil, context.malformed("numbers of \(run.count) distinct values", "a greater number"))
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
