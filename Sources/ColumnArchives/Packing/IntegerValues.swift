internal import ArchiveBytes

/// Contiguous integers to be written, with the least and the greatest of them.
@safe
struct IntegerValues {
  // Safe: there are `count` integers of `size` bytes at the address.
  private let start: UnsafeRawPointer
  private let size: Int
  private let count: Int
  private let isSigned: Bool
  /// The bits of the least integer (`low`) and of the greatest (`high`), sign-extended to 64 bits.
  private let low: UInt64
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
  private var range: UInt64 { high &- low }

  /// Writes the column.
  func write(to output: OutputBuffer) {
    if range == 0 { return output.append(equalIntegers: low, isSigned: isSigned) }
    let bits = PackedNumbers.preferredWidth(of: range)
    if writeBlocks(ifBelow: PackedNumbers.byteCount(count, bits: bits), to: output) { return }
    // 0 is the base if distances from 0 take as many bits.
    let isPositive = !isSigned || Int64(bitPattern: low) >= 0
    let base = bits == 64 || isPositive && PackedNumbers.preferredWidth(of: high) == bits ? 0 : low
    output.append(UInt8(bits))
    output.append(base: base, isSigned: isSigned)
    if bits == 8 * size, base == 0, UInt16(1).littleEndian == 1 {
      return unsafe output.append(UnsafeRawBufferPointer(start: start, count: count * size))
    }
    // As many numbers as fill whole bytes in each width, and stay in the processor's nearest cache.
    unsafe forEachPart(of: 256, from: base) { part, count in
      unsafe PackedNumbers.append(part, count: count, bits: bits, to: output)
      return true
    }
  }

  /// Writes the column in blocks, if that saves a fifth.
  private func writeBlocks(ifBelow byteCount: Int, to output: OutputBuffer) -> Bool {
    // What has four bits or fewer has little to save; a block that is not full shows too little.
    guard count >= BlockForm.blockCount, range >= 16 else { return false }
    let limit = byteCount - byteCount / 5
    guard estimate() <= limit else { return false }
    let start = output.count
    output.append(PackedIntegers.blocksByte)
    output.append(UInt8(PackedNumbers.width(of: range)))
    output.append(base: low, isSigned: isSigned)
    let first = output.count
    // A sample may be wrong: what all blocks take must be worth it, too.
    let isWorthIt = unsafe forEachPart(of: BlockForm.blockCount, from: low) { numbers, count in
      unsafe BlockForm.write(numbers, count, to: output)
      return output.count - first <= limit
    }
    if !isWorthIt { output.truncate(to: start) }
    return isWorthIt
  }

  @inline(never)
  private func estimate() -> Int { withDistances(from: low) { BlockForm.estimate(count, $0) } }

  /// Calls `body` with copies of the distances from a base, some at a time, until it returns `false`.
  ///
  /// - Returns: Whether it never did.
  @discardableResult
  private func forEachPart(
    of partCount: Int, from base: UInt64, _ body: (UnsafeMutablePointer<UInt64>, Int) -> Bool
  ) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: partCount) { part in
      guard let part = part.baseAddress else { return false }
      for first in stride(from: 0, to: count, by: partCount) {
        let count = min(count - first, partCount)
        withDistances(from: base) { distance in
          // SAFETY: there is room for `partCount` distances.
          for position in 0..<count { unsafe part[position] = distance(first &+ position) }
        }
        guard unsafe body(part, count) else { return false }
      }
      return true
    }
  }

  /// Calls `body` with a function that returns the distance from the base of the integer at a position.
  @inline(__always)
  private func withDistances<Result>(from base: UInt64, _ body: (_ distance: (Int) -> UInt64) -> Result)
    -> Result
  {
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
    // SAFETY: `start` is the address of `count` integers of this width, and callers stay within the count.
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
    unsafe IntegerValues(numbers, low: low, high: high).write(to: self)
  }

  /// Writes a column of integers that are all equal.
  func append(equalIntegers bits: UInt64, isSigned: Bool) {
    append(0)
    append(base: bits, isSigned: isSigned)
  }

  fileprivate func append(base: UInt64, isSigned: Bool) {
    if isSigned { append(zigzag: Int64(bitPattern: base)) } else { append(varint: base) }
  }

  func append(zigzag number: Int64) { append(varint: UInt64(bitPattern: number << 1 ^ number >> 63)) }
}
