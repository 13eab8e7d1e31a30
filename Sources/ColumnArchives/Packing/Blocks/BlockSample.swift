/// Estimates how many bytes the blocks of some numbers take, from some numbers of up to four blocks, and their
/// neighbours.
enum BlockSample {
  private static let sampledBlocks = 4
  private static let sampleCount = 64
  private static let spacing = IntegerBlocks.count / sampleCount

  /// - Parameters:
  ///   - count: The number of numbers, at least those of a block.
  ///   - number: Returns the number at a position.
  @inline(__always)
  static func byteCount(_ count: Int, _ number: (Int) -> UInt64) -> Int {
    let whole = count / IntegerBlocks.count
    let sampled = min(whole, sampledBlocks)
    var size = 0
    for sample in 0..<sampled {
      let first = sample * whole / sampled * IntegerBlocks.count
      unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: sampleCount) { numbers in
        guard let numbers = numbers.baseAddress else { return }
        var base = UInt64.max
        var (low, high) = (Int64.max, Int64.min)
        for position in 0..<sampleCount {
          let (here, next) = (
            number(first &+ position &* spacing), number(first &+ position &* spacing &+ 1)
          )
          // SAFETY: there is room for all samples.
          unsafe numbers[position] = here
          base = min(base, here)
          let difference = Int64(bitPattern: next &- here)
          low = min(low, difference)
          high = max(high, difference)
        }
        let patched = unsafe PatchedBlock.Width(numbers, sampleCount, from: base, weight: spacing).byteCount
        let deltas = DeltaBlock.rowCount(IntegerBlocks.count, bits: DeltaBlock.Differences(low, high).bits)
        size += BlockHead.size + BlockPlan.cheaper(patched, orDeltas: deltas * Lanes.rowSize)
      }
    }
    return size * count / (sampled * IntegerBlocks.count)
  }
}
