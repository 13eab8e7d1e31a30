/// Packs numbers, the lowest bits first, as Parquet does in all of its encodings.
enum BitPacking {
  /// Appends numbers in `width` bits each. After the last one, zeros fill up a multiple of eight numbers.
  ///
  /// - Parameter width: 1 to 64. The numbers must fit.
  static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeBufferPointer<Number>, width: Int, to output: inout [UInt8]
  ) {
    let start = output.count
    let byteCount = (numbers.count + 7) / 8 * width
    // Whole words are stored, and the excess of the last word is cut off.
    output.append(contentsOf: repeatElement(0, count: byteCount + 8))
    unsafe output.withUnsafeMutableBytes { output in
      // SAFETY: a word is stored for every 64 bits of the numbers, and another for the rest. All words begin inside the
      // `byteCount` bytes, which are followed by room for a word.
      guard var place = unsafe output.baseAddress?.advanced(by: start) else { return }
      var (word, filled) = (0 as UInt64, 0)
      for position in 0..<numbers.count {
        let number = unsafe UInt64(truncatingIfNeeded: numbers[position])
        word |= number &<< UInt64(filled)
        filled += width
        if filled >= 64 {
          unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
          unsafe place += 8
          filled -= 64
          word = filled > 0 ? number &>> UInt64(width - filled) : 0
        }
      }
      unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
    }
    output.removeLast(8)
  }

  /// Returns the number of bits that a number takes.
  static func width<Number: FixedWidthInteger & UnsignedInteger>(of number: Number) -> Int {
    Number.bitWidth - number.leadingZeroBitCount
  }
}
