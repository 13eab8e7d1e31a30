import Foundation

// Encodings that pack.
extension Format {
  /// Numbers in lanes: each lane is a sequence of bits, cut into words; the words of all lanes alternate.
  static func lanes(_ numbers: [UInt64], bits: Int) -> [UInt8] {
    let word = bits <= 16 ? 16 : bits <= 32 ? 32 : 64
    let lanes = 256 / word
    let rows = (numbers.count + lanes - 1) / lanes
    let words = (rows * bits + word - 1) / word
    var packed = [UInt8](repeating: 0, count: words * 32)
    for (position, number) in numbers.enumerated() {
      for bit in 0..<bits where number >> UInt64(bit) & 1 == 1 {
        let inLane = position / lanes * bits + bit
        let at = (inLane / word * lanes + position % lanes) * word + inLane % word
        packed[at / 8] |= 1 << UInt8(at % 8)
      }
    }
    return packed
  }

  static func laneIntegers<Number: FixedWidthInteger>(_ numbers: [Number], base: Number, bits: Int) -> [UInt8]
  {
    let wide = UInt64(truncatingIfNeeded: base)
    return [12, UInt8(bits)] + self.base(base)
      + lanes(numbers.map { UInt64(truncatingIfNeeded: $0) &- wide }, bits: bits)
  }

  /// The column of integers in lanes, if a writer prefers it.
  static func packedIntegers<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8]? {
    let (low, high) = (numbers.min()!, numbers.max()!)
    func width(_ number: UInt64) -> Int { 64 - number.leadingZeroBitCount }
    let bits = width(UInt64(truncatingIfNeeded: high) &- UInt64(truncatingIfNeeded: low))
    guard numbers.count >= 256, bits > 1 else { return nil }
    let size = lanes(numbers.map { _ in 0 }, bits: bits).count
    let plainSize = (numbers.count * widths.first { $0 >= bits }! + 7) / 8
    guard bits < 64, size + size / 8 < plainSize else { return nil }
    return laneIntegers(numbers, base: low >= 0 && width(UInt64(high)) == bits ? 0 : low, bits: bits)
  }

  /// Integers in blocks, each in the form that takes fewer bytes.
  static func blockIntegers<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    let (low, high) = (numbers.min()!, numbers.max()!)
    let wide = UInt64(truncatingIfNeeded: low)
    let range = UInt64(truncatingIfNeeded: high) &- wide
    return [13, UInt8(width(range))] + base(low)
      + blocks(numbers.map { UInt64(truncatingIfNeeded: $0) &- wide })
  }

  private static func width(_ number: UInt64) -> Int { 64 - number.leadingZeroBitCount }

  /// The heads of all blocks, and their rows.
  static func blocks(_ numbers: [UInt64]) -> [UInt8] {
    var (heads, rows) = ([UInt8](), [UInt8]())
    for start in stride(from: 0, to: numbers.count, by: 1024) {
      let block = Array(numbers[start..<min(start + 1024, numbers.count)])
      let before = bytes(UInt64(rows.count / 32), 5)
      let (patched, deltas) = (patchedBlock(block), deltaBlock(block))
      let isDelta = deltas.rows.count + deltas.rows.count / 8 < patched.rows.count
      heads += (isDelta ? deltas : patched).head + before
      rows += (isDelta ? deltas : patched).rows
    }
    return heads + rows
  }

  private static func patchedBlock(_ block: [UInt64]) -> (head: [UInt8], rows: [UInt8]) {
    let base = block.min()!
    let distances = block.map { $0 - base }
    let wider = (0...64).map { bits in distances.indices.filter { width(distances[$0]) > bits } }
    let bits = (0...64).min {
      block.count * $0 / 8 + wider[$0].count * 10 < block.count * $1 / 8 + wider[$1].count * 10
    }!
    let exceptions = wider[bits]
    var rows = bits == 0 ? [] : lanes(distances.map { width($0) > bits ? 0 : $0 }, bits: bits)
    rows += exceptions.flatMap { bytes(distances[$0], 8) } + exceptions.flatMap { bytes(UInt64($0), 2) }
    rows += [UInt8](repeating: 0, count: (32 - rows.count % 32) % 32)
    return (bytes(base, 8) + bytes(0, 8) + [UInt8(bits)] + bytes(UInt64(exceptions.count), 2), rows)
  }

  private static func deltaBlock(_ block: [UInt64]) -> (head: [UInt8], rows: [UInt8]) {
    let differences = zip(block.dropFirst(), block).map { Int64(bitPattern: $0 &- $1) }
    let step = UInt64(bitPattern: differences.min() ?? 0)
    let excesses = [0] + differences.map { UInt64(bitPattern: $0) &- step }
    let bits = width(excesses.max()!)
    let head = bytes(block[0], 8) + bytes(step, 8) + [UInt8(bits), 0xFF, 0xFF]
    if bits == 0 { return (head, []) }
    let sums = stride(from: 0, to: 1024, by: 128).map { excesses.prefix($0 + 1).reduce(0, &+) }
    return (head, lanes(excesses, bits: bits) + sums.flatMap { bytes($0, bits > 22 ? 8 : 4) })
  }

  /// Doubles as decimals, all but some.
  static func decimals(
    exponent: UInt8, _ exceptions: KeyValuePairs<Int, Double>, column: [UInt8]
  ) -> [UInt8] {
    [3, exponent] + varint(exceptions.count) + exceptions.flatMap { bytes(UInt64($0.key), 4) }
      + exceptions.flatMap { bytes($0.value.bitPattern, 8) } + column
  }

  /// Floats byte by byte: the highest of each, then the next.
  static func split(_ numbers: [UInt64], size: Int) -> [UInt8] {
    [2]
      + (0..<size).reversed().flatMap { byte in
        numbers.map { UInt8(truncatingIfNeeded: $0 >> UInt64(8 * byte)) }
      }
  }
}
