/// One bit for each value, from the lowest bit of the first byte.
enum PlainBits: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }

  @inline(__always)
  static func cost(of values: BitValues) -> Int? { byteCount(values.count) }

  @inline(__always)
  private static func byteCount(_ count: Int) -> Int { (count + 7) / 8 }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedBits {
    unsafe PackedBits(bytes: try cursor.readBytes(byteCount(head.count)))
  }

  static func write(_ values: BitValues, to output: OutputBuffer) -> Bool {
    let bytes = unsafe values.bytes
    let byteCount = byteCount(bytes.count)
    let place = unsafe output.reserve(byteCount + 1)
    unsafe place.storeBytes(of: 2, as: UInt8.self)
    let whole = bytes.count / 8
    // SAFETY: `reserve` made room for all bits. There is at least one value, since the table asks for the cost first,
    // so `bytes` has an address.
    let source = unsafe UnsafeRawPointer(bytes.baseAddress!)
    for group in 0..<whole {
      let word = unsafe source.loadLittleEndian(fromByteOffset: group * 8, as: UInt64.self)
      // The lowest bits of the eight bytes are gathered in the highest byte of the product.
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + group, as: UInt8.self)
    }
    if whole < byteCount {
      var byte: UInt8 = 0
      for position in (whole * 8)..<bytes.count { byte |= unsafe bytes[position] << UInt8(position & 7) }
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + whole, as: UInt8.self)
    }
    output.advance(byteCount + 1)
    return true
  }
}
