/// `DELTA_BINARY_PACKED`: integers as their differences from the integers before them.
///
/// A head of four varints (the size of a block, the number of its parts, the number of integers, the first integer)
/// comes first, then blocks. A block contains the least difference, a byte for the width of each part, and the parts. A
/// part contains differences minus the least one, in its width.
enum DeltaEncoding {
  static let blockCount = 128
  static let partCount = 32

  /// Appends integers. Their differences are computed in the width of `Word`, and may overflow.
  static func append<Word: FixedWidthInteger & SignedInteger>(
    _ values: UnsafeBufferPointer<Int64>, as type: Word.Type, to output: inout [UInt8]
  ) where Word.Magnitude: UnsignedInteger & FixedWidthInteger {
    let parts = blockCount / partCount
    output.append(varint: UInt64(blockCount))
    output.append(varint: UInt64(parts))
    output.append(varint: UInt64(values.count))
    let first = unsafe values.first.map { Word(truncatingIfNeeded: $0) } ?? 0
    output.append(varint: Int64(first).zigzag)
    unsafe withUnsafeTemporaryAllocation(of: Word.self, capacity: blockCount) { distances in
      var (before, next) = (first, 1)
      while next < values.count {
        let count = min(blockCount, values.count - next)
        var least = Word.max
        // SAFETY: the positions are below the count of the values, and below the size of a block.
        for position in 0..<count {
          let value = unsafe Word(truncatingIfNeeded: values[next + position])
          let distance = value &- before
          unsafe distances[position] = distance
          least = min(least, distance)
          before = value
        }
        output.append(varint: Int64(least).zigzag)
        unsafe append(
          UnsafeMutableBufferPointer(rebasing: distances[..<count]), from: least, to: &output)
        next += count
      }
    }
  }

  /// Appends the widths and the parts of a block.
  private static func append<Word: FixedWidthInteger & SignedInteger>(
    _ distances: UnsafeMutableBufferPointer<Word>, from least: Word, to output: inout [UInt8]
  ) where Word.Magnitude: UnsignedInteger & FixedWidthInteger {
    let widths = output.count
    for _ in 0..<(blockCount / partCount) { output.append(0) }
    // The last part is filled up with zeros.
    unsafe withUnsafeTemporaryAllocation(of: Word.Magnitude.self, capacity: partCount) { part in
      for number in 0..<((distances.count + partCount - 1) / partCount) {
        let first = number * partCount
        let count = min(partCount, distances.count - first)
        var bits: Word.Magnitude = 0
        for position in 0..<partCount {
          let word: Word.Magnitude =
            position < count
            ? Word.Magnitude(truncatingIfNeeded: unsafe distances[first + position] &- least) : 0
          unsafe part[position] = word
          bits |= word
        }
        let width = BitPacking.width(of: bits)
        output[widths + number] = UInt8(width)
        if width > 0 { unsafe BitPacking.append(UnsafeBufferPointer(part), width: width, to: &output) }
      }
    }
  }
}
