internal import ArchiveBytes

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
        guard let number = Number(exactly: value) else {
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

/// `Float`, `Double`, and dates, which are doubles in memory.
final class FloatCodec: ColumnCodec, @unchecked Sendable {
  let kind: ColumnKind

  init(_ memory: ValueMemory, _ kind: ColumnKind) {
    self.kind = kind
    super.init(memory)
  }

  override var rawByteCount: Int? { memory.size }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: kind)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    if kind == .float {
      Self.encode(rows, as: UInt32.self, to: writer.output)
    } else {
      Self.encode(rows, as: UInt64.self, to: writer.output)
    }
  }

  // A column of floating-point numbers: one byte, 0 when all have the same bits, and these once; or 1, and the bits
  // of each.
  @inline(never)
  private static func encode<Bits: FixedWidthInteger>(
    _ rows: Rows, as type: Bits.Type, to output: OutputBuffer
  ) {
    let size = MemoryLayout<Bits>.size
    let place = unsafe output.reserve(1 + rows.count * size)
    let numbers = unsafe place + 1
    let first = unsafe rows.runs[0].base.loadUnaligned(fromByteOffset: rows.offset, as: Bits.self)
    var differences: Bits = 0
    rows.visit { position, address in
      let bits = unsafe address.loadUnaligned(as: Bits.self)
      differences |= bits ^ first
      unsafe numbers.storeBytes(of: bits.littleEndian, toByteOffset: position * size, as: Bits.self)
    }
    unsafe place.storeBytes(of: differences == 0 ? 0 : 1, as: UInt8.self)
    output.advance(1 + (differences == 0 ? 1 : rows.count) * size)
  }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    guard cursor.readIfPresent() == 0, let bytes = unsafe cursor.readBytesIfPresent(memory.size) else {
      return false
    }
    // SAFETY: there are as many bytes as a number has; on big-endian machines they are turned around.
    if memory.size == 4 {
      unsafe address.storeBytes(
        of: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)), as: UInt32.self)
    } else {
      unsafe address.storeBytes(
        of: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)), as: UInt64.self)
    }
    return true
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    // A date is no number, nor the other way round.
    guard (column.kind == .date) == (kind == .date) else {
      throw context.mismatch(column, expected: kind.description)
    }
    switch column.kind {
    case .float where kind == .float:
      (column as! FloatColumn).readBits(count, as: UInt32.self, into: place)
    case .double where kind == .double, .date:
      (column as! FloatColumn).readBits(count, as: UInt64.self, into: place)
    case .float:
      try (column as! FloatColumn).read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value, as: Double.self)
      }
    case .double:
      try (column as! FloatColumn).read(count) { position, value in
        let number = Float(value)
        guard Double(number) == value || value.isNaN else {
          throw RowError(row: position, context.invalid("\(value)", expected: "a number that fits Float"))
        }
        unsafe place.row(position).base.storeBytes(of: number, as: Float.self)
      }
    case .signed, .unsigned:
      try decodeIntegers(column as! IntegerColumn, into: place, count: count, in: context)
    case .bool:
      try (column as! BoolColumn).read(count) { position, value in
        store(value ? 1 : 0, at: place.row(position))
      }
    default: throw context.mismatch(column, expected: kind.description)
    }
  }

  private func store(_ value: Double, at place: Place) {
    if kind == .float {
      unsafe place.base.storeBytes(of: Float(value), as: Float.self)
    } else {
      unsafe place.base.storeBytes(of: value, as: Double.self)
    }
  }

  /// Integers, where the type has each exactly.
  private func decodeIntegers(
    _ column: IntegerColumn, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let (integers, isFloat) = (column.integers, kind == .float)
    var failure: (row: Int, text: String)?
    integers.visit(from: column.position, count: count) { position, bits in
      let value: Double?
      if integers.isSigned {
        let number = Int64(bitPattern: bits)
        value = isFloat ? Float(exactly: number).map(Double.init) : Double(exactly: number)
      } else {
        value = isFloat ? Float(exactly: bits).map(Double.init) : Double(exactly: bits)
      }
      if value == nil, failure == nil {
        failure = (position, integers.isSigned ? "\(Int64(bitPattern: bits))" : "\(bits)")
      }
      store(value ?? 0, at: place.row(position))
    }
    if let failure {
      throw RowError(
        row: failure.row, context.invalid(failure.text, expected: "a number that \(memory.type) has exactly"))
    }
    column.position += count
  }
}

