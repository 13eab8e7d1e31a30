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
    let partsPerBlock = blockCount / partCount
    output.append(varint: UInt64(blockCount))
    output.append(varint: UInt64(partsPerBlock))
    output.append(varint: UInt64(values.count))
    // SAFETY: the positions are below the count of the values.
    func word(_ position: Int) -> Word { unsafe Word(truncatingIfNeeded: values[position]) }
    output.append(varint: Int64(values.isEmpty ? 0 : word(0)).zigzag)
    for start in stride(from: 1, to: values.count, by: blockCount) {
      let distances = (start..<min(start + blockCount, values.count)).map { word($0) &- word($0 - 1) }
      let least = distances.min() ?? 0
      output.append(varint: Int64(least).zigzag)
      let widths = output.count
      output += [UInt8](repeating: 0, count: partsPerBlock)
      for first in stride(from: 0, to: distances.count, by: partCount) {
        let end = min(first + partCount, distances.count)
        var part = distances[first..<end].map { Word.Magnitude(truncatingIfNeeded: $0 &- least) }
        // The last part is filled up with zeros.
        part += repeatElement(0, count: partCount - part.count)
        let width = BitPacking.width(of: part.reduce(0, |))
        output[widths + first / partCount] = UInt8(width)
        if width == 0 { continue }
        unsafe part.withUnsafeBufferPointer { unsafe BitPacking.append($0, width: width, to: &output) }
      }
    }
  }
}
