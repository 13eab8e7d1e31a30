/// Packs numbers, the lowest bits first, as Parquet does in all of its encodings.
enum BitPacking {
  /// Appends numbers in `width` bits each. After the last one, zeros fill up a multiple of eight numbers.
  ///
  /// - Parameter width: 1 to 64. The numbers must fit.
  static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeBufferPointer<Number>, width: Int, to output: inout [UInt8]
  ) {
    let end = output.count + (numbers.count + 7) / 8 * width
    var (word, filled) = (0 as UInt64, 0)
    for position in numbers.indices {
      let number = unsafe UInt64(truncatingIfNeeded: numbers[position])
      word |= number << UInt64(filled)
      filled += width
      guard filled >= 64 else { continue }
      output.append(number: word)
      filled -= 64
      word = filled > 0 ? number >> UInt64(width - filled) : 0
    }
    output.append(number: word)
    output += repeatElement(0, count: max(end - output.count, 0))
    output.removeLast(output.count - end)
  }

  /// Returns the number of bits that a number takes.
  static func width<Number: FixedWidthInteger & UnsignedInteger>(of number: Number) -> Int {
    Number.bitWidth - number.leadingZeroBitCount
  }
}
