internal import ArchiveBytes
internal import Foundation

/// Repeating strings, as numbers into a dictionary: the number of distinct strings, the strings themselves, and a
/// column of numbers. Readers also accept data.
enum DictionaryRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 1...1 }
  static let version: UInt8 = 1

  @inline(__always)
  static func cost(of values: RunValues) -> Int? {
    guard case .strings = values.content, values.rows.count >= StringDictionary.leastCount else { return nil }
    // Only numbering the strings shows whether they repeat.
    return 0
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    let run = try ByteRun(&cursor, count: try cursor.readCount())
    let numbers = try PackedIntegers(&cursor, count: head.count, isSigned: false)
    return DictionaryRunColumn(head, run, numbers)
  }

  @inline(__always)
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    guard case .strings(let isKnown) = values.content else { return false }
    return StringDictionary.with(values.rows, writer.temporaries, isKnown: isKnown) { dictionary, numbers in
      writer.output.append(1)
      writer.output.append(varint: UInt64(dictionary.count))
      // Entries always have known words, in whatever form the strings themselves are.
      dictionary.withEntries { PlainRuns.appendStrings($0, isKnown: true, to: writer) }
      // The first number is 0, and the greatest is that of the last new string.
      unsafe writer.output.append(numbers, low: 0, high: UInt32(dictionary.count - 1))
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
  private var datas: [Data]?
  /// Makes single strings when only a few are needed; `foundCount` is how many it has made.
  private var finder: StringFinder?
  private var foundCount = 0
  /// The offset of each distinct value; only set when values are hashed.
  private var entryBounds: [Int]?
  /// The distinct values as bytes; only set when they are exported.
  private var exported: ExportDictionary?

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
      let table = try strings ?? entries(count, in: context, StringReader.self)
      strings = table
      try check(count, of: table.count, in: context)
      if !context.knowsStrings || !copyWords(of: table, count, into: place, context.temporaries) {
        copy(count, from: table, into: place)
      }
    }
    position += count
  }

  override func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    let table = try datas ?? entries(count, in: context, DataReader.self)
    datas = table
    try check(count, of: table.count, in: context)
    copy(count, from: table, into: place)
    position += count
  }

  /// Reads all distinct values. An error in one is reported at the first of the next rows that refers to it.
  private func entries<Reader: RunReader>(
    _ count: Int, in context: ReadContext, _ reader: Reader.Type
  ) throws -> [Reader.Value] {
    try RowError.mapping {
      try run.all(in: context, reader)
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

  @inline(__always)
  private func copy<Value>(_ count: Int, from table: [Value], into place: Place) {
    let last = UInt64(table.count - 1)
    // SAFETY: the number is at most the last one. `check` has found all to be; only a mapped file that has changed since
    // has others.
    unsafe table.withUnsafeBufferPointer { table in
      numbers.visit(from: position, count: count) { row, number in
        unsafe place.row(row).base.initializeMemory(
          as: Value.self, to: table[Int(truncatingIfNeeded: min(number, last))])
      }
    }
  }

  /// Copies the two words of each string, and then retains each distinct one as often as it was copied, at once.
  ///
  /// - Returns: `false` if so few strings are read that looking at the whole table would take longer.
  private func copyWords(
    of table: [String], _ count: Int, into place: Place, _ temporaries: TemporaryMemory
  ) -> Bool {
    // A use is counted in 32 bits.
    guard count >= table.count, count <= Int(Int32.max) else { return false }
    return temporaries.with(byteCount: table.count * MemoryLayout<UInt32>.stride) { memory in
      let uses = unsafe memory.bindMemory(to: UInt32.self, capacity: table.count)
      unsafe uses.initialize(repeating: 0, count: table.count)
      unsafe table.withUnsafeBytes { table in
        guard let words = table.baseAddress else { return }
        if let number = numbers.constant {
          let words = unsafe StringLayout.words(at: words + Int(truncatingIfNeeded: number) * 16)
          for row in 0..<count {
            unsafe place.row(row).base.storeBytes(of: words, as: StringLayout.Words.self)
          }
          return words.retain(UInt32(count))
        }
        // SAFETY: as in `copy`. A string is two words, which `KnownLayouts` checked.
        let last = UInt64(table.count / 16 - 1)
        numbers.visit(from: position, count: count) { row, number in
          let number = Int(truncatingIfNeeded: min(number, last))
          unsafe place.row(row).base.copyMemory(from: words + number &* 16, byteCount: 16)
          unsafe uses[number] &+= 1
        }
        // Nothing can throw before the copies are owned.
        for number in 0..<(table.count / 16) {
          let use = unsafe uses[number]
          if use > 0 { unsafe StringLayout.words(at: words + number &* 16).retain(use) }
        }
      }
      return true
    }
  }

  override func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    let dictionary: ExportDictionary
    if let exported {
      dictionary = exported
    } else {
      try context.charge(run.count, of: MemoryLayout<Int>.stride)
      let texts = try run.texts(from: 0, count: run.count, at: 0, in: context)
      if kind == .string { try texts.checkText(in: context) }
      dictionary = ExportDictionary(texts)
      exported = dictionary
    }
    try check(count, of: run.count, in: context)
    defer { position += count }
    return .numbers(
      numbers.array(from: position, count: count) { UInt32(truncatingIfNeeded: $0) }, of: dictionary)
  }
}
