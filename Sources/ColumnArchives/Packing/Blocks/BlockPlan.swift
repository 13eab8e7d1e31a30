/// Writes a block of numbers in the form that takes fewer bytes.
enum BlockPlan {
  /// Deltas take more time to read, so they must save an eighth.
  @inline(__always)
  static func isBetter(deltas: Int, than patched: Int) -> Bool { deltas + deltas / 8 < patched }

  @inline(__always)
  static func cheaper(_ patched: Int, orDeltas deltas: Int) -> Int {
    isBetter(deltas: deltas, than: patched) ? deltas : patched
  }

  /// Writes the rows of a block. The numbers are overwritten.
  ///
  /// - Returns: The head of the block.
  static func write(
    _ numbers: UnsafeMutablePointer<UInt64>, _ count: Int, rowsBefore: Int, to output: OutputBuffer
  ) -> BlockHead {
    var base = UInt64.max
    // SAFETY: the caller has `count` numbers, at least one.
    for position in 0..<count { base = unsafe min(base, numbers[position]) }
    let width = unsafe PatchedBlock.Width(numbers, count, from: base)
    let differences = unsafe DeltaBlock.Differences(numbers, count)
    let deltas = DeltaBlock.rowCount(count, bits: differences.bits)
    let patched = PatchedBlock.rowCount(count, bits: width.bits, width.exceptionCount)
    guard isBetter(deltas: deltas, than: patched) else {
      unsafe PatchedBlock.write(numbers, count, from: base, width, to: output)
      return BlockHead(
        base: base, bits: width.bits, exceptionCount: width.exceptionCount, rowsBefore: rowsBefore)
    }
    let first = unsafe numbers[0]
    unsafe DeltaBlock.write(numbers, count, differences, to: output)
    return BlockHead(base: first, step: differences.step, bits: differences.bits, rowsBefore: rowsBefore)
  }
}
