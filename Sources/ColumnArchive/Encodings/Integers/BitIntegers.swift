/// Integers by their distances from a base, in 1, 2 or 4 bits each, from the lowest of the first byte on.
///
/// Behind the first byte, which says the width, are the base, a varint as that of equal integers, and the distances.
enum BitIntegers {
  static let encoding = ColumnEncoding<IntegerValues, PackedIntegers>(
    name: "bits", bytes: 1...3, version: 1,
    cost: { values in
      values.range < 16 ? (values.count * bitCount(of: values.range) + 7) / 8 : nil
    },
    write: { values, output in
      write(values, to: output)
      return true
    },
    open: { byte, cursor, head in
      let isSigned = head.kind == .signed
      let base = try cursor.readBase(isSigned: isSigned)
      let bits = 1 << (Int(byte) - 1)
      // A count is less than 2⁵⁶.
      let bytes = unsafe try cursor.readBytes((head.count * bits + 7) / 8)
      // SAFETY: all bytes are there, and the caller of the closure keeps to the count.
      return PackedIntegers(base: base, bits: bits, isSigned: isSigned) { first, count, target in
        switch bits {
        case 1: unsafe read(bytes, bits: 1, from: first, count: count, to: target)
        case 2: unsafe read(bytes, bits: 2, from: first, count: count, to: target)
        default: unsafe read(bytes, bits: 4, from: first, count: count, to: target)
        }
      }
    })

  private static func bitCount(of number: UInt64) -> Int { number < 2 ? 1 : number < 4 ? 2 : 4 }

  private static func write(_ values: IntegerValues, to output: OutputBuffer) {
    let bits = bitCount(of: values.range)
    let base = values.base {
      let count = 64 - $0.leadingZeroBitCount
      return count > 4 ? count : bitCount(of: $0)
    }
    values.writeHead(bits == 1 ? 1 : bits == 2 ? 2 : 3, base: base, to: output)
    let byteCount = (values.count * bits + 7) / 8
    let place = unsafe output.reserve(byteCount)
    // SAFETY: `reserve` made room for all bytes.
    switch bits {
    case 1: unsafe write(values, from: base, bits: 1, at: place)
    case 2: unsafe write(values, from: base, bits: 2, at: place)
    default: unsafe write(values, from: base, bits: 4, at: place)
    }
    output.advance(byteCount)
  }

  @inline(__always)
  private static func write(
    _ values: IntegerValues, from base: UInt64, bits: Int, at place: UnsafeMutableRawPointer
  ) {
    let perByte = 8 / bits
    let last = values.count - 1
    var byte: UInt8 = 0
    values.visit(from: base) { position, distance in
      let slot = position & (perByte - 1)
      byte |= UInt8(truncatingIfNeeded: distance) &<< UInt8(truncatingIfNeeded: slot * bits)
      if slot == perByte - 1 || position == last {
        unsafe place.storeBytes(of: byte, toByteOffset: position / perByte, as: UInt8.self)
        byte = 0
      }
    }
  }

  @inline(__always)
  private static func read(
    _ bytes: UnsafeRawPointer, bits: Int, from first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    let perByte = 8 / bits
    let mask = UInt8(1 << bits - 1)
    var position = 0
    while position < count {
      let number = first + position
      let slot = number & (perByte - 1)
      var byte = unsafe bytes.load(fromByteOffset: number / perByte, as: UInt8.self)
      if slot == 0, count - position >= perByte {
        for slot in 0..<perByte {
          unsafe target[position + slot] = UInt64(byte >> UInt8(truncatingIfNeeded: slot * bits) & mask)
        }
        position += perByte
        continue
      }
      byte >>= UInt8(truncatingIfNeeded: slot * bits)
      unsafe target[position] = UInt64(byte & mask)
      position += 1
    }
  }
}
