internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import PropertyLists

/// Booleans, integers, floating-point numbers and dates. Each type reads columns of its own kind directly, and columns
/// of other numbers if it can represent them exactly.
final class NumberCodec: ColumnCodec, @unchecked Sendable {
  private let type: NumberType

  init(_ memory: ValueMemory, _ type: NumberType) {
    self.type = type
    super.init(memory)
  }

  /// Packing shrinks integers of several bytes, so these are not raw.
  override var rawByteCount: Int? {
    SchemaNode(kind: type.kind).rawByteCount == memory.size ? memory.size : nil
  }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: type.kind)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) { type.encode(rows, writer) }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    // A date is not a number, and a number is not a date.
    guard (column.kind == .date) == (type.kind == .date),
      try type.decode(column, type.kind, place, count, context)
    else {
      throw context.mismatch(column, expected: type.kind.description)
    }
  }

  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { true }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    unsafe type.readOne(&reader.cursor, address)
  }

  override func readFew(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool {
    type.readFew(&reader.cursor, place, count)
  }
}

/// The operations on numbers of one type. Each closure is specialised for the type, and called once per column. It
/// captures nothing: lists are read in parts, so a captured reference would be retained often.
@safe
struct NumberType {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  let kind: ColumnKind
  fileprivate let encode: (Rows, ColumnWriter) -> Void
  /// Reads a column; returns `false` if it has no numbers.
  fileprivate let decode: (Column, ColumnKind, Place, Int, ReadContext) throws -> Bool
  fileprivate let readOne: (inout ByteCursor, UnsafeMutableRawPointer) -> Bool
  fileprivate let readFew: (inout ByteCursor, Place, Int) -> Bool

  @inline(__always)
  fileprivate init<Number: ColumnNumber>(_ type: Number.Type, kind: ColumnKind) {
    self.kind = kind
    encode = { Number.encode($0, to: $1) }
    decode = { column, kind, place, count, context in
      if try Number.decode(column, kind, into: place, count: count, in: context) { return true }
      return try column.visitNumbers(count) { row, stored in
        guard let number = Number(stored: stored) else {
          throw RowError(row: row, context.invalid("\(stored)", expected: Number.expected))
        }
        unsafe place.row(row).base.storeBytes(of: number, as: Number.self)
      }
    }
    unsafe readOne = { cursor, address in
      guard let number = Number.readOne(&cursor) else { return false }
      unsafe address.storeBytes(of: number, as: Number.self)
      return true
    }
    readFew = { Number.readFew(&$0, into: $1, count: $2) }
  }

  static var bool: NumberType { NumberType(Bool.self, kind: .bool) }
  static var float: NumberType { NumberType(Float.self, kind: .float) }
  static var double: NumberType { NumberType(Double.self, kind: .double) }
  static var date: NumberType { NumberType(Double.self, kind: .date) }

  static func integer(byteCount: Int, isSigned: Bool) -> NumberType {
    switch (byteCount, isSigned) {
    case (1, true): NumberType(Int8.self, kind: .signed)
    case (2, true): NumberType(Int16.self, kind: .signed)
    case (4, true): NumberType(Int32.self, kind: .signed)
    case (_, true): NumberType(Int64.self, kind: .signed)
    case (1, false): NumberType(UInt8.self, kind: .unsigned)
    case (2, false): NumberType(UInt16.self, kind: .unsigned)
    case (4, false): NumberType(UInt32.self, kind: .unsigned)
    case (_, false): NumberType(UInt64.self, kind: .unsigned)
    }
  }
}

/// A number, with its own memory layout.
private protocol ColumnNumber {
  /// The description of such a number in errors.
  static var expected: String { get }
  /// Converts a number of another type from an archive; returns `nil` if the type cannot represent it exactly.
  init?(stored: StoredNumber)
  static func encode(_ rows: Rows, to writer: ColumnWriter)
  /// Reads a column of the type's own kind; returns `false` for another kind.
  static func decode(
    _ column: Column, _ kind: ColumnKind, into place: Place, count: Int, in context: ReadContext
  ) throws -> Bool
  /// Reads the column of a single number, which is stored as equal numbers.
  static func readOne(_ cursor: inout ByteCursor) -> Self?
  /// Reads the column of several numbers. The general path reads what this does not.
  static func readFew(_ cursor: inout ByteCursor, into place: Place, count: Int) -> Bool
}

