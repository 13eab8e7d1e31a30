/// Floating-point numbers, uncompressed, lowest byte first.
enum PlainFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 1...1 }

  @inline(__always)
  static func cost(of values: FloatValues) -> Int? { values.count * values.size }

  @inline(__always)
  static func write(_ values: FloatValues, to writer: ColumnWriter) -> Bool {
    let output = writer.output
    output.append(1)
    // The numbers are already there.
    output.advance(values.count * values.size)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    // The product cannot overflow: a count is less than 2⁵⁶.
    let size = head.kind.floatSize
    return unsafe PlainFloatColumn(head, bytes: try cursor.readBytes(head.count * size), stride: size)
  }
}

/// Numbers at a fixed stride: a column, or a field of raw records.
@safe
final class PlainFloatColumn: FloatColumn {
  // Safe: opening the column checked that the archive has all its bytes, and the archive outlives the column.
  private let bytes: UnsafeRawPointer
  private let stride: Int

  init(_ head: ColumnHead, bytes: UnsafeRawPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
    super.init(head)
  }

  override func copy(from first: Int, count: Int, into place: Place) {
    if size == 4 {
      copy(from: first, count: count, as: UInt32.self, into: place)
    } else {
      copy(from: first, count: count, as: UInt64.self, into: place)
    }
  }

  @inline(__always)
  private func copy<Bits: FixedWidthInteger>(
    from first: Int, count: Int, as type: Bits.Type, into place: Place
  ) {
    // SAFETY: opening the column checked that it has all its bytes.
    for row in 0..<count {
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: (first + row) * stride, as: Bits.self)
      unsafe place.row(row).base.storeBytes(of: Bits(littleEndian: bits), as: Bits.self)
    }
  }
}
