/// Contiguous integers to be written, at least one, with their minimum and maximum.
@safe
private struct IntegerValues<Number: FixedWidthInteger> {
  // Safe: callers stay within the count.
  let numbers: UnsafeBufferPointer<Number>
  let low: Number
  let high: Number

  private var count: Int { unsafe numbers.count }
  /// The bits of the minimum, sign-extended to 64 bits.
  private var lowBits: UInt64 { UInt64(truncatingIfNeeded: low) }
  /// The distance from the minimum to the maximum.
  private var range: UInt64 { UInt64(truncatingIfNeeded: high) &- lowBits }

  /// The distance from a base of the integer at a position.
  @inline(__always)
  private func distance(_ position: Int, from base: Number) -> UInt64 {
    UInt64(Number.Magnitude(truncatingIfNeeded: unsafe numbers[position] &- base))
  }

  /// Writes the column.
  @inline(never)
  func write(to output: OutputBuffer) {
    if range == 0 { return output.append(equalIntegers: lowBits, isSigned: Number.isSigned) }
    let bits = PackedNumbers.preferredWidth(of: range)
    if writeBlocks(ifBelow: PackedNumbers.byteCount(count, bits: bits), to: output) { return }
    // 0 is the base if distances from 0 need no more bits.
    let fits = low >= 0 && PackedNumbers.preferredWidth(of: UInt64(truncatingIfNeeded: high)) == bits
    let base = bits == 64 || fits ? 0 : low
    output.append(UInt8(bits))
    output.append(base: UInt64(truncatingIfNeeded: base), isSigned: Number.isSigned)
    if bits == Number.bitWidth, base == 0, UInt16(1).littleEndian == 1 {
      return unsafe output.append(UnsafeRawBufferPointer(numbers))
    }
    // As many numbers as fill whole bytes at any width, and stay in the processor's first-level cache.
    unsafe forEachPart(of: 256, from: base) { part, count in
      unsafe PackedNumbers.append(part, count: count, bits: bits, to: output)
      return true
    }
  }

  /// Writes the column in blocks, if this saves a fifth.
  private func writeBlocks(ifBelow byteCount: Int, to output: OutputBuffer) -> Bool {
    // Numbers of four bits or fewer leave little to save, and an incomplete block shows too little.
    guard count >= BlockForm.blockCount, range >= 16 else { return false }
    let limit = byteCount - byteCount / 5
    guard BlockForm.estimate(count, { distance($0, from: low) }) <= limit else { return false }
    let start = output.count
    output.append(PackedIntegers.blocksByte)
    output.append(UInt8(PackedNumbers.width(of: range)))
    output.append(base: lowBits, isSigned: Number.isSigned)
    let first = output.count
    // The sample may be wrong: the size of all blocks must be worth it, too.
    let isWorthIt = unsafe forEachPart(of: BlockForm.blockCount, from: low) { numbers, count in
      unsafe BlockForm.write(numbers, count, to: output)
      return output.count - first <= limit
    }
    if !isWorthIt { output.truncate(to: start) }
    return isWorthIt
  }

  /// Calls `body` with copies of the distances from a base, some at a time, until it returns `false`.
  ///
  /// - Returns: Whether it never returned `false`.
  @discardableResult
  private func forEachPart(
    of partCount: Int, from base: Number, _ body: (UnsafeMutablePointer<UInt64>, Int) -> Bool
  ) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: partCount) { part in
      guard let part = part.baseAddress else { return false }
      for first in stride(from: 0, to: count, by: partCount) {
        let count = min(count - first, partCount)
        // SAFETY: there is room for `partCount` distances.
        for position in 0..<count { unsafe part[position] = distance(first &+ position, from: base) }
        guard unsafe body(part, count) else { return false }
      }
      return true
    }
  }
}

extension OutputBuffer {
  /// Writes a column of contiguous integers.
  ///
  /// - Returns: The minimum and the maximum; `nil` if there are no integers.
  @discardableResult
  @inline(__always)
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>) -> (
    low: Number, high: Number
  )? {
    guard let first = unsafe numbers.first else { return nil }
    var (low, high) = (first, first)
    for index in numbers.indices {
      let number = unsafe numbers[index]
      low = min(low, number)
      high = max(high, number)
    }
    unsafe IntegerValues(numbers: numbers, low: low, high: high).write(to: self)
    return (low, high)
  }

  /// Writes a column of booleans, which are bytes of 0 and 1, at least one.
  ///
  /// - Returns: Their sum.
  @discardableResult
  func append(bits bytes: [UInt8]) -> Int { unsafe bytes.withUnsafeBytes { unsafe append(bits: $0) } }

  @discardableResult
  func append(bits bytes: UnsafeRawBufferPointer) -> Int {
    let whole = bytes.count / 8
    // SAFETY: `reserve` makes room for all bits, after the byte of the encoding.
    let place = unsafe reserve(whole + 2) + 1
    var (sum, last): (Int, UInt8) = (0, 0)
    for group in 0..<whole {
      // The highest byte of a product gathers the lowest bits of the eight bytes, and the other one is their sum.
      let word = unsafe bytes.loadUnaligned(fromByteOffset: group &* 8, as: UInt64.self).littleEndian
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: group, as: UInt8.self)
      sum &+= Int((word &* 0x0101_0101_0101_0101) >> 56)
    }
    for position in whole * 8..<bytes.count {
      last |= unsafe bytes[position] << UInt8(position & 7)
      sum += unsafe Int(bytes[position])
    }
    unsafe place.storeBytes(of: last, toByteOffset: whole, as: UInt8.self)
    let encoding: BitEncoding = sum == 0 ? .allFalse : sum == bytes.count ? .allTrue : .bits
    append(encoding.rawValue)
    if encoding == .bits { advance((bytes.count + 7) / 8) }
    return sum
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
