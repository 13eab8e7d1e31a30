/// Integers by their distances from a base, in 1 to 8 bytes each, the lowest first.
///
/// Behind the first byte, which says the width, are the base, a varint as that of equal integers, and the distances.
enum ByteIntegers {
  static let encoding = ColumnEncoding<IntegerValues, PackedIntegers>(
    name: "bytes", bytes: firstByte + 1...firstByte + 8, version: 1,
    cost: { values in values.count * byteCount(of: values.range) },
    write: { values, output in
      write(values, to: output)
      return true
    },
    open: { byte, cursor, head in try open(width: Int(byte - firstByte), &cursor, head) })

  /// The byte for no bytes; more follow.
  private static let firstByte: UInt8 = 3

  private static func byteCount(of number: UInt64) -> Int {
    max((64 - number.leadingZeroBitCount + 7) / 8, 1)
  }

  private static func write(_ values: IntegerValues, to output: OutputBuffer) {
    let width = byteCount(of: values.range)
    let base = values.base { 8 * byteCount(of: $0) }
    values.writeHead(firstByte + UInt8(width), base: base, to: output)
    let place = unsafe output.reserve(values.count * width)
    // SAFETY: `reserve` made room for all, and for a whole word behind the last.
    switch width {
    case 1: values.visit(from: base) { unsafe store($1, as: UInt8.self, at: place, $0) }
    case 2: values.visit(from: base) { unsafe store($1, as: UInt16.self, at: place, $0) }
    case 4: values.visit(from: base) { unsafe store($1, as: UInt32.self, at: place, $0) }
    case 8: values.visit(from: base) { unsafe store($1, as: UInt64.self, at: place, $0) }
    default:
      values.visit(from: base) { position, distance in
        unsafe place.storeBytes(of: distance.littleEndian, toByteOffset: position * width, as: UInt64.self)
      }
    }
    output.advance(values.count * width)
  }

  @inline(__always)
  private static func store<Stored: FixedWidthInteger>(
    _ distance: UInt64, as type: Stored.Type, at place: UnsafeMutableRawPointer, _ position: Int
  ) {
    unsafe place.storeBytes(
      of: Stored(truncatingIfNeeded: distance).littleEndian,
      toByteOffset: position * MemoryLayout<Stored>.size, as: Stored.self)
  }

  private static func open(width: Int, _ cursor: inout ByteCursor, _ head: ColumnHead) throws
    -> PackedIntegers
  {
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    // A count is less than 2⁵⁶.
    let byteCount = head.count * width
    let bytes = unsafe try cursor.readBytes(byteCount)
    if width.nonzeroBitCount == 1 {
      return unsafe PackedIntegers(base: base, words: bytes, size: width, stride: width, isSigned: isSigned)
    }
    // How many of them a whole word may be loaded at, without passing the end of the archive.
    let last = cursor.remaining + byteCount - 8
    let whole = last < 0 ? 0 : last / width + 1
    return PackedIntegers(base: base, bits: 8 * width, isSigned: isSigned) { first, count, target in
      unsafe read(bytes, width: width, whole: whole, from: first, count: count, to: target)
    }
  }

  private static func read(
    _ bytes: UnsafeRawPointer, width: Int, whole: Int, from first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    let mask = (1 as UInt64) << UInt64(8 * width) - 1
    let loaded = min(max(whole - first, 0), count)
    // SAFETY: opening the column checked that it has all its bytes.
    for position in 0..<loaded {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: (first + position) * width, as: UInt64.self)
      unsafe target[position] = UInt64(littleEndian: word) & mask
    }
    for position in loaded..<count {
      var number: UInt64 = 0
      for byte in 0..<width {
        let value = unsafe bytes.load(fromByteOffset: (first + position) * width + byte, as: UInt8.self)
        number |= UInt64(value) << UInt64(8 * byte)
      }
      unsafe target[position] = number
    }
  }
}
