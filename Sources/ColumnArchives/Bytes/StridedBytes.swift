/// Values of a fixed size at a fixed distance from each other: side by side, as fields of records, or split.
///
/// Split values are stored as the last byte of each value, then the byte before it of each value, and so on. This
/// suits compressors: signs and exponents of floating-point numbers are alike in most columns, and their lowest bytes
/// are not. It is Parquet's `BYTE_STREAM_SPLIT`, except for the order of the bytes. zstd skips faster and faster over
/// bytes in which nothing repeats, and would skip the highest bytes.
@safe
struct StridedBytes {
  // Safe: the code that creates them checks that all bytes exist, and the archive outlives them.
  /// The address of the first byte of the first value.
  private let start: UnsafeRawPointer
  /// The offset of that byte in the archive.
  private let offset: Int
  /// The distance from a value to the next.
  private let stride: Int
  /// The distance from a byte of a value to the next; 1 unless they are split.
  private let step: Int

  /// Reads the bytes of `count` values, and checks that they are there.
  init(_ cursor: inout ByteCursor, count: Int, size: Int, areSplit: Bool) throws {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: size)
    let (first, bytes) = unsafe (cursor.offset, try cursor.readBytes(overflow ? .max : byteCount))
    (stride, step) = areSplit ? (1, -count) : (size, 1)
    let distance = areSplit ? (size - 1) * count : 0
    unsafe (start, offset) = (bytes + distance, first + distance)
  }

  /// Creates a view of a part of each value of other strided values, from a row on.
  private init(_ whole: StridedBytes, at distance: Int) {
    unsafe (start, offset) = (whole.start + distance, whole.offset + distance)
    (stride, step) = (whole.stride, whole.step)
  }

  /// Returns whether the bytes of each value are side by side, and so are values of this size.
  func areContiguous(size: Int) -> Bool { step == 1 && stride == size }

  /// Returns a part of each value from a row on. The part must be within the value.
  func part(at offset: Int, from row: Int) -> StridedBytes {
    StridedBytes(self, at: offset * step + row * stride)
  }

  /// The offset of a value in the archive, if its bytes are side by side.
  func offset(_ row: Int) -> Int { offset + row * stride }

  /// The address of a value, if its bytes are side by side, or if it has a single byte.
  @inline(__always)
  func address(_ row: Int) -> UnsafeRawPointer { unsafe start + row * stride }

  /// Loads a number, lowest byte first.
  @inline(__always)
  func load<Number: FixedWidthInteger>(_ row: Int, as type: Number.Type) -> Number {
    let address = unsafe address(row)
    if step == 1 { return unsafe address.loadLittleEndian(as: type) }
    var number: Number = 0
    for byte in (0..<MemoryLayout<Number>.size).reversed() {
      number = unsafe number << 8 | Number(address.load(fromByteOffset: byte * step, as: UInt8.self))
    }
    return number
  }

  /// Copies values of `size` bytes from a row on.
  func copy(from first: Int, count: Int, size: Int, to place: Place) {
    // SAFETY: the caller has room for the values.
    if step == 1 {
      return unsafe SmallCopy.specialised(size) { copy in
        for row in 0..<count { unsafe copy(address(first + row), place.row(row).base) }
      }
    }
    for row in 0..<count {
      for byte in 0..<size {
        let value = unsafe address(first + row).load(fromByteOffset: byte * step, as: UInt8.self)
        unsafe place.row(row).base.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
      }
    }
  }
}

extension OutputBuffer {
  /// Appends the bytes of values, one value after the other.
  func append(_ rows: Rows, size: Int) {
    // SAFETY: `reserve` makes room for all bytes, and each row has `size` of them.
    let place = unsafe reserve(rows.count * size)
    rows.visit { row, address in
      unsafe SmallCopy.copy(address, to: place + row * size, size)
    }
    advance(rows.count * size)
  }

  /// Appends the bytes of values, split.
  func append(split rows: Rows, size: Int) {
    // SAFETY: `reserve` makes room for all bytes, and each row has `size` of them.
    let place = unsafe reserve(rows.count * size)
    rows.visit { row, address in
      for byte in 0..<size {
        let value = unsafe address.load(fromByteOffset: byte, as: UInt8.self)
        unsafe place.storeBytes(of: value, toByteOffset: (size - 1 - byte) * rows.count + row, as: UInt8.self)
      }
    }
    advance(rows.count * size)
  }
}
