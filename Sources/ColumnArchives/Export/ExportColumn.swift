internal import ArchiveBytes
package import ArchiveNodes

/// A column whose values are read in order, as plain arrays. All that is read is charged to the budget of the archive.
package final class ExportColumn {
  private let column: Column
  private let context: ReadContext
  /// Which of the next values the next call reads; `nil` for all.
  private var picks: ExportPicks?

  init(_ column: Column, _ context: ReadContext, _ picks: ExportPicks? = nil) {
    self.column = column
    self.context = context
    self.picks = picks
  }

  /// Lets the next call that reads values return some of the next ones, and pass over the others. What it returns of
  /// columns below does so too.
  ///
  /// - Parameters:
  ///   - rows: Their positions among the next values, in ascending order; at least one.
  ///   - span: The number of values that are read.
  package func pick(_ rows: [Int], of span: Int) { picks = ExportPicks(rows: rows, span: span) }

  private func takePicks() -> ExportPicks? {
    defer { picks = nil }
    return picks
  }

  package var kind: ColumnKind { column.kind }
  /// The number of values that have not been read.
  package var remaining: Int { column.count - column.position }

  /// Checks that values are left, and charges for what is made of them.
  private func begin<Opened: Column>(_ count: Int, of byteCount: Int, as type: Opened.Type) throws -> Opened {
    guard let column = column as? Opened else { throw context.mismatch(column, expected: "another column") }
    guard count <= remaining else { throw context.malformed("\(count) more values in a column", "fewer") }
    try context.charge(WorkCost.run)
    try context.charge(count, of: byteCount)
    return column
  }

  /// Charges for work that reads nothing from the archive, in bytes.
  package func charge(_ count: Int, times factor: Int) throws { try context.charge(count, of: factor) }

  /// Skips values.
  package func skip(_ count: Int) throws {
    guard count <= remaining else { throw context.malformed("\(count) more values in a column", "fewer") }
    if count > 0 { try column.skip(count, in: context) }
  }

  // MARK: Values

  /// Reads integers; those of an unsigned column as their bits.
  package func integers(_ count: Int) throws -> [Int64] {
    if let picks = takePicks() { return picks.picked(try integers(picks.span)) }
    let column = try begin(count, of: 8, as: IntegerColumn.self)
    defer { column.position += count }
    return column.integers.array(from: column.position, count: count) { Int64(bitPattern: $0) }
  }

  /// Reads doubles or dates, whose numbers are seconds since 2001.
  package func doubles(_ count: Int) throws -> [Double] { try numbers(count, Double.self) }

  package func floats(_ count: Int) throws -> [Float] { try numbers(count, Float.self) }

  private func numbers<Number>(_ count: Int, _ type: Number.Type) throws -> [Number] {
    if let picks = takePicks() { return picks.picked(try numbers(picks.span, type)) }
    let stride = MemoryLayout<Number>.stride
    let column = try begin(count, of: stride, as: FloatColumn.self)
    guard column.size == stride else { throw context.mismatch(column, expected: "\(type)") }
    return unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: there is room for `count` numbers of the column's size.
      unsafe column.read(count, into: Place(base: UnsafeMutableRawPointer(base), stride: stride))
      initializedCount = count
    }
  }

  /// Reads booleans, as bytes of 0 and 1.
  package func booleans(_ count: Int) throws -> [UInt8] {
    if let picks = takePicks() { return picks.picked(try booleans(picks.span)) }
    let column = try begin(count, of: 1, as: BoolColumn.self)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      unsafe column.readBytes(count, into: UnsafeMutableRawPointer(base))
      initializedCount = count
    }
  }

  /// Reads values of a fixed size, one after the other.
  package func bytes(_ count: Int) throws -> [UInt8] {
    let byteCount = context.schema[column.node].byteCount
    if let picks = takePicks() { return picks.picked(try bytes(picks.span), size: byteCount) }
    let column = try begin(count, of: byteCount, as: RawColumn.self)
    return unsafe [UInt8](unsafeUninitializedCapacity: count * byteCount) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: there is room for `count` values. Their sizes were charged, so the product cannot overflow.
      unsafe column.read(
        count, into: Place(base: UnsafeMutableRawPointer(base), stride: byteCount), in: context)
      initializedCount = count * byteCount
    }
  }

  /// Reads strings, which are valid UTF-8, or data.
  package func texts(_ count: Int) throws -> ExportTexts {
    if let picks = takePicks() { return picks.picked(try texts(picks.span)) }
    return try begin(count, of: 8, as: RunColumn.self).readTexts(count, in: context)
  }

  /// Reads values as nodes.
  package func nodes(_ count: Int) throws -> [ArchiveNode] {
    if let picks = takePicks() { return picks.picked(try nodes(picks.span)) }
    return try column.nodes(count, in: context)
  }

  // MARK: Parts

  private func part(_ column: Column) -> ExportColumn { ExportColumn(column, context) }

  /// Returns a column of which some values are read next, or skips them if none are: then nobody reads it.
  private func part(_ column: ExportColumn?, _ picks: ExportPicks) throws -> ExportColumn? {
    guard !picks.rows.isEmpty else {
      try column?.skip(picks.span)
      return nil
    }
    column?.picks = picks
    return column
  }

  /// Reads the presence of optionals, as bytes of 0 and 1. The present values are to be read from the column below; it
  /// is `nil` if the column has none.
  package func presence(_ count: Int) throws -> (flags: [UInt8], values: ExportColumn?) {
    if let picks = takePicks() {
      let (flags, values) = try presence(picks.span)
      return (picks.picked(flags), try part(values, picks.below { flags[$0] == 1 ? 1 : 0 }))
    }
    let column = try begin(count, of: 1, as: OptionalColumn.self)
    let flags = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      unsafe column.presence.store(from: column.position, count: count, into: UnsafeMutableRawPointer(base))
      initializedCount = count
    }
    column.position += count
    return (flags, column.values.map(part))
  }

  /// Reads the lengths of lists, and how many elements they have together. The elements are to be read from the column
  /// below.
  package func lengths(_ count: Int) throws -> (lengths: [Int], total: Int, elements: ExportColumn?) {
    if let picks = takePicks() {
      let (lengths, _, elements) = try lengths(picks.span)
      let below = picks.below { lengths[$0] }
      return (picks.picked(lengths), below.rows.count, try part(elements, below))
    }
    let column = try begin(count, of: 8, as: ListColumn.self)
    var (lengths, total) = ([Int](repeating: 0, count: count), 0)
    try unsafe lengths.withUnsafeMutableBufferPointer { lengths in
      // `readLengths` passes each position from 0 to `count` once.
      total = try column.readLengths(count, in: context) { row, length in unsafe lengths[row] = length }
    }
    // Elements may take no bytes of the archive, but their levels take memory.
    try context.charge(total, of: 16)
    return (lengths, total, column.elements.map(part))
  }

  /// Returns the fields of the next records, which are to be read from them.
  package func fields(_ count: Int) throws -> [ExportColumn] {
    if let picks = takePicks() {
      let fields = try fields(picks.span)
      for field in fields { field.picks = picks }
      return fields
    }
    if let record = column as? RecordColumn {
      _ = try begin(count, of: 1, as: RecordColumn.self)
      record.position += count
      return record.fields.map(part)
    }
    let raw = try begin(count, of: 1, as: RawColumn.self)
    defer { raw.position += count }
    return raw.fields(in: context).map(part)
  }

  /// Reads the numbers of cases, all of which the schema has. The associated values of each case are to be read from
  /// the columns below; it is `nil` for a case without any in the column.
  package func cases(_ count: Int) throws -> (numbers: [UInt32], payloads: [ExportColumn?]) {
    if let picks = takePicks() {
      let (numbers, payloads) = try cases(picks.span)
      let picked = try payloads.enumerated().map { number, payload in
        try payload.flatMap { payload in
          try part(payload, picks.below { numbers[$0] == UInt32(number) ? 1 : 0 })
        }
      }
      return (picks.picked(numbers), picked)
    }
    // The values of each case are looked for among all.
    let column = try begin(count, of: 4 + context.schema[self.column.node].names.count, as: CaseColumn.self)
    let limit = UInt64(context.schema[column.node].names.count)
    var unknown: UInt64?
    let numbers = column.numbers.array(from: column.position, count: count) { number in
      if number >= limit { unknown = number }
      return UInt32(truncatingIfNeeded: number)
    }
    if let unknown { throw context.malformed("one of \(limit) cases", "number \(unknown)") }
    column.position += count
    return (numbers, column.payloads.map { $0.map(part) })
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
