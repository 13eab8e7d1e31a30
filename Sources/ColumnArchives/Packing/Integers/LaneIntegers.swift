/// Integers as their distances from a base, in any number of bits each, in ``Lanes``.
///
/// The first byte is followed by the width, a byte from 1 to 63, by the base, a varint like that of equal integers, and
/// then by the distances.
enum LaneIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 12...12 }

  /// With fewer integers, the unused lanes at the end take what narrow integers save.
  static let leastCount = 256

  /// Unless a ninth is saved, other encodings are preferred, which take less time.
  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? {
    guard values.count >= leastCount, values.range > 1 else { return nil }
    let bits = bitCount(of: values.range)
    // As many bits as the words of other encodings have.
    guard bits & (bits - 1) != 0 else { return nil }
    let cost = Lanes(bits: bits).byteCount(values.count)
    return cost + cost >> 3
  }

  @inline(__always)
  private static func bitCount(of number: UInt64) -> Int { max(64 - number.leadingZeroBitCount, 1) }

  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    let lanes = Lanes(bits: bitCount(of: values.range))
    let base = values.base(inSteps: bitCount)
    output.append(bytes.lowerBound)
    output.append(UInt8(lanes.bits))
    values.writeBase(base, to: output)
    let byteCount = lanes.byteCount(values.count)
    let place = unsafe output.reserve(byteCount)
    // SAFETY: `reserve` made room for all rows.
    unsafe values.pack(lanes, 0..<values.count, from: base, to: place)
    output.advance(byteCount)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let bits = Int(try cursor.readByte())
    guard (1...63).contains(bits) else { throw cursor.malformed("a width of 1 to 63 bits", "\(bits)") }
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    let lanes = Lanes(bits: bits)
    let bytes = unsafe try cursor.readBytes(lanes.byteCount(head.count))
    return unsafe PackedIntegers(base: base, lanes: lanes, isSigned: isSigned, bytes: bytes)
  }
}
