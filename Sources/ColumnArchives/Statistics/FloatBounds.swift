/// The minimum and the maximum of floating-point numbers or dates.
struct FloatBounds: Equatable, Sendable {
  let low: Double
  let high: Double
  /// Whether some numbers are NaN; these are not within the bounds.
  let hasNaN: Bool

  /// Returns `nil` if all numbers are NaN.
  init?(low: Double, high: Double, hasNaN: Bool) {
    guard low <= high else { return nil }
    (self.low, self.high, self.hasNaN) = (low, high, hasNaN)
  }

  /// Finds the bounds of numbers of 4 or 8 bytes that lie side by side, lowest byte first.
  init?(of numbers: UnsafeRawPointer, count: Int, size: Int) {
    let (low, high, hasNaN) =
      size == 4
      ? unsafe Self.find(numbers, count) { Double(Float(bitPattern: UInt32(littleEndian: $0))) }
      : unsafe Self.find(numbers, count) { Double(bitPattern: UInt64(littleEndian: $0)) }
    self.init(low: low, high: high, hasNaN: hasNaN)
  }

  /// Without numbers, the lower bound is greater than the upper one.
  @inline(__always)
  private static func find<Bits>(_ numbers: UnsafeRawPointer, _ count: Int, _ number: (Bits) -> Double)
    -> (low: Double, high: Double, hasNaN: Bool)
  {
    var (low, high, hasNaN) = (Double.infinity, -Double.infinity, false)
    for position in 0..<count {
      // SAFETY: the caller passes `count` numbers.
      let next = number(
        unsafe numbers.loadUnaligned(fromByteOffset: position * MemoryLayout<Bits>.size, as: Bits.self))
      // A comparison with NaN is false, so it keeps the bound.
      low = next < low ? next : low
      high = next > high ? next : high
      hasNaN = hasNaN || next != next
    }
    return (low, high, hasNaN)
  }
}
