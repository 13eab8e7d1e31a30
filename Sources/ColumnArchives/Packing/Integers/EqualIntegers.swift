/// Integers that are all equal: one varint, zigzag-encoded if they are signed.
enum EqualIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...0 }

  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? { values.range == 0 ? 0 : nil }

  @inline(__always)
  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    values.writeHead(0, base: values.low, to: output)
    return true
  }

  @inline(__always)
  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let isSigned = head.kind == .signed
    return PackedIntegers(equalTo: try cursor.readBase(isSigned: isSigned), isSigned: isSigned)
  }
}

extension ByteCursor {
  /// Reads the base that distances are added to.
  mutating func readBase(isSigned: Bool) throws -> UInt64 {
    let number = try readVarint()
    return isSigned ? number >> 1 ^ (0 &- (number & 1)) : number
  }
}
