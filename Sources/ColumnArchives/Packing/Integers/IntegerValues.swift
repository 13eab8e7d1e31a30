/// Contiguous integers to be written, with the least and the greatest of them.
@safe
struct IntegerValues: EncodedValues {
  typealias Output = OutputBuffer
  static let description = "integers"

  private let start: UnsafeRawPointer
  /// The size of each integer in memory, in bytes.
  private let size: Int
  let count: Int
  private let isSigned: Bool
  /// The bits of the least integer (`low`) and of the greatest (`high`), sign-extended to 64 bits.
  let low: UInt64
  private let high: UInt64

  @inline(__always)
  init<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>, low: Number, high: Number) {
    // SAFETY: a column without values is never written, so the buffer has an address.
    unsafe start = UnsafeRawPointer(numbers.baseAddress!)
    size = MemoryLayout<Number>.size
    count = numbers.count
    isSigned = Number.isSigned
    self.low = UInt64(truncatingIfNeeded: low)
    self.high = UInt64(truncatingIfNeeded: high)
  }

  /// The distance from the least integer to the greatest.
  var range: UInt64 { high &- low }

  /// What the cheapest of the encodings costs that pack each integer by itself.
  var packedCost: Int {
    let costs = [BitIntegers.cost(of: self), ByteIntegers.cost(of: self), LaneIntegers.cost(of: self)]
    return costs.reduce(.max) { min($0, $1 ?? .max) }
  }

  /// What an encoding counts as that takes more time than those: unless a fifth is saved, they are preferred.
  @inline(__always)
  static func weighted(_ byteCount: Int) -> Int { byteCount + byteCount / 4 }

  /// Returns the base of the distances: the least integer, or 0 if distances from 0 take as many bits.
  @inline(__always)
  func base(inSteps bitCount: (UInt64) -> Int) -> UInt64 {
    let bits = bitCount(range)
    let isPositive = !isSigned || Int64(bitPattern: low) >= 0
    return bits == 64 || isPositive && bitCount(high) == bits ? 0 : low
  }

  /// Writes the head of an encoding: its first byte and the base.
  func writeHead(_ byte: UInt8, base: UInt64, to output: OutputBuffer) {
    output.append(byte)
    writeBase(base, to: output)
  }

  /// Writes the base of distances.
  func writeBase(_ base: UInt64, to output: OutputBuffer) {
    let number = Int64(bitPattern: base)
    output.append(varint: isSigned ? UInt64(bitPattern: number << 1 ^ number >> 63) : base)
  }

  /// Packs the distances of some integers from a base.
  ///
  /// - Parameter place: Memory with room for the rows of so many integers.
  func pack(
    _ lanes: Lanes, _ range: Range<Int>, from base: UInt64, to place: UnsafeMutableRawPointer
  ) {
    switch size {
    case 1: unsafe pack(lanes, range, from: base, as: UInt8.self, to: place)
    case 2: unsafe pack(lanes, range, from: base, as: UInt16.self, to: place)
    case 4: unsafe pack(lanes, range, from: base, as: UInt32.self, to: place)
    default: unsafe pack(lanes, range, from: base, as: UInt64.self, to: place)
    }
  }

  @inline(__always)
  private func pack<Bits: FixedWidthInteger & UnsignedInteger>(
    _ lanes: Lanes, _ range: Range<Int>, from base: UInt64, as type: Bits.Type,
    to place: UnsafeMutableRawPointer
  ) {
    // SAFETY: `start` is the address of `count` integers of this width, and encodings stay within the count.
    unsafe lanes.pack(
      start + range.lowerBound * MemoryLayout<Bits>.size, count: range.count,
      from: Bits(truncatingIfNeeded: base), to: place)
  }

  /// Copies the distances of some integers from a base.
  ///
  /// - Parameter target: Memory with room for so many.
  func copyDistances(_ range: Range<Int>, from base: UInt64, to target: UnsafeMutablePointer<UInt64>) {
    withDistances(from: base) { distance in
      for position in range { unsafe target[position &- range.lowerBound] = distance(position) }
    }
  }

  /// Calls `body` with a function that returns the distance from the base of the integer at a position.
  @inline(__always)
  func withDistances<Result>(from base: UInt64, _ body: (_ distance: (Int) -> UInt64) -> Result) -> Result {
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
    // SAFETY: `start` is the address of `count` integers of this width, and encodings stay within the count.
    let number = unsafe start.assumingMemoryBound(to: Bits.self)[position]
    return UInt64(number &- Bits(truncatingIfNeeded: base))
  }
}

extension OutputBuffer {
  /// Writes a column of contiguous integers.
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>) {
    _ = unsafe appendFindingBounds(numbers)
  }

  /// Writes a column of contiguous integers.
  ///
  /// - Returns: The least and the greatest; `nil` if there are none.
  @inline(__always)
  func appendFindingBounds<Number: FixedWidthInteger>(
    _ numbers: UnsafeBufferPointer<Number>
  ) -> (low: Number, high: Number)? {
    guard let first = unsafe numbers.first else { return nil }
    var (low, high) = (first, first)
    for index in numbers.indices {
      let number = unsafe numbers[index]
      low = min(low, number)
      high = max(high, number)
    }
    unsafe append(numbers, low: low, high: high)
    return (low, high)
  }

  /// Writes a column of contiguous integers; the least and the greatest are known.
  @inline(__always)
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>, low: Number, high: Number) {
    ColumnEncodings.integers.write(unsafe IntegerValues(numbers, low: low, high: high), to: self)
  }
}