extension Bool: ColumnNumber {
  fileprivate static var expected: String { StoredNumber.boolExpected }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.bool else { return nil }
    self = value
  }

  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    let bytes: UnsafePointer<UInt8>
    if rows.runCount == 1, rows.stride == 1 {
      unsafe bytes = (rows.runs[0].base + rows.offset).assumingMemoryBound(to: UInt8.self)
    } else {
      let collected = unsafe writer.scratch(rows.count, of: UInt8.self)
      rows.visit { position, address in unsafe collected[position] = unsafe address.load(as: UInt8.self) }
      unsafe bytes = UnsafePointer(collected)
    }
    let sum = unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
    if sum == 0 || sum == rows.count { writer.note(.bool(sum > 0)) }
  }

  fileprivate static func decode(
    _ column: Column, _ kind: ColumnKind, into place: Place, count: Int, in context: ReadContext
  ) throws -> Bool {
    guard let column = column as? BoolColumn else { return false }
    if place.stride == 1 {
      unsafe column.readBytes(count, into: place.base)
    } else {
      try column.read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value ? 1 : 0, as: UInt8.self)
      }
    }
    return true
  }

  fileprivate static func readOne(_ cursor: inout ByteCursor) -> Bool? {
    guard let byte = cursor.readIfPresent(), byte <= 1 else { return nil }
    return byte == 1
  }

  fileprivate static func readFew(_ cursor: inout ByteCursor, into place: Place, count: Int) -> Bool {
    guard let bits = try? PackedBits(&cursor, count: count) else { return false }
    bits.visit(from: 0, count: count) { row, value in
      unsafe place.row(row).base.storeBytes(of: value ? 1 : 0, as: UInt8.self)
    }
    return true
  }
}

extension ColumnNumber where Self: FixedWidthInteger {
  fileprivate static var expected: String { "a number that fits \(Self.self)" }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.integer(Self.self) else { return nil }
    self = value
  }

  /// Collects the numbers side by side, unless they are, and packs them. Their least and greatest are found where the
  /// processor compares several at once.
  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    let numbers: UnsafePointer<Self>
    if rows.runCount == 1, rows.stride == MemoryLayout<Self>.size {
      unsafe numbers = (rows.runs[0].base + rows.offset).assumingMemoryBound(to: Self.self)
    } else {
      let collected = unsafe writer.scratch(rows.count, of: Self.self)
      rows.visit { unsafe collected[$0] = unsafe $1.loadUnaligned(as: Self.self) }
      unsafe numbers = UnsafePointer(collected)
    }
    let bounds = unsafe writer.output.appendFindingBounds(
      UnsafeBufferPointer(start: numbers, count: rows.count))
    if let bounds { writer.note(ColumnStatistics(bounds.low, bounds.high)) }
  }

  /// Signed and unsigned columns are both of the type's kind, if their numbers fit the type.
  fileprivate static func decode(
    _ column: Column, _ kind: ColumnKind, into place: Place, count: Int, in context: ReadContext
  ) throws -> Bool {
    guard let column = column as? IntegerColumn else { return false }
    let integers = column.integers
    try integers.check(as: Self.self, from: column.position, count: count, in: context)
    let isPacked = place.stride == MemoryLayout<Self>.size
    if isPacked, unsafe integers.copy(from: column.position, count: count, as: Self.self, to: place.base) {
      column.position += count
      return true
    }
    integers.visit(from: column.position, count: count) { position, bits in
      unsafe place.row(position).base.storeBytes(of: Self(truncatingIfNeeded: bits), as: Self.self)
    }
    column.position += count
    return true
  }

  fileprivate static func readOne(_ cursor: inout ByteCursor) -> Self? {
    guard cursor.readIfPresent() == 0, let bits = cursor.readShortVarint() else { return nil }
    return isSigned ? Self(exactly: Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1)))) : Self(exactly: bits)
  }

  fileprivate static func readFew(_ cursor: inout ByteCursor, into place: Place, count: Int) -> Bool {
    guard let integers = try? PackedIntegers(&cursor, count: count, isSigned: isSigned) else { return false }
    var fits = true
    integers.visit(from: 0, count: count) { row, bits in
      let number = Self(truncatingIfNeeded: bits)
      let isSame =
        isSigned ? Int64(number) == Int64(bitPattern: bits) : UInt64(truncatingIfNeeded: number) == bits
      fits = fits && isSame
      unsafe place.row(row).base.storeBytes(of: number, as: Self.self)
    }
    return fits
  }
}

