/// A bit for each value, the first in the lowest of the first byte.
enum PlainBits {
  static let encoding = ColumnEncoding<BitValues, PackedBits>(
    name: "bits", bytes: 2...2, version: 1,
    cost: { byteCount($0.bytes.count) },
    write: { values, output in
      write(values.bytes, to: output)
      return true
    },
    open: { _, cursor, head in unsafe PackedBits(bytes: try cursor.readBytes(byteCount(head.count))) })

  private static func byteCount(_ count: Int) -> Int { (count + 7) / 8 }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: OutputBuffer) {
    let byteCount = byteCount(bytes.count)
    let place = unsafe output.reserve(byteCount + 1)
    unsafe place.storeBytes(of: 2, as: UInt8.self)
    let whole = bytes.count / 8
    // SAFETY: `reserve` made room for all bits, and the table asks for a cost before it writes: none is no bits.
    let source = unsafe UnsafeRawPointer(bytes.baseAddress!)
    for group in 0..<whole {
      let word = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: group * 8, as: UInt64.self))
      // The lowest bits of the eight bytes, gathered in the highest byte of the product.
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + group, as: UInt8.self)
    }
    if whole < byteCount {
      var byte: UInt8 = 0
      for position in (whole * 8)..<bytes.count { byte |= unsafe bytes[position] << UInt8(position & 7) }
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + whole, as: UInt8.self)
    }
    output.advance(byteCount + 1)
  }
}
