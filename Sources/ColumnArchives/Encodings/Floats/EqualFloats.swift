/// Floating-point numbers that all have the same bits, stored once.
enum EqualFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...0 }

  @inline(__always)
  static func cost(of values: FloatValues) -> Int? { values.areEqual ? values.size : nil }

  @inline(__always)
  static func write(_ values: FloatValues, to writer: ColumnWriter) -> Bool {
    let output = writer.output
    output.append(0)
    // The first number is already there.
    output.advance(values.size)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    unsafe EqualFloatColumn(head, try cursor.readBytes(head.kind.floatSize))
  }
}

private final class EqualFloatColumn: FloatColumn {
  private let bits: UInt64

  init(_ head: ColumnHead, _ bytes: UnsafeRawPointer) {
    // SAFETY: `open` read `floatSize` bytes at this address.
    bits =
      unsafe head.kind.floatSize == 4
      ? UInt64(bytes.loadLittleEndian(as: UInt32.self))
      : bytes.loadLittleEndian(as: UInt64.self)
    super.init(head)
  }

  override func copy(from first: Int, count: Int, into place: Place) {
    // SAFETY: the caller has room for `count` numbers.
    if size == 4 {
      let bits = UInt32(truncatingIfNeeded: bits)
      for row in 0..<count { unsafe place.row(row).base.storeBytes(of: bits, as: UInt32.self) }
    } else {
      for row in 0..<count { unsafe place.row(row).base.storeBytes(of: bits, as: UInt64.self) }
    }
  }
}
