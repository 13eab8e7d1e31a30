internal import ArchiveBytes
internal import Foundation

/// Strings or data: as lengths and one run of bytes, or as numbers into such a run of different ones.
final class RunColumn: Column {
  /// The values, or the different ones.
  private let run: ByteRun
  /// Where the next value begins; only without a dictionary.
  private var offset = 0
  /// Which of the different ones each value is; `nil` without a dictionary.
  private let numbers: PackedIntegers?
  /// The different ones, made when first needed.
  private var strings: [String]?
  private var datas: [Data]?
  /// What a few of the different ones are made by, one by one, and how many were.
  private var finder: StringFinder?
  private var foundCount = 0
  /// Where each of the different ones begins; only where values are hashed.
  private var entryBounds: [Int]?

  init(_ kind: ColumnKind, node: Int, count: Int, _ cursor: inout ByteCursor) throws {
    let mode = try cursor.readByte()
    switch mode {
    case 0:
      run = try ByteRun(&cursor, count: count)
      numbers = nil
    case 1:
      run = try ByteRun(&cursor, count: try cursor.readCount())
      numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
    default: throw cursor.malformed("a mode of strings or data", "the byte \(mode)")
    }
    super.init(kind, node: node, count: count)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    marks.append(offset)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    offset = marks.removeFirst()
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    if numbers == nil { offset += try run.length(from: position, count: count, at: offset, in: context) }
    position += count
  }

  func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    if let numbers, strings == nil, (foundCount + count) * 4 <= run.count {
      // The others are not worth making.
      let finder = try finder ?? StringFinder(run, in: context)
      self.finder = finder
      try finder.read(numbers, from: position, count: count, into: place, in: context)
      foundCount += count
    } else if let numbers {
      let table = try strings ?? entries(of: numbers, count: count, in: context, StringReader.self)
      strings = table
      try read(count, from: table, numbers: numbers, into: place, in: context)
    } else {
      offset += try run.read(
        from: position, count: count, at: offset, into: place, in: context, StringReader.self)
    }
    position += count
  }

  func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    if let numbers {
      let table = try datas ?? entries(of: numbers, count: count, in: context, DataReader.self)
      datas = table
      try read(count, from: table, numbers: numbers, into: place, in: context)
    } else {
      offset += try run.read(
        from: position, count: count, at: offset, into: place, in: context, DataReader.self)
    }
    position += count
  }

  /// All different values. An error of one is that of the first of the next rows that has it.
  private func entries<Reader: RunReader>(
    of numbers: PackedIntegers, count: Int, in context: ReadContext, _ reader: Reader.Type
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

  /// Charges for the bytes of values that are hashed: those of an entry are hashed as often as it occurs.
  private func chargeHashing(_ count: Int, numbers: PackedIntegers, in context: ReadContext) throws {
    let bounds = try entryBounds ?? run.bounds(in: context)
    entryBounds = bounds
    try context.charge(run.byteCount(of: numbers, from: position, count: count, bounds), of: 2)
  }

  @inline(__always)
  private func read<Value>(
    _ count: Int, from table: [Value], numbers: PackedIntegers, into place: Place, in context: ReadContext
  ) throws {
    if context.isHashing { try chargeHashing(count, numbers: numbers, in: context) }
    if numbers.bounds.high >= PackedIntegers.Bound(UInt64(table.count)) {
      var isOutside = false
      numbers.visit(from: position, count: count) { _, number in
        if number >= UInt64(table.count) { isOutside = true }
      }
      guard !isOutside else {
        throw RowError(
          row: nil, context.malformed("numbers of \(table.count) different values", "a greater one"))
      }
    }
    // SAFETY: all numbers were just found to be inside the table.
    unsafe table.withUnsafeBufferPointer { table in
      numbers.visit(from: position, count: count) { row, number in
        unsafe place.row(row).base.initializeMemory(
          as: Value.self, to: table[Int(truncatingIfNeeded: number)])
      }
    }
  }
}
