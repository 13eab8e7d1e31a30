internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// Integers of one width.
final class IntegerCodec: ColumnCodec, @unchecked Sendable {
  let isSigned: Bool

  init(_ memory: ValueMemory, isSigned: Bool) {
    self.isSigned = isSigned
    super.init(memory)
  }

  override var rawByteCount: Int? { memory.size == 1 && !isSigned ? 1 : nil }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: isSigned ? .signed : .unsigned))
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    switch (memory.size, isSigned) {
    case (1, true): Self.encode(rows, as: Int8.self, to: writer)
    case (2, true): Self.encode(rows, as: Int16.self, to: writer)
    case (4, true): Self.encode(rows, as: Int32.self, to: writer)
    case (_, true): Self.encode(rows, as: Int64.self, to: writer)
    case (1, false): Self.encode(rows, as: UInt8.self, to: writer)
    case (2, false): Self.encode(rows, as: UInt16.self, to: writer)
    case (4, false): Self.encode(rows, as: UInt32.self, to: writer)
    case (_, false): Self.encode(rows, as: UInt64.self, to: writer)
    }
  }

  /// Collects the numbers side by side, with their bounds, and packs them.
  @inline(never)
  private static func encode<Number: FixedWidthInteger>(
    _ rows: Rows, as type: Number.Type, to writer: ColumnWriter
  ) {
    if rows.runs.count == 1, rows.stride == MemoryLayout<Number>.size {
      // They are side by side already.
      let numbers = unsafe (rows.runs[0].base + rows.offset).assumingMemoryBound(to: Number.self)
      return unsafe writer.output.append(UnsafeBufferPointer(start: numbers, count: rows.count))
    }
    let numbers = unsafe writer.scratch(rows.count, of: Number.self)
    var (low, high) = (Number.max, Number.min)
    rows.visit { position, address in
      let number = unsafe address.loadUnaligned(as: Number.self)
      low = min(low, number)
      high = max(high, number)
      unsafe numbers[position] = number
    }
    unsafe writer.output.append(UnsafeBufferPointer(start: numbers, count: rows.count), low: low, high: high)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    switch (memory.size, isSigned) {
    case (1, true): try Self.decode(column, as: Int8.self, place, count, context)
    case (2, true): try Self.decode(column, as: Int16.self, place, count, context)
    case (4, true): try Self.decode(column, as: Int32.self, place, count, context)
    case (_, true): try Self.decode(column, as: Int64.self, place, count, context)
    case (1, false): try Self.decode(column, as: UInt8.self, place, count, context)
    case (2, false): try Self.decode(column, as: UInt16.self, place, count, context)
    case (4, false): try Self.decode(column, as: UInt32.self, place, count, context)
    case (_, false): try Self.decode(column, as: UInt64.self, place, count, context)
    }
  }

  override var canReadOne: Bool { true }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    // A single integer is a constant.
    guard cursor.readIfPresent() == 0, let bits = cursor.readShortVarint() else { return false }
    let number = isSigned ? Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1))) : Int64(truncatingIfNeeded: bits)
    switch (memory.size, isSigned) {
    case (1, true): return Self.store(Int8(exactly: number), at: address)
    case (2, true): return Self.store(Int16(exactly: number), at: address)
    case (4, true): return Self.store(Int32(exactly: number), at: address)
    case (_, true): return Self.store(number, at: address)
    case (1, false): return Self.store(UInt8(exactly: bits), at: address)
    case (2, false): return Self.store(UInt16(exactly: bits), at: address)
    case (4, false): return Self.store(UInt32(exactly: bits), at: address)
    case (_, false): return Self.store(bits, at: address)
    }
  }

  private static func store<Number>(_ number: Number?, at address: UnsafeMutableRawPointer) -> Bool {
    guard let number else { return false }
    unsafe address.storeBytes(of: number, as: Number.self)
    return true
  }

  @inline(never)
  private static func decode<Number: FixedWidthInteger>(
    _ column: Column, as type: Number.Type, _ place: Place, _ count: Int, _ context: ReadContext
  ) throws {
    switch column.kind {
    case .signed, .unsigned:
      let integers = (column as! IntegerColumn).integers
      try integers.check(as: Number.self, from: column.position, count: count, in: context)
      integers.visit(from: column.position, count: count) { position, bits in
        unsafe place.row(position).base.storeBytes(of: Number(truncatingIfNeeded: bits), as: Number.self)
      }
      column.position += count
    case .bool:
      try (column as! BoolColumn).read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value ? 1 : 0, as: Number.self)
      }
    case .double, .float:
      try (column as! FloatColumn).read(count) { position, value in
        guard let number = StoredNumber.double(value).integer(Number.self) else {
          throw RowError(
            row: position, context.invalid("\(value)", expected: "an integer that fits \(Number.self)"))
        }
        unsafe place.row(position).base.storeBytes(of: number, as: Number.self)
      }
    default: throw context.mismatch(column, expected: "an integer")
    }
  }
}

extension PackedIntegers {
  private static func sum<Number: FixedWidthInteger>(_ base: Number, _ distance: UInt64) -> (Bound, Bool) {
    let (sum, overflow) = base.addingReportingOverflow(Number(clamping: distance))
    let isWithin = !overflow && distance <= UInt64(clamping: Number.max)
    return (
      Number.isSigned ? Bound(Int64(truncatingIfNeeded: sum)) : Bound(UInt64(truncatingIfNeeded: sum)),
      !isWithin
    )
  }

  /// Checks that integers fit a type: by the column's bounds, and one by one only where these do not tell.
  fileprivate func check<Number: FixedWidthInteger>(
    as type: Number.Type, from first: Int, count: Int, in context: ReadContext
  ) throws {
    let least = Number.isSigned ? Bound(Int64(Number.min)) : Bound(UInt64(Number.min))
    let greatest = Number.isSigned ? Bound(Int64(Number.max)) : Bound(UInt64(Number.max))
    let bounds = bounds
    if bounds.low >= least, bounds.high <= greatest { return }
    // The greatest distance there is tells as well, unless it wraps around.
    let (high, overflow) =
      isSigned
      ? Self.sum(Int64(bitPattern: base), maximumDistance(from: first, count: count))
      : Self.sum(base, maximumDistance(from: first, count: count))
    if bounds.low >= least, !overflow, high <= greatest { return }
    var failure: (row: Int, bits: UInt64)?
    visit(from: first, count: count) { position, bits in
      let number = isSigned ? Bound(Int64(bitPattern: bits)) : Bound(bits)
      if failure == nil, number < least || number > greatest { failure = (position, bits) }
    }
    guard let failure else { return }
    let text = isSigned ? "\(Int64(bitPattern: failure.bits))" : "\(failure.bits)"
    throw RowError(row: failure.row, context.invalid(text, expected: "a number that fits \(Number.self)"))
  }
}
