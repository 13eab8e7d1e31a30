/// Integers as their distances from a base, in 1, 2 or 4 bits each, from the lowest bits of the first byte.
///
/// The first byte gives the width. It is followed by the base, a varint like that of equal integers, and then by the
/// distances.
enum BitIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 1...3 }

  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? {
    values.range < 16 ? byteCount(values.count, bits: bitCount(of: values.range)) : nil
  }

  @inline(__always)
  private static func bitCount(of number: UInt64) -> Int { number < 2 ? 1 : number < 4 ? 2 : 4 }

  /// The product cannot overflow: a count is less than 2⁵⁶.
  @inline(__always)
  private static func byteCount(_ count: Int, bits: Int) -> Int { (count * bits + 7) / 8 }

  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    let bits = bitCount(of: values.range)
    let base = values.base {
      let count = 64 - $0.leadingZeroBitCount
      return count > 4 ? count : bitCount(of: $0)
    }
    values.writeHead(bits == 1 ? 1 : bits == 2 ? 2 : 3, base: base, to: output)
    let (count, byteCount) = (values.count, byteCount(values.count, bits: bits))
    let place = unsafe output.reserve(byteCount)
    // SAFETY: `reserve` made room for all `byteCount` bytes.
    values.withDistances(from: base) { distance in
      switch bits {
      case 1: unsafe pack(count, bits: 1, at: place, distance)
      case 2: unsafe pack(count, bits: 2, at: place, distance)
      default: unsafe pack(count, bits: 4, at: place, distance)
      }
    }
    output.advance(byteCount)
    return true
  }

  /// Packs distances and stores them byte by byte.
  @inline(__always)
  private static func pack(
    _ count: Int, bits: Int, at place: UnsafeMutableRawPointer, _ distance: (Int) -> UInt64
  ) {
    let perByte = 8 / bits
    let whole = count / perByte
    for index in 0..<whole {
      var byte: UInt64 = 0
      for slot in 0..<perByte { byte |= distance(index * perByte + slot) &<< UInt64(slot * bits) }
      unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: index, as: UInt8.self)
    }
    let rest = count - whole * perByte
    if rest == 0 { return }
    var byte: UInt64 = 0
    for slot in 0..<rest { byte |= distance(whole * perByte + slot) &<< UInt64(slot * bits) }
    unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: whole, as: UInt8.self)
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    let bits = 1 << (Int(first) - 1)
    let bytes = unsafe try cursor.readBytes(byteCount(head.count, bits: bits))
    return unsafe PackedIntegers(
      base: base, bits: bits, isSigned: isSigned, bytes: bytes, extent: 0, unpack: unpackBits)
  }

  @inline(__always)
  fileprivate static func unpack(
    _ bytes: UnsafeRawPointer, bits: Int, from first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    let perByte = 8 / bits
    let mask = UInt8(1 << bits - 1)
    var position = 0
    while position < count {
      let number = first + position
      let slot = number & (perByte - 1)
      let byte = unsafe bytes.load(fromByteOffset: number / perByte, as: UInt8.self)
      if slot == 0, count - position >= perByte {
        for slot in 0..<perByte {
          unsafe target[position + slot] = UInt64(byte &>> UInt8(truncatingIfNeeded: slot * bits) & mask)
        }
        position += perByte
      } else {
        unsafe target[position] = UInt64(byte &>> UInt8(truncatingIfNeeded: slot * bits) & mask)
        position += 1
      }
    }
  }
}

/// A separate function, since only a top-level function converts to a C function pointer.
private func unpackBits(
  _ bytes: UnsafeRawPointer, _ size: Int, _ bits: Int, _ extent: Int, _ first: Int, _ count: Int,
  _ target: UnsafeMutablePointer<UInt64>
) {
  // SAFETY: opening the column checked that it has all its bytes, and the caller stays within its count.
  switch bits {
  case 1: unsafe BitIntegers.unpack(bytes, bits: 1, from: first, count: count, to: target)
  case 2: unsafe BitIntegers.unpack(bytes, bits: 2, from: first, count: count, to: target)
  default: unsafe BitIntegers.unpack(bytes, bits: 4, from: first, count: count, to: target)
  }
}
