/// Integers that are to be written: side by side, of which the least and the greatest are known.
@safe
struct IntegerValues: EncodedValues {
  static let description = "integers"

  private let start: UnsafeRawPointer
  /// How many bytes each has in memory.
  private let size: Int
  let count: Int
  private let isSigned: Bool
  /// The bits of the least and of the greatest one, extended to 64 by their sign.
  let low: UInt64
  private let high: UInt64

  @inline(__always)
  init<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>, low: Number, high: Number) {
    // SAFETY: whoever has no numbers writes no column.
    unsafe start = UnsafeRawPointer(numbers.baseAddress!)
    size = MemoryLayout<Number>.size
    count = numbers.count
    isSigned = Number.isSigned
    self.low = UInt64(truncatingIfNeeded: low)
    self.high = UInt64(truncatingIfNeeded: high)
  }

  /// The distance of the greatest from the least.
  var range: UInt64 { high &- low }

  /// What distances are stored from: the least integer, or 0 where these are as short.
  @inline(__always)
  func base(inSteps bitCount: (UInt64) -> Int) -> UInt64 {
    let bits = bitCount(range)
    let isPositive = !isSigned || Int64(bitPattern: low) >= 0
    return bits == 64 || isPositive && bitCount(high) == bits ? 0 : low
  }

  /// Writes the head of an encoding: its first byte, and the base.
  func writeHead(_ byte: UInt8, base: UInt64, to output: OutputBuffer) {
    output.append(byte)
    let number = Int64(bitPattern: base)
    output.append(varint: isSigned ? UInt64(bitPattern: number << 1 ^ number >> 63) : base)
  }

  /// Calls `body` with what gives the distance from the base of the integer at a position.
  @inline(__always)
  func withDistances(from base: UInt64, _ body: (_ distance: (Int) -> UInt64) -> Void) {
    switch size {
    case 1: body { distance($0, as: UInt8.self, from: base) }
    case 2: body { distance($0, as: UInt16.self, from: base) }
    case 4: body { distance($0, as: UInt32.self, from: base) }
    default: body { distance($0, as: UInt64.self, from: base) }
    }
  }

  @inline(__always)
  private func distance<Bits: FixedWidthInteger & UnsignedInteger>(
    _ position: Int, as type: Bits.Type, from base: UInt64
  ) -> UInt64 {
    // SAFETY: `start` is the address of as many numbers of this width, and encodings keep to the count.
    let number = unsafe start.assumingMemoryBound(to: Bits.self)[position]
    return UInt64(number &- Bits(truncatingIfNeeded: base))
  }
}

extension OutputBuffer {
  /// Writes a column of integers that lie side by side.
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>) {
    guard let first = unsafe numbers.first else { return }
    var (low, high) = (first, first)
    for index in numbers.indices {
      let number = unsafe numbers[index]
      low = min(low, number)
      high = max(high, number)
    }
    unsafe append(numbers, low: low, high: high)
  }

  /// Writes a column of integers of which the least and the greatest are known.
  @inline(__always)
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>, low: Number, high: Number) {
    ColumnEncodings.integers.write(unsafe IntegerValues(numbers, low: low, high: high), to: self)
  }
}
