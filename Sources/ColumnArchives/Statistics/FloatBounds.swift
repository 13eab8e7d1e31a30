/// The least and the greatest of floating-point numbers or dates.
struct FloatBounds: Equatable, Sendable {
  let low: Double
  let high: Double
  /// Whether some numbers are NaN; these are not within the bounds.
  let hasNaN: Bool
  /// The size of the numbers in bytes.
  let size: Int

  /// Returns `nil` if all numbers are NaN.
  init?(low: Double, high: Double, hasNaN: Bool, size: Int) {
    guard low <= high else { return nil }
    (self.low, self.high, self.hasNaN, self.size) = (low, high, hasNaN, size)
  }

  /// Finds the bounds of numbers of 4 or 8 bytes that lie side by side, lowest byte first.
  init?(of numbers: UnsafeRawPointer, count: Int, size: Int) {
    if size == 4 {
      let (low, high, hasNaN) = unsafe Self.find(numbers, count, SIMD4<Float>.self) { Float(bitPattern: $0) }
      self.init(low: Double(low), high: Double(high), hasNaN: hasNaN, size: size)
    } else {
      let (low, high, hasNaN) = unsafe Self.find(numbers, count, SIMD2<Double>.self) {
        Double(bitPattern: $0)
      }
      self.init(low: low, high: high, hasNaN: hasNaN, size: size)
    }
  }

  /// Finds the bounds two or four vectors at a time; without numbers, the lower one is greater than the upper one.
  @inline(__always)
  private static func find<Vector: SIMD, Bits: FixedWidthInteger>(
    _ numbers: UnsafeRawPointer, _ count: Int, _ type: Vector.Type, _ number: (Bits) -> Vector.Scalar
  ) -> (low: Vector.Scalar, high: Vector.Scalar, hasNaN: Bool) where Vector.Scalar: BinaryFloatingPoint {
    let (size, lanes) = (MemoryLayout<Vector.Scalar>.size, Vector.scalarCount)
    var (low, high) = (Vector.Scalar.infinity, -Vector.Scalar.infinity)
    var hasNaN = false
    var position = 0
    if UInt16(1).littleEndian == 1 {
      var (lows, highs) = (Vector(repeating: low), Vector(repeating: high))
      var (otherLows, otherHighs) = (lows, highs)
      var wrong = SIMDMask<Vector.MaskStorage>(repeating: false)
      while position + 2 * lanes <= count {
        // SAFETY: both vectors are within the `count` numbers.
        let (a, b) = unsafe (
          numbers.loadUnaligned(fromByteOffset: position * size, as: Vector.self),
          numbers.loadUnaligned(fromByteOffset: (position + lanes) * size, as: Vector.self)
        )
        // A comparison with NaN is false, and keeps the bound.
        lows.replace(with: a, where: a .< lows)
        highs.replace(with: a, where: a .> highs)
        otherLows.replace(with: b, where: b .< otherLows)
        otherHighs.replace(with: b, where: b .> otherHighs)
        wrong .|= (a .!= a) .| (b .!= b)
        position += 2 * lanes
      }
      for lane in 0..<lanes {
        low = min(low, lows[lane], otherLows[lane])
        high = max(high, highs[lane], otherHighs[lane])
        if wrong[lane] { hasNaN = true }
      }
    }
    while position < count {
      let bits = unsafe numbers.loadUnaligned(fromByteOffset: position * size, as: Bits.self)
      let next = number(Bits(littleEndian: bits))
      if next < low { low = next }
      if next > high { high = next }
      if next != next { hasNaN = true }
      position += 1
    }
    return (low, high, hasNaN)
  }
}
