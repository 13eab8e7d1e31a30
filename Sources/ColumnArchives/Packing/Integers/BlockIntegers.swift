internal import ArchiveBytes

/// Integers as their distances from the least of them, in ``IntegerBlocks``.
///
/// The first byte is followed by the width of all distances in bits, a byte from 1 to 64, by the base, a varint like that
/// of equal integers, and then by the blocks.
enum BlockIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 13...13 }

  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? {
    // What has four bits or fewer has little to save; a block that is not full shows too little.
    guard values.count >= IntegerBlocks.count, values.range >= 16 else { return nil }
    return IntegerValues.weighted(estimate(values))
  }

  @inline(never)
  private static func estimate(_ values: IntegerValues) -> Int {
    values.withDistances(from: values.low) { BlockSample.byteCount(values.count, $0) }
  }

  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    let start = output.count
    output.append(bytes.lowerBound)
    output.append(UInt8(64 - values.range.leadingZeroBitCount))
    values.writeBase(values.low, to: output)
    let heads = output.count
    let blocks = IntegerBlocks.blockCount(values.count)
    _ = unsafe output.reserve(blocks * BlockHead.size)
    output.advance(blocks * BlockHead.size)
    let rows = output.count
    // A sample may be wrong: what all blocks take must be worth it, too.
    let limit = values.packedCost
    let isWorthIt = unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: IntegerBlocks.count) {
      guard let numbers = $0.baseAddress else { return false }
      for block in 0..<blocks {
        let first = block * IntegerBlocks.count
        let part = min(values.count - first, IntegerBlocks.count)
        unsafe values.copyDistances(first..<first + part, from: values.low, to: numbers)
        let before = (output.count - rows) / Lanes.rowSize
        let head = unsafe BlockPlan.write(numbers, part, rowsBefore: before, to: output)
        head.store(in: output, at: heads + block * BlockHead.size)
        let cost = IntegerValues.weighted(output.count - heads)
        if before > BlockHead.greatestRowsBefore || cost > limit { return false }
      }
      return true
    }
    if !isWorthIt { output.truncate(to: start) }
    return isWorthIt
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let bits = Int(try cursor.readByte())
    guard (1...64).contains(bits) else { throw cursor.malformed("a width of 1 to 64 bits", "\(bits)") }
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    let blocks = unsafe try IntegerBlocks.open(&cursor, count: head.count)
    // Without numbers there are no blocks, and nothing is unpacked.
    guard let heads = blocks.baseAddress else {
      return PackedIntegers(equalTo: base, isSigned: isSigned)
    }
    return unsafe PackedIntegers(
      base: base, bits: bits, isSigned: isSigned, bytes: heads, size: blocks.count, extent: head.count,
      unpack: unpackBlocks)
  }
}

/// A separate function, since only a top-level function converts to a C function pointer.
private func unpackBlocks(
  _ bytes: UnsafeRawPointer, _ size: Int, _ bits: Int, _ all: Int, _ first: Int, _ count: Int,
  _ target: UnsafeMutablePointer<UInt64>
) {
  // SAFETY: opening the column checked that it has all its bytes, and the caller stays within its count.
  unsafe IntegerBlocks.unpack(bytes, size, of: all, first: first, count: count, to: target)
  if bits == 64 { return }
  let mask = (1 as UInt64) << UInt64(bits) - 1
  for position in 0..<count { unsafe target[position] &= mask }
}
