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
    let numbers = unsafe writer.scratch(rows.count, of: Number.self)
    var (low, high) = (Number.max, Number.min)
    rows.forEach { position, address in
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

  @inline(never)
  private static func decode<Number: FixedWidthInteger>(
    _ column: Column, as type: Number.Type, _ place: Place, _ count: Int, _ context: ReadContext
  ) throws {
    switch column.kind {
    case .signed, .unsigned:
      let integers = (column as! IntegerColumn).integers
      try integers.check(as: Number.self, from: column.position, count: count, in: context)
      integers.forEach(from: column.position, count: count) { position, bits in
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
          throw RowError(row: position, context.invalid("\(value)", expected: "an integer that fits \(Number.self)"))
        }
        unsafe place.row(position).base.storeBytes(of: number, as: Number.self)
      }
    default: throw context.mismatch(column, expected: "an integer")
    }
  }
}

extension PackedIntegers {
  /// Checks that integers fit a type: by the column's bounds, and one by one only where these do not tell.
  fileprivate func check<Number: FixedWidthInteger>(
    as type: Number.Type, from first: Int, count: Int, in context: ReadContext
  ) throws {
    let least = Number.isSigned ? Bound(Int64(Number.min)) : Bound(UInt64(Number.min))
    let greatest = Number.isSigned ? Bound(Int64(Number.max)) : Bound(UInt64(Number.max))
    let bounds = bounds
    if bounds.low >= least, bounds.high <= greatest { return }
    var failure: (row: Int, bits: UInt64)?
    forEach(from: first, count: count) { position, bits in
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
  private static func encode<Bits: FixedWidthInteger>(_ rows: Rows, as type: Bits.Type, to output: OutputBuffer) {
    let size = MemoryLayout<Bits>.size
    let place = unsafe output.reserve(1 + rows.count * size)
    let numbers = unsafe place + 1
    let first = unsafe rows.runs[0].base.loadUnaligned(fromByteOffset: rows.offset, as: Bits.self)
    var differences: Bits = 0
    rows.forEach { position, address in
      let bits = unsafe address.loadUnaligned(as: Bits.self)
      differences |= bits ^ first
      unsafe numbers.storeBytes(of: bits.littleEndian, toByteOffset: position * size, as: Bits.self)
    }
    unsafe place.storeBytes(of: differences == 0 ? 0 : 1, as: UInt8.self)
    output.advance(1 + (differences == 0 ? 1 : rows.count) * size)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    // A date is no number, nor the other way round.
    guard (column.kind == .date) == (kind == .date) else { throw context.mismatch(column, expected: kind.description) }
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
    case .signed, .unsigned: try decodeIntegers(column as! IntegerColumn, into: place, count: count, in: context)
    case .bool:
      try (column as! BoolColumn).read(count) { position, value in store(value ? 1 : 0, at: place.row(position)) }
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
    integers.forEach(from: column.position, count: count) { position, bits in
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
      throw RowError(row: failure.row, context.invalid(failure.text, expected: "a number that \(memory.type) has exactly"))
    }
    column.position += count
  }
}

/// Booleans, as bits.
final class BoolCodec: ColumnCodec, @unchecked Sendable {
  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .bool)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let bytes = unsafe writer.scratch(rows.count, of: UInt8.self)
    var sum = 0
    rows.forEach { position, address in
      let byte = unsafe address.load(as: UInt8.self) & 1
      sum += Int(byte)
      unsafe bytes[position] = byte
    }
    unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count), sum: sum)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    switch column.kind {
    case .bool:
      try (column as! BoolColumn).read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value ? 1 : 0, as: UInt8.self)
      }
    case .signed, .unsigned:
      let integers = (column as! IntegerColumn).integers
      var failure: Int?
      integers.forEach(from: column.position, count: count) { position, bits in
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
  override var rawByteCount: Int? { memory.size }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: .bytes, byteCount: memory.size))
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let size = memory.size
    let place = unsafe writer.output.reserve(rows.count * size)
    rows.forEach { position, address in
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
