/// Integers as their distances from a base, in 1 to 8 bytes each, lowest byte first.
///
/// The first byte gives the width. It is followed by the base, a varint like that of equal integers, and then by the
/// distances.
enum ByteIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 4...11 }

  /// The first byte minus the width.
  private static let firstByte: UInt8 = 3

  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? { values.count * byteCount(of: values.range) }

  @inline(__always)
  static func byteCount(of number: UInt64) -> Int {
    max((64 - number.leadingZeroBitCount + 7) / 8, 1)
  }

  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    let width = byteCount(of: values.range)
    let base = values.base { 8 * byteCount(of: $0) }
    values.writeHead(firstByte + UInt8(width), base: base, to: output)
    let count = values.count
    let place = unsafe output.reserve(count * width)
    // SAFETY: `reserve` made room for all distances, and for a whole word after the last.
    values.withDistances(from: base) { distance in
      switch width {
      case 1: unsafe store(count, as: UInt8.self, at: place, distance)
      case 2: unsafe store(count, as: UInt16.self, at: place, distance)
      case 4: unsafe store(count, as: UInt32.self, at: place, distance)
      case 8: unsafe store(count, as: UInt64.self, at: place, distance)
      default:
        for position in 0..<count {
          unsafe place.storeBytes(
            of: distance(position).littleEndian, toByteOffset: position * width, as: UInt64.self)
        }
      }
    }
    output.advance(count * width)
    return true
  }

  @inline(__always)
  private static func store<Stored: FixedWidthInteger>(
    _ count: Int, as type: Stored.Type, at place: UnsafeMutableRawPointer, _ distance: (Int) -> UInt64
  ) {
    for position in 0..<count {
      unsafe place.storeBytes(
        of: Stored(truncatingIfNeeded: distance(position)).littleEndian,
        toByteOffset: position * MemoryLayout<Stored>.size, as: Stored.self)
    }
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    let width = Int(first - firstByte)
    // The product cannot overflow: a count is less than 2⁵⁶.
    let byteCount = head.count * width
    let bytes = unsafe try cursor.readBytes(byteCount)
    if width.nonzeroBitCount == 1 {
      return unsafe PackedIntegers(base: base, words: bytes, size: width, stride: width, isSigned: isSigned)
    }
    return unsafe PackedIntegers(
      base: base, bits: 8 * width, isSigned: isSigned, bytes: bytes,
      extent: byteCount + cursor.remaining, unpack: unpackBytes)
  }
}

/// A separate function, since only a top-level function converts to a C function pointer.
private func unpackBytes(
  _ bytes: UnsafeRawPointer, _ size: Int, _ bits: Int, _ extent: Int, _ first: Int, _ count: Int,
  _ target: UnsafeMutablePointer<UInt64>
) {
  let width = bits / 8
  let mask = (1 as UInt64) << UInt64(bits) - 1
  // The number of distances at which a whole word can be loaded without passing the end of the archive.
  let whole = extent < 8 ? 0 : (extent - 8) / width + 1
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