/// Booleans, as bits.
final class BoolCodec: ColumnCodec, @unchecked Sendable {
  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    // All alike, since it is one.
    guard let mode = cursor.readIfPresent(), mode <= 1 else { return false }
    unsafe address.storeBytes(of: mode, as: UInt8.self)
    return true
  }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .bool)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    if rows.runs.count == 1, rows.stride == 1 {
      let bytes = unsafe (rows.runs[0].base + rows.offset).assumingMemoryBound(to: UInt8.self)
      return unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
    }
    let bytes = unsafe writer.scratch(rows.count, of: UInt8.self)
    rows.visit { position, address in unsafe bytes[position] = unsafe address.load(as: UInt8.self) }
    unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    switch column.kind {
    case .bool:
      let column = column as! BoolColumn
      if place.stride == 1 { return column.readBytes(count, into: place.base) }
      try column.read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value ? 1 : 0, as: UInt8.self)
      }
    case .signed, .unsigned:
      let integers = (column as! IntegerColumn).integers
      var failure: Int?
      integers.visit(from: column.position, count: count) { position, bits in
        if bits > 1, failure == nil { failure = position }
        unsafe place.row(position).base.storeBytes(of: UInt8(truncatingIfNeeded: bits & 1), as: UInt8.self)
      }
      if let failure {
        throw RowError(row: failure, context.invalid("another integer", expected: "0 or 1 as a boolean"))
      }
      column.position += count
    default: throw context.mismatch(column, expected: "a boolean")
    }
  }
}

extension OutputBuffer {
  /// Writes bytes of 0 and 1 as bits: a byte that is 0 when all are 0, 1 when all are 1, and otherwise 2 and the bits,
  /// the first in the lowest of the first byte.
  func append(bits bytes: UnsafeBufferPointer<UInt8>) {
    var sum = 0
    for index in bytes.indices { sum += unsafe Int(bytes[index]) }
    unsafe append(bits: bytes, sum: sum)
  }

  /// Writes bytes of 0 and 1, of which the sum is known, as bits.
  func append(bits bytes: UnsafeBufferPointer<UInt8>, sum: Int) {
    guard sum > 0, sum < bytes.count else { return append(sum == 0 ? 0 : 1) }
    let byteCount = (bytes.count + 7) / 8
    let place = unsafe reserve(byteCount + 1)
    unsafe place.storeBytes(of: 2, as: UInt8.self)
    let whole = bytes.count / 8
    let source = unsafe UnsafeRawPointer(bytes.baseAddress!)
    for group in 0..<whole {
      let word = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: group * 8, as: UInt64.self))
      // The lowest bits of the eight bytes, gathered in the highest byte of the product.
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + group, as: UInt8.self)
    }
    if whole < byteCount {
      var byte: UInt8 = 0
      for position in (whole * 8)..<bytes.count { byte |= unsafe bytes[position] << UInt8(position & 7) }
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + whole, as: UInt8.self)
    }
    advance(byteCount + 1)
  }
}

/// Values that are so many bytes of memory, such as UUIDs.
final class BytesCodec: ColumnCodec, @unchecked Sendable {
  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    guard let bytes = unsafe cursor.readBytesIfPresent(memory.size) else { return false }
    unsafe address.copyMemory(from: bytes, byteCount: memory.size)
    return true
  }

  override var rawByteCount: Int? { memory.size }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: .bytes, byteCount: memory.size))
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let size = memory.size
    let place = unsafe writer.output.reserve(rows.count * size)
    rows.visit { position, address in
      unsafe (place + position * size).copyMemory(from: address, byteCount: size)
    }
    writer.output.advance(rows.count * size)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .bytes, let column = column as? RawColumn, column.byteCount == memory.size else {
      throw context.mismatch(column, expected: "\(memory.size) bytes")
    }
    column.read(count, into: place)
  }
}
