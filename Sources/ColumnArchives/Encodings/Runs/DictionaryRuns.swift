internal import ArchiveBytes
internal import Foundation

/// Repeating strings, as numbers into a dictionary: the number of distinct strings, the strings themselves, and a
/// column of numbers.
enum DictionaryRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 1...1 }

  @inline(__always)
  static func cost(of values: RunValues) -> Int? {
    guard values.rows.count >= StringDictionary.leastCount else { return nil }
    // Only numbering the strings shows whether they repeat.
    return 0
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    let count = try cursor.readCount()
    guard count > 0 else { throw cursor.malformed("a dictionary with entries", "0 distinct values") }
    let run = try ByteRun(&cursor, count: count)
    let numbers = try PackedIntegers(&cursor, count: head.count, isSigned: false)
    return DictionaryRunColumn(head, run, numbers)
  }

  @inline(__always)
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    StringDictionary.with(values.rows, writer.temporaries) { dictionary in
      writer.output.append(1)
      writer.output.append(varint: UInt64(dictionary.strings.count))
      PlainRuns.append(dictionary.strings, to: writer)
      // The first number is 0, and the greatest is that of the last new string.
      unsafe writer.output.append(dictionary.numbers, low: 0, high: UInt32(dictionary.strings.count - 1))
    }
  }
}

private final class DictionaryRunColumn: RunColumn {
  /// The distinct values.
  private let run: ByteRun
  /// The number of the distinct value for each row.
  private let numbers: PackedIntegers
  /// The distinct values, made when first needed.
  private var strings: [String]?
  /// Makes single strings when only a few are needed; `foundCount` is how many it has made.
  private var finder: StringFinder?
  private var foundCount = 0
  /// The offset of each distinct value; only set when values are hashed.
  private var entryBounds: [Int]?
  /// The distinct values as bytes; only set when they are exported.
  private var exported: ExportDictionary?
  /// Whether the distinct values have been checked, all of them.
  private var hasCheckedRun = false

  init(_ head: ColumnHead, _ run: ByteRun, _ numbers: PackedIntegers) {
    self.run = run
    self.numbers = numbers
    super.init(head)
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    position += count
  }

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    if strings == nil, (foundCount + count) * 4 <= run.count {
      // So few strings are read that making the whole table would cost more.
      let finder = try finder ?? StringFinder(run, in: context)
      self.finder = finder
      try finder.read(numbers, from: position, count: count, into: place, in: context)
      foundCount += count
    } else {
      let table = try strings ?? entries(count, in: context)
      strings = table
      try check(count, of: table.count, in: context)
      let last = UInt64(table.count - 1)
      // SAFETY: the number is at most the last one. `check` has found all to be; only a mapped file that has changed
      // since has others.
      unsafe table.withUnsafeBufferPointer { table in
        numbers.visit(from: position, count: count) { row, number in
          unsafe place.row(row).base.initializeMemory(
            as: String.self, to: table[Int(truncatingIfNeeded: min(number, last))])
        }
      }
    }
    position += count
  }

  /// Reads all distinct values. An error in one is reported at the first of the next rows that refers to it.
  private func entries(_ count: Int, in context: ReadContext) throws -> [String] {
    try RowError.mapping {
      try run.strings(in: context)
    } _: { failure in
      guard let entry = failure.row else { return }
      failure.row = nil
      numbers.visit(from: position, count: count) { row, number in
        if failure.row == nil, number == UInt64(entry) { failure.row = row }
      }
    }
  }

  /// Charges for the bytes of values that will be hashed. An entry's bytes are hashed each time it occurs.
  private func chargeHashing(_ count: Int, in context: ReadContext) throws {
    let bounds = try entryBounds ?? run.bounds(in: context)
    entryBounds = bounds
    try context.charge(run.byteCount(of: numbers, from: position, count: count, bounds), of: 2)
  }

  /// Checks that the next numbers are less than the number of distinct values.
  private func check(_ count: Int, of tableCount: Int, in context: ReadContext) throws {
    if context.isHashing { try chargeHashing(count, in: context) }
    if numbers.bounds.high < PackedIntegers.Bound(UInt64(tableCount)) { return }
    var isOutside = false
    numbers.visit(from: position, count: count) { _, number in
      if number >= UInt64(tableCount) { isOutside = true }
    }
    guard !isOutside else {
      throw RowError(
        row: nil, context.malformed("numbers of \(tableCount) distinct values", "a greater number"))
    }
  }

  override func checkBytes(_ count: Int, in context: ReadContext) throws {
    if !hasCheckedRun {
      try context.charge(run.count, of: MemoryLayout<String>.stride)
      let length = try run.length(from: 0, count: run.count, at: 0, in: context)
      try run.checkText(from: 0, count: run.count, at: 0, length, in: context)
      hasCheckedRun = true
    }
    try check(count, of: run.count, in: context)
    position += count
  }

  override func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    let dictionary: ExportDictionary
    if let exported {
      dictionary = exported
    } else {
      try context.charge(run.count, of: MemoryLayout<Int>.stride)
      let texts = try run.texts(from: 0, count: run.count, at: 0, in: context)
      try texts.checkText(in: context)
      dictionary = ExportDictionary(texts)
      exported = dictionary
    }
    try check(count, of: run.count, in: context)
    defer { position += count }
    return .numbers(
      numbers.array(from: position, count: count) { UInt32(truncatingIfNeeded: $0) }, of: dictionary)
  }
}