extension Int8: ColumnNumber {}
extension Int16: ColumnNumber {}
extension Int32: ColumnNumber {}
extension Int64: ColumnNumber {}
extension UInt8: ColumnNumber {}
extension UInt16: ColumnNumber {}
extension UInt32: ColumnNumber {}
extension UInt64: ColumnNumber {}

/// `Float` and `Double`, which are stored as their bits.
private protocol FloatNumber: ColumnNumber {
  associatedtype BitPattern: FixedWidthInteger
  init(bitPattern: BitPattern)
}

extension FloatNumber {
  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    if let bounds = FloatValues.write(rows, as: BitPattern.self, to: writer) { writer.note(.floating(bounds)) }
  }

  fileprivate static func decode(
    _ column: Column, _ kind: ColumnKind, into place: Place, count: Int, in context: ReadContext
  ) throws -> Bool {
    guard column.kind == kind, let column = column as? FloatColumn else { return false }
    column.read(count, into: place)
    return true
  }

  fileprivate static func readOne(_ cursor: inout ByteCursor) -> Self? {
    guard cursor.readIfPresent() == 0,
      let bytes = unsafe cursor.readBytesIfPresent(MemoryLayout<BitPattern>.size)
    else { return nil }
    // SAFETY: `readBytesIfPresent` checked that all bytes of the number are there.
    return Self(bitPattern: unsafe bytes.loadLittleEndian(as: BitPattern.self))
  }

  fileprivate static func readFew(_ cursor: inout ByteCursor, into place: Place, count: Int) -> Bool {
    let kind: ColumnKind = MemoryLayout<BitPattern>.size == 4 ? .float : .double
    let head = ColumnHead(kind: kind, node: -1, count: count)
    guard let column = try? ColumnEncodings.floats.open(&cursor, head) else { return false }
    column.read(count, into: place)
    return true
  }
}

extension Float: FloatNumber {
  fileprivate typealias BitPattern = UInt32
  fileprivate static var expected: String { StoredNumber.floatExpected }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.float else { return nil }
    self = value
  }
}

extension Double: FloatNumber {
  fileprivate typealias BitPattern = UInt64
  fileprivate static var expected: String { StoredNumber.doubleExpected }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.double else { return nil }
    self = value
  }
}

extension Column {
  /// Passes the next values to `body`, if they are numbers.
  ///
  /// - Returns: Whether they are numbers.
  @inline(__always)
  fileprivate func visitNumbers(_ count: Int, _ body: (Int, StoredNumber) throws -> Void) throws -> Bool {
    switch self {
    case let column as BoolColumn: try column.read(count) { try body($0, .bool($1)) }
    case let column as FloatColumn where kind != .date: try column.read(count) { try body($0, .double($1)) }
    case let column as IntegerColumn:
      let integers = column.integers
      var failure: (any Error)?
      integers.visit(from: position, count: count) { row, bits in
        guard failure == nil else { return }
        do {
          try body(row, integers.isSigned ? .signed(Int64(bitPattern: bits)) : .unsigned(bits))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      position += count
    default: return false
    }
    return true
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

  /// Checks that integers fit a type: first by the column's bounds, and one by one only if the bounds do not decide.
  fileprivate func check<Number: FixedWidthInteger>(
    as type: Number.Type, from first: Int, count: Int, in context: ReadContext
  ) throws {
    let least = Number.isSigned ? Bound(Int64(Number.min)) : Bound(UInt64(Number.min))
    let greatest = Number.isSigned ? Bound(Int64(Number.max)) : Bound(UInt64(Number.max))
    let bounds = bounds
    if bounds.low >= least, bounds.high <= greatest { return }
    // The actual greatest distance decides too, unless it wraps around.
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
