/// Bits that are all equal; the first byte is their value.
enum EqualBits: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...1 }

  @inline(__always)
  static func cost(of values: BitValues) -> Int? {
    values.sum == 0 || values.sum == values.count ? 0 : nil
  }

  @inline(__always)
  static func write(_ values: BitValues, to output: OutputBuffer) -> Bool {
    output.append(values.sum == 0 ? 0 : 1)
    return true
  }

  @inline(__always)
  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) -> PackedBits {
    PackedBits(first == 1)
  }
}
