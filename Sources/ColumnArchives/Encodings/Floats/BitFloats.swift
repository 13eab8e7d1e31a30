/// Floating-point numbers whose bits are close to each other, such as times, as a column of unsigned integers: their
/// bits.
///
/// Every number is stored exactly, including every NaN and -0.
enum BitFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }

  /// With fewer numbers, there is little to save.
  static let leastCount = 128

  /// Only the numbers themselves show what they take.
  @inline(__always)
  static func cost(of values: FloatValues) -> Int? {
    values.areEqual || values.count < leastCount ? nil : 0
  }

  static func write(_ values: FloatValues, to writer: ColumnWriter) -> Bool {
    values.size == 4
      ? write(values, as: UInt32.self, to: writer) : write(values, as: UInt64.self, to: writer)
  }

  @inline(__always)
  private static func write<Bits: FixedWidthInteger & UnsignedInteger>(
    _ values: FloatValues, as type: Bits.Type, to writer: ColumnWriter
  ) -> Bool {
    let count = values.count
    let numbers = unsafe values.numbers(in: writer)
    func bits(_ position: Int) -> Bits {
      // SAFETY: all numbers are there.
      unsafe numbers.loadLittleEndian(
        fromByteOffset: position &* MemoryLayout<Bits>.size, as: Bits.self)
    }
    if count >= IntegerBlocks.count {
      guard BlockSample.byteCount(count, { UInt64(bits($0)) }) <= values.limit else { return false }
    }
    let integers = unsafe writer.scratch(count, of: Bits.self)
    var (low, high) = (Bits.max, Bits.min)
    for position in 0..<count {
      let bits = bits(position)
      low = min(low, bits)
      high = max(high, bits)
      unsafe integers[position] = bits
    }
    if count < IntegerBlocks.count {
      let width = Bits.bitWidth - (high - low).leadingZeroBitCount
      guard width * count / 8 <= values.limit else { return false }
    }
    return values.replace(in: writer) { output in
      output.append(bytes.lowerBound)
      unsafe output.append(UnsafeBufferPointer(start: integers, count: count), low: low, high: high)
    }
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    BitFloatColumn(head, try PackedIntegers(&cursor, count: head.count, isSigned: false))
  }
}

private final class BitFloatColumn: FloatColumn {
  private let integers: PackedIntegers

  init(_ head: ColumnHead, _ integers: PackedIntegers) {
    self.integers = integers
    super.init(head)
  }

  override func copy(from first: Int, count: Int, into place: Place) {
    // SAFETY: the caller has room for `count` numbers, and keeps the range inside the column.
    if size == 4 {
      integers.visit(from: first, count: count) { row, bits in
        unsafe place.row(row).base.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
      }
    } else {
      integers.visit(from: first, count: count) { row, bits in
        unsafe place.row(row).base.storeBytes(of: bits, as: UInt64.self)
      }
    }
  }
}
