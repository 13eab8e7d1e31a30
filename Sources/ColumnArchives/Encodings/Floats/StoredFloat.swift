/// `Float` or `Double`, which columns store as their bits.
protocol StoredFloat {
  associatedtype Bits: FixedWidthInteger
  var bits: Bits { get }
  init(bits: Bits)
  /// Rounds a quotient.
  init(_ quotient: Double)
  /// Returns the integer whose quotient by a power of ten is exactly this number, if it has few enough digits.
  func integer(_ power: Double) -> Int64?
}

extension StoredFloat {
  /// Returns the nearest integer of less than 52 bits.
  @inline(__always)
  fileprivate func rounded(_ number: Double, below limit: Double) -> Double? {
    // This is false for NaN, too.
    guard number.magnitude < limit else { return nil }
    // Above 2⁵¹, a double has no bits for fractions: adding such a number and taking it away rounds to nearest. The
    // processor's own instruction is not part of all x86-64.
    let large = 0x1.8p52
    return (number + large) - large
  }
}

extension Double: StoredFloat {
  var bits: UInt64 { bitPattern }
  @inline(__always)
  init(bits: UInt64) { self.init(bitPattern: bits) }

  @inline(__always)
  func integer(_ power: Double) -> Int64? {
    guard let integer = rounded(self * power, below: 0x1p51), (integer / power).bitPattern == bitPattern
    else { return nil }
    return Int64(integer)
  }
}

extension Float: StoredFloat {
  var bits: UInt32 { bitPattern }
  @inline(__always)
  init(bits: UInt32) { self.init(bitPattern: bits) }

  /// With more than 22 bits, there is nothing to save.
  @inline(__always)
  func integer(_ power: Double) -> Int64? {
    guard let integer = rounded(Double(self) * power, below: 0x1p22),
      Float(integer / power).bitPattern == bitPattern
    else { return nil }
    return Int64(integer)
  }
}
