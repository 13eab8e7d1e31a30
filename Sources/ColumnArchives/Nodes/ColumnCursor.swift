internal import ArchiveBytes
internal import Foundation

/// Visits the values of an opened column in order, one level at a time: the presence of optionals, the lengths of
/// lists, and the columns below. For a column without columns below it, it visits the values.
///
/// All readers of columns without their types use it: nodes, excerpts, checks, and the writers of other formats.
package struct ColumnCursor {
  let column: Column
  let context: ReadContext
  /// Whether the values read are charged to the budget of the archive. If not, the caller charges for its results.
  private let isCharged: Bool
  /// How much of each collection becomes nodes; everything if it is `nil`.
  let excerpt: Excerpt?

  init(_ column: Column, _ context: ReadContext, isCharged: Bool, excerpt: Excerpt? = nil) {
    (self.column, self.context, self.isCharged, self.excerpt) = (column, context, isCharged, excerpt)
  }

  package var kind: ColumnKind { column.kind }
  /// The number of the column's node in the schema.
  package var schemaNode: Int { column.node }
  /// The number of values that have not been read.
  package var remaining: Int { column.count - column.position }

  private func below(_ column: Column) -> ColumnCursor {
    ColumnCursor(column, context, isCharged: isCharged, excerpt: excerpt)
  }

  /// The columns, among this column and those below, whose values are nodes in the archive.
  package var nodeColumns: [ColumnCursor] {
    kind == .tree ? [self] : column.children.compactMap { $0 }.flatMap { below($0).nodeColumns }
  }

  /// Checks that values are left, and charges for the results made of them.
  func begin<Opened: Column>(_ count: Int, of byteCount: Int, as type: Opened.Type) throws -> Opened {
    guard let column = column as? Opened else { throw context.mismatch(column, expected: "another column") }
    try context.require(count, in: column)
    try context.charge(WorkCost.run)
    if isCharged { try context.charge(count, of: byteCount) }
    return column
  }

  /// Charges for work that reads nothing from the archive, in bytes.
  package func charge(_ count: Int) throws { try context.charge(count) }

  /// Skips values.
  package func skip(_ count: Int) throws {
    try context.require(count, in: column)
    if count > 0 { try column.skip(count, in: context) }
  }

  // MARK: Levels

  /// Reads which optionals are present, as bytes of 0 and 1. The caller must read the values from the column below;
  /// it is `nil` if there are no values.
  package func presence(_ count: Int) throws -> (flags: [UInt8], present: Int, values: ColumnCursor?) {
    let column = try begin(count, of: 1, as: OptionalColumn.self)
    let flags = column.presence.bits(from: column.position, count: count)
    column.position += count
    let present = flags.reduce(0) { $0 + Int($1) }
    guard column.values != nil || present == 0 else {
      throw context.malformed("values", "fewer")
    }
    return (flags, present, column.values.map(below))
  }

  /// Reads the lengths of lists, and the total number of elements. The caller must read the elements from the column
  /// below; it is `nil` if there are none.
  package func lengths(_ count: Int) throws -> (lengths: [Int], total: Int, elements: ColumnCursor?) {
    let column = try begin(count, of: 8, as: ListColumn.self)
    var (lengths, total) = ([Int](repeating: 0, count: count), 0)
    try unsafe lengths.withUnsafeMutableBufferPointer { lengths in
      // `readLengths` passes each position from 0 to `count` once.
      total = try column.readLengths(count, in: context) { row, length in unsafe lengths[row] = length }
    }
    // Elements may take no bytes of the archive, but their results take memory.
    if isCharged { try context.charge(total, of: 16) }
    return (lengths, total, column.elements.map(below))
  }

  /// Returns the fields of the next records. The caller must read the records from them.
  package func fields(_ count: Int) throws -> [ColumnCursor] {
    let column = try begin(count, of: 1, as: Column.self)
    let fields = try column.fields(in: context)
    column.position += count
    return fields.map(below)
  }

  /// Reads the numbers of cases, all of which exist in the schema. For each case, also returns the number of its
  /// values, and the column of their associated values, if the case has any and occurs.
  package func cases(_ count: Int) throws -> (
    numbers: [UInt32], payloads: [(count: Int, values: ColumnCursor?)]
  ) {
    let node = context.schema[column.node]
    // Finding the values of each case takes a pass over all values.
    let column = try begin(count, of: 4 + node.names.count, as: CaseColumn.self)
    let numbers = column.numbers.array(from: column.position, count: count) {
      UInt32(truncatingIfNeeded: min($0, UInt64(UInt32.max)))
    }
    var counts = [Int](repeating: 0, count: node.names.count)
    for (row, number) in numbers.enumerated() {
      guard number < counts.count else {
        throw RowError(row: row, context.malformed("one of \(counts.count) cases", "number \(number)"))
      }
      counts[Int(number)] += 1
    }
    column.position += count
    let payloads = try counts.enumerated().map { number, count in
      guard count > 0, !context.schema[node.children[number]].names.isEmpty else {
        return (count, ColumnCursor?.none)
      }
      guard let payload = column.payloads[number] else {
        throw context.malformed("as many associated values as cases", "none")
      }
      return (count, below(payload))
    }
    return (numbers, payloads)
  }

  // MARK: Values

  /// Reads integers. Values of an unsigned column are returned as their bits.
  package func integers(_ count: Int) throws -> [Int64] {
    let column = try begin(count, of: 8, as: IntegerColumn.self)
    defer { column.position += count }
    return column.integers.array(from: column.position, count: count) { Int64(bitPattern: $0) }
  }

  /// Reads doubles or dates, whose numbers are seconds since 2001.
  package func doubles(_ count: Int) throws -> [Double] { try numbers(count) }

  package func floats(_ count: Int) throws -> [Float] { try numbers(count) }

  private func numbers<Number>(_ count: Int) throws -> [Number] {
    let stride = MemoryLayout<Number>.stride
    let column = try begin(count, of: stride, as: FloatColumn.self)
    guard column.size == stride else { throw context.mismatch(column, expected: "\(Number.self)") }
    return Place.values(count) { column.read(count, into: $0) }
  }

  /// Reads booleans, as bytes of 0 and 1.
  package func booleans(_ count: Int) throws -> [UInt8] {
    let column = try begin(count, of: 1, as: IntegerColumn.self)
    defer { column.position += count }
    return column.integers.bits(from: column.position, count: count)
  }

  /// Reads values of a fixed size, one after the other.
  package func bytes(_ count: Int) throws -> [UInt8] {
    let byteCount = context.schema[column.node].byteCount
    let column = try begin(count, of: byteCount, as: RawColumn.self)
    // All bytes of the column are there, so the product cannot overflow.
    return Place.values(count * byteCount) {
      column.read(count, into: unsafe Place(base: $0.base, stride: byteCount), in: context)
    }
  }

  /// Reads strings, which are valid UTF-8, or data, as bytes.
  package func texts(_ count: Int) throws -> ExportTexts {
    let column = try begin(count, of: MemoryLayout<Range<Int>>.stride, as: RunColumn.self)
    let texts = try column.readTexts(count, in: context)
    // The bytes of a dictionary are charged when it is first read.
    if isCharged, case .plain = column.values { try context.charge(texts.bytes.count) }
    return texts
  }

  func strings(_ count: Int) throws -> [String] {
    let column = try begin(count, of: 0, as: RunColumn.self)
    return try Place.values(count) { try column.readStrings(count, into: $0, in: context) }
  }

  func data(_ count: Int) throws -> [Data] {
    let column = try begin(count, of: 0, as: RunColumn.self)
    return try Place.values(count) { try column.readData(count, into: $0, in: context) }
  }
}

extension PackedIntegers {
  /// Returns some integers, each changed by a function.
  @inline(__always)
  func array<Number>(from first: Int, count: Int, _ change: (UInt64) -> Number) -> [Number] {
    unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: there is room for `count` integers, and each position below it is visited once.
      visit(from: first, count: count) { position, bits in
        unsafe (base + position).initialize(to: change(bits))
      }
      initializedCount = count
    }
  }
}
