import Foundation

// Encodings that pack.
extension Format {
  /// Some widths of integers.
  static let widths = [0, 1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64]

  private static func width(_ number: UInt64) -> Int {
    let bits = 64 - number.leadingZeroBitCount
    return bits > 56 ? 64 : bits
  }

  /// The width that writers choose: that of a word, unless less saves a ninth.
  static func preferredWidth(_ number: UInt64) -> Int {
    let bits = width(number)
    let word = [8, 16, 32, 64].first { $0 >= bits }!
    return bits * 9 >= word * 8 ? word : bits
  }

  /// A column of integers of so many bits each. A reader takes any base and width.
  static func integers<Number: FixedWidthInteger>(_ numbers: [Number], base: Number, bits: Int) -> [UInt8] {
    let wide = UInt64(truncatingIfNeeded: base)
    return [UInt8(bits)] + self.base(base)
      + packed(numbers.map { UInt64(truncatingIfNeeded: $0) &- wide }, bits: bits)
  }

  /// A column of integers, not in blocks, with the width and the base that writers choose.
  static func integers<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    let (low, high) = (numbers.min()!, numbers.max()!)
    let bits = preferredWidth(UInt64(truncatingIfNeeded: high) &- UInt64(truncatingIfNeeded: low))
    let isPlain = bits == 64 || bits > 0 && low >= 0 && preferredWidth(UInt64(high)) == bits
    return integers(numbers, base: isPlain ? 0 : low, bits: bits)
  }

  /// The base of distances, in zigzag form if it is signed.
  static func base<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    let signed = Int64(truncatingIfNeeded: number)
    return varint(
      Number.isSigned ? UInt64(bitPattern: signed << 1 ^ signed >> 63) : UInt64(truncatingIfNeeded: number))
  }

  /// Numbers of so many bits each, side by side.
  static func packed(_ numbers: [UInt64], bits: Int) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: (numbers.count * bits + 7) / 8)
    for (position, number) in numbers.enumerated() {
      for bit in 0..<bits where number >> UInt64(bit) & 1 == 1 {
        packed[(position * bits + bit) / 8] |= 1 << UInt8((position * bits + bit) % 8)
      }
    }
    return packed
  }

  /// Integers in blocks, each in the form that takes fewer bytes.
  static func blockIntegers<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    let (low, high) = (numbers.min()!, numbers.max()!)
    let wide = UInt64(truncatingIfNeeded: low)
    let distances = numbers.map { UInt64(truncatingIfNeeded: $0) &- wide }
    let blocks = stride(from: 0, to: numbers.count, by: 1024).flatMap {
      block(Array(distances[$0..<min($0 + 1024, numbers.count)]))
    }
    return [65, UInt8(width(UInt64(truncatingIfNeeded: high) &- wide))] + base(low) + blocks
  }

  private static func block(_ numbers: [UInt64]) -> [UInt8] {
    func size(_ bits: Int) -> Int { (numbers.count * bits + 7) / 8 }
    let base = numbers.min()!
    let distances = numbers.map { $0 - base }
    let sizes = (Array(0...56) + [64]).map { bits in
      (bits: bits, size: size(bits) + 10 * distances.count { width($0) > bits })
    }
    let (bits, distanceSize) = sizes.min { $0.size < $1.size }!
    let differences = zip(numbers.dropFirst(), numbers).map { Int64(bitPattern: $0 &- $1) }
    let step = differences.min() ?? 0
    let excesses = [0] + differences.map { UInt64(bitPattern: $0 &- step) }
    let deltaBits = width(excesses.max()!)
    if size(deltaBits) * 9 / 8 < distanceSize {
      return [UInt8(deltaBits) + 128] + varint(numbers[0]) + self.base(step)
        + packed(excesses, bits: deltaBits)
    }
    let exceptions = distances.indices.filter { width(distances[$0]) > bits }
    return [UInt8(bits)] + varint(base) + varint(exceptions.count)
      + packed(distances.map { width($0) > bits ? 0 : $0 }, bits: bits)
      + exceptions.flatMap { bytes(UInt64($0), 2) + bytes(distances[$0], 8) }
  }

  /// Doubles as decimals, all but some.
  static func decimals(
    exponent: UInt8, _ exceptions: KeyValuePairs<Int, Double>, column: [UInt8]
  ) -> [UInt8] {
    [3, exponent] + varint(exceptions.count) + column
      + exceptions.flatMap { bytes(UInt64($0.key), 4) + bytes($0.value.bitPattern, 8) }
  }

  /// Floats byte by byte: the highest of each, then the next.
  static func split(_ numbers: [UInt64], size: Int) -> [UInt8] {
    [2]
      + (0..<size).reversed().flatMap { byte in
        numbers.map { UInt8(truncatingIfNeeded: $0 >> UInt64(8 * byte)) }
      }
  }
}
