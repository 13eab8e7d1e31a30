/// A block of numbers that each add to the one before: a step, which is the least difference between neighbours, and
/// what their difference exceeds it by, in lanes. The first number is the base; its place in the lanes has 0.
///
/// So that a reader need not begin with the first, the lanes are followed by the sum of all excesses up to each 128th,
/// which begins with 0: four bytes each if no excess has more than 22 bits, otherwise eight. Deltas in blocks with known
/// sums are those of Lemire and Boytsov, "Decoding billions of integers per second through vectorization", Software:
/// Practice and Experience 45, 2015. Of differences of differences there are none: where they would take fewer bits, the
/// step takes their place.
enum DeltaBlock {
  /// The number of numbers between two known sums.
  static let spacing = 128
  /// The greatest width at which sums of all excesses have four bytes.
  private static let greatestNarrowWidth = 22

  @inline(__always)
  static func rowCount(_ count: Int, bits: Int) -> Int {
    bits == 0
      ? 0 : Lanes.rowCount(count, bits: bits) + (bits <= greatestNarrowWidth ? 1 : 2)
  }

  // MARK: Writing

  /// What differences there are between neighbours.
  struct Differences {
    /// The least difference.
    let step: UInt64
    /// The width of what they exceed it by.
    let bits: Int

    /// Looks at some distances, of which there is at least one.
    @inline(__always)
    init(_ distances: UnsafePointer<UInt64>, _ count: Int) {
      var (low, high) = count < 2 ? (0, 0) : (Int64.max, Int64.min)
      // SAFETY: the caller has `count` distances.
      for position in stride(from: 1, to: count, by: 1) {
        let difference = unsafe Int64(bitPattern: distances[position] &- distances[position - 1])
        low = min(low, difference)
        high = max(high, difference)
      }
      self.init(low, high)
    }

    @inline(__always)
    init(_ low: Int64, _ high: Int64) {
      step = UInt64(bitPattern: low)
      bits = 64 - (UInt64(bitPattern: high) &- step).leadingZeroBitCount
    }
  }

  /// Packs numbers, which are changed to their excesses.
  static func write(
    _ numbers: UnsafeMutablePointer<UInt64>, _ count: Int, _ differences: Differences, to output: OutputBuffer
  ) {
    guard differences.bits > 0 else { return }
    // SAFETY: the caller has `count` numbers.
    for position in stride(from: count - 1, to: 0, by: -1) {
      unsafe numbers[position] &-= numbers[position - 1] &+ differences.step
    }
    unsafe numbers[0] = 0
    unsafe Lanes.append(numbers, count: count, from: 0, bits: differences.bits, to: output)
    var sum: UInt64 = 0
    for position in 0..<IntegerBlocks.count {
      if position < count { unsafe sum &+= numbers[position] }
      guard position % spacing == 0 else { continue }
      if differences.bits <= greatestNarrowWidth {
        output.append(number: UInt32(truncatingIfNeeded: sum))
      } else {
        output.append(number: sum)
      }
    }
  }

  // MARK: Reading

  /// Unpacks `count` numbers of a block of `all`, from `first` on. They are between two known sums.
  @inline(__always)
  static func unpack(
    _ head: BlockHead, _ rows: UnsafeRawPointer, of all: Int, first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    let number = first / spacing
    let known = number * spacing
    var sum = head.base &+ head.step &* UInt64(known)
    guard head.bits > 0 else {
      for position in 0..<count {
        unsafe target[position] = head.base &+ head.step &* UInt64(first + position)
      }
      return
    }
    // SAFETY: the caller has checked that all rows are there, and stays within the block. The target has room for 128.
    unsafe Lanes.unpack(rows, bits: head.bits, first: known, count: first - known + count, to: target)
    let sums = unsafe rows + Lanes.rowCount(all, bits: head.bits) * Lanes.rowSize
    if head.bits <= greatestNarrowWidth {
      sum &+= unsafe UInt64(sums.loadLittleEndian(fromByteOffset: 4 * number, as: UInt32.self))
    } else {
      sum &+= unsafe sums.loadLittleEndian(fromByteOffset: 8 * number, as: UInt64.self)
    }
    // The excess of the first is in the known sum.
    unsafe target[0] = sum
    for position in 1..<max(first - known + count, 1) {
      sum &+= unsafe target[position] &+ head.step
      unsafe target[position] = sum
    }
    if first > known {
      for position in 0..<count { unsafe target[position] = unsafe target[first - known + position] }
    }
  }
}
