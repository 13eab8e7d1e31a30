/// The encodings of floats, doubles and dates, by their first bytes. `ColumnArchiveFormat.md` describes them.
enum FloatEncoding: UInt8, CaseIterable {
  /// One number, whose bits are the bits of all numbers.
  case equal = 0
  /// The numbers, lowest byte first.
  case plain = 1
  /// The highest byte of each number, then the next byte of each, and so on: see ``StridedBytes``.
  case split = 2
  /// ``DecimalFloats``.
  case decimals = 3
}

/// A column of floats, doubles or dates.
final class FloatColumn: Column {
  private enum Numbers {
    /// The bits of all numbers.
    case equal(UInt64)
    /// The bytes of each number: a column, or a field of raw records.
    case each(StridedBytes)
    case decimals(DecimalFloats)
  }

  private let numbers: Numbers

  /// Opens the column at the cursor.
  init(_ cursor: inout ByteCursor, _ head: ColumnHead) throws {
    let (byte, size) = (try cursor.readByte(), head.kind.floatSize)
    // The products cannot overflow: a count is less than 2⁵⁶.
    switch FloatEncoding(rawValue: byte) {
    case .equal:
      numbers = .equal(
        size == 4
          ? UInt64(try cursor.readNumber(as: UInt32.self)) : try cursor.readNumber(as: UInt64.self))
    case .plain:
      numbers = .each(try StridedBytes(&cursor, count: head.count, size: size, areSplit: false))
    case .split: numbers = .each(try StridedBytes(&cursor, count: head.count, size: size, areSplit: true))
    case .decimals: numbers = .decimals(try DecimalFloats(&cursor, head))
    case nil: throw cursor.malformed("an encoding of numbers", "the byte \(byte)")
    }
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// Creates a column of a field of raw records.
  init(_ head: ColumnHead, _ bytes: StridedBytes) {
    numbers = .each(bytes)
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// The size of a number in bytes.
  var size: Int { kind.floatSize }

  /// Copies the bits of the next numbers.
  func read(_ count: Int, into place: Place) {
    if size == 4 {
      copy(Float.self, from: position, count: count, into: place)
    } else {
      copy(Double.self, from: position, count: count, into: place)
    }
    position += count
  }

  /// Passes the next numbers to `body` as doubles, whatever their width.
  func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    let numbers: [Double] =
      size == 4
      ? (Place.values(count) { read(count, into: $0) } as [Float]).map(Double.init)
      : Place.values(count) { read(count, into: $0) }
    for (row, number) in numbers.enumerated() { try body(row, number) }
  }

  @inline(__always)
  private func copy<Number: StoredFloat>(
    _ type: Number.Type, from first: Int, count: Int, into place: Place
  ) {
    typealias Bits = Number.Bits
    // SAFETY: the caller has room for `count` numbers, and keeps the range inside the column.
    func store(_ bits: Bits, _ row: Int) { place.initialize(row, to: bits) }
    switch numbers {
    case .equal(let bits): for row in 0..<count { store(Bits(truncatingIfNeeded: bits), row) }
    case .each(let bytes): for row in 0..<count { store(bytes.load(first + row, as: Bits.self), row) }
    case .decimals(let decimals):
      decimals.integers.visit(from: first, count: count) { row, bits in
        store(Number(Double(Int64(bitPattern: bits)) / decimals.power).bitPattern, row)
      }
      for exception in decimals.exceptions(from: first, count: count) {
        store(Bits(truncatingIfNeeded: exception.number), exception.position - first)
      }
    }
  }
}
