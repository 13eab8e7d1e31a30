/// The hybrid of runs and packed bits, which encodes levels and numbers of dictionary entries.
///
/// A run is twice its length as a varint, then its value in as many bytes as its bits need. Packed numbers are twice
/// the number of groups of eight, plus one, as a varint, then the groups.
enum RunLengthEncoding {
  /// Appends the numbers of a dictionary's entries, after their width.
  static func append(entries numbers: ArraySlice<UInt32>, width: Int, to output: inout [UInt8]) {
    output.append(UInt8(width))
    unsafe numbers.withUnsafeBufferPointer { unsafe append($0, width: width, to: &output) }
  }

  /// Appends numbers of at most `width` bits. A width of 0 needs no bytes, as all numbers are 0.
  static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeBufferPointer<Number>, width: Int, to output: inout [UInt8]
  ) {
    guard width > 0 else { return }
    let count = numbers.count
    // The first number that has not been written, and the first that has not been examined. There are whole groups of
    // eight between them.
    var (first, next) = (0, 0)
    while next < count {
      // SAFETY: all positions are below `count`.
      let value = unsafe numbers[next]
      guard next + 8 <= count, unsafe isRun(numbers, at: next) else {
        next = min(next + 8, count)
        continue
      }
      if first < next {
        unsafe appendPacked(UnsafeBufferPointer(rebasing: numbers[first..<next]), width, to: &output)
      }
      var end = next + 8
      while end < count, unsafe numbers[end] == value { end += 1 }
      output.append(varint: UInt64(end - next) << 1)
      let bits = UInt64(truncatingIfNeeded: value)
      for byte in 0..<((width + 7) / 8) {
        output.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte)))
      }
      (first, next) = (end, end)
    }
    if first < count {
      unsafe appendPacked(UnsafeBufferPointer(rebasing: numbers[first..<count]), width, to: &output)
    }
  }

  /// Returns whether the eight numbers at a position are equal.
  @inline(__always)
  private static func isRun<Number: FixedWidthInteger>(
    _ numbers: UnsafeBufferPointer<Number>, at position: Int
  ) -> Bool {
    let value = unsafe numbers[position]
    for distance in 1..<8 where unsafe numbers[position + distance] != value { return false }
    return true
  }

  private static func appendPacked<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeBufferPointer<Number>, _ width: Int, to output: inout [UInt8]
  ) {
    output.append(varint: UInt64((numbers.count + 7) / 8) << 1 | 1)
    unsafe BitPacking.append(numbers, width: width, to: &output)
  }
}
