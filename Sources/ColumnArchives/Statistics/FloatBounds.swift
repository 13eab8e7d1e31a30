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

  /// Finds the bounds of some numbers.
  ///
  /// - Parameter number: Returns the number at a position.
  @inline(__always)
  init?(count: Int, _ number: (Int) -> Double) {
    var (low, high, hasNaN) = (Double.infinity, -Double.infinity, false)
    for position in 0..<count {
      let next = number(position)
      // A comparison with NaN is false, and keeps the bound.
      low = next < low ? next : low
      high = next > high ? next : high
      hasNaN = hasNaN || next != next
    }
    // Without numbers, the lower bound is greater than the upper one.
    self.init(low: low, high: high, hasNaN: hasNaN)
  }
}
