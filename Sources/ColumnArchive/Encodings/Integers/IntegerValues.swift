/// Integers that are to be written: side by side, of which the least and the greatest are known.
@safe
struct IntegerValues {
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

  /// Calls `body` with the position of each integer, and its distance from the base.
  @inline(__always)
  func visit(from base: UInt64, _ body: (Int, UInt64) -> Void) {
    switch size {
    case 1: visit(as: UInt8.self, from: base, body)
    case 2: visit(as: UInt16.self, from: base, body)
    case 4: visit(as: UInt32.self, from: base, body)
    default: visit(as: UInt64.self, from: base, body)
    }
  }

  @inline(__always)
  private func visit<Bits: FixedWidthInteger & UnsignedInteger>(
    as type: Bits.Type, from base: UInt64, _ body: (Int, UInt64) -> Void
  ) {
    // SAFETY: `start` is the address of as many numbers of this width.
    let numbers = unsafe start.assumingMemoryBound(to: Bits.self)
    let base = Bits(truncatingIfNeeded: base)
    for position in 0..<count { body(position, UInt64(unsafe numbers[position] &- base)) }
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
