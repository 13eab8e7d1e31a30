/// The random numbers of the public Rust serialization benchmark (github.com/djkoloski/rust_serialization_benchmark):
/// PCG XSH RR 64/32 with its seed, sampled as version 0.8 of the crate `rand` does. So its data sets `log`, `mesh`,
/// `minecraft_savedata` and `mk48` have the same values here, and a format has the same size as there: protocol
/// buffers take 884,628, 8,750,000, 596,811 and 1,859,886 bytes in the public tables.
struct PublicRandom {
  private static let increment: UInt64 = 5_897_932_384 << 1 | 1
  private var state: UInt64

  init() {
    state = 3_141_592_653 &+ Self.increment
    step()
  }

  private mutating func step() { state = state &* 6_364_136_223_846_793_005 &+ Self.increment }

  private mutating func next32() -> UInt32 {
    let old = state
    step()
    let mixed = UInt32(truncatingIfNeeded: ((old >> 18) ^ old) >> 27)
    let turns = UInt32(old >> 59)
    return mixed >> turns | mixed << ((32 &- turns) & 31)
  }

  private mutating func next64() -> UInt64 {
    let low = next32()
    return UInt64(next32()) << 32 | UInt64(low)
  }
}

extension PublicRandom {
  /// Returns any number of a type.
  mutating func any<Number: FixedWidthInteger>() -> Number {
    Number.bitWidth > 32 ? Number(truncatingIfNeeded: next64()) : Number(truncatingIfNeeded: next32())
  }

  /// Returns a number in a range, uniformly distributed.
  mutating func number<Number: FixedWidthInteger>(_ range: Range<Number>) -> Number {
    let count = UInt64(truncatingIfNeeded: range.upperBound) &- UInt64(truncatingIfNeeded: range.lowerBound)
    let offset =
      Number.bitWidth > 32
      ? draw(below: count, Self.limit(count)) { $0.next64() }
      : UInt64(
        draw(
          below: UInt32(count),
          Number.bitWidth > 16 ? Self.limit(UInt32(count)) : .max - (.max - UInt32(count) + 1) % UInt32(count)
        ) { $0.next32() })
    return Number(truncatingIfNeeded: UInt64(truncatingIfNeeded: range.lowerBound) &+ offset)
  }

  private mutating func draw<Word: FixedWidthInteger & UnsignedInteger>(
    below count: Word, _ limit: Word, _ next: (inout PublicRandom) -> Word
  ) -> Word where Word.Magnitude == Word {
    while true {
      let product = next(&self).multipliedFullWidth(by: count)
      if product.low <= limit { return product.high }
    }
  }

  /// Returns the limit for the low half of a product; above it, the number is drawn again.
  private static func limit<Word: FixedWidthInteger>(_ count: Word) -> Word {
    (count << count.leadingZeroBitCount) &- 1
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func fraction() -> Float { Float(next32() >> 8) * 0x1p-24 }
  mutating func fraction() -> Double { Double(next64() >> 11) * 0x1p-53 }

  /// Returns a number in a range, out of fewer distinct ones.
  mutating func number(_ range: Range<Float>) -> Float {
    let share = Float(next32() >> 9) * 0x1p-23
    return share * (range.upperBound - range.lowerBound) + range.lowerBound
  }

  mutating func number(_ range: Range<Double>) -> Double {
    let share = Double(next64() >> 12) * 0x1p-52
    return share * (range.upperBound - range.lowerBound) + range.lowerBound
  }

  /// Returns true with a probability below 1.
  mutating func chance(_ probability: Double = 0.5) -> Bool { next64() < UInt64(probability * 0x1p64) }

  mutating func element<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }

  /// Returns a value with probability one half, otherwise nil.
  mutating func perhaps<Value>(_ value: (inout PublicRandom) -> Value) -> Value? {
    chance() ? value(&self) : nil
  }

  /// Returns an array whose count is drawn from a range.
  mutating func array<Value>(_ counts: Range<Int>, _ value: (inout PublicRandom) -> Value) -> [Value] {
    let count = number(counts)
    return (0..<count).map { _ in value(&self) }
  }
}
