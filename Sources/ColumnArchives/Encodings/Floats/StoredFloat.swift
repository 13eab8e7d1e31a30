/// `Float` or `Double`, which columns store as their bits.
protocol StoredFloat {
  associatedtype Bits: FixedWidthInteger
  var bits: Bits { get }
  init(bits: Bits)
  /// Rounds a quotient.
  init(_ quotient: Double)
  var double: Double { get }
  /// Integers of decimals are less than this, a power of two below 2⁵²: with more bits, there is nothing to save.
  static var integerLimit: Double { get }
}

extension StoredFloat {
  /// Returns the integer whose quotient by a power of ten is exactly this number, if it has few enough digits.
  @inline(__always)
  func integer(_ power: Double) -> Int64? {
    let product = double * power
    // This is false for NaN, too.
    guard product.magnitude < Self.integerLimit else { return nil }
    // Above 2⁵¹, a double has no bits for fractions: adding such a number and taking it away rounds to nearest. The
    // processor's own instruction is not part of all x86-64.
    let large = 0x1.8p52
    let integer = (product + large) - large
    return Self(integer / power).bits == bits ? Int64(integer) : nil
  }
}

extension Double: StoredFloat {
  var bits: UInt64 { bitPattern }
  @inline(__always)
  init(bits: UInt64) { self.init(bitPattern: bits) }
  var double: Double { self }
  static var integerLimit: Double { 0x1p51 }
}

extension Float: StoredFloat {
  var bits: UInt32 { bitPattern }
  @inline(__always)
  init(bits: UInt32) { self.init(bitPattern: bits) }
  var double: Double { Double(self) }
  static var integerLimit: Double { 0x1p22 }
}
