/// Floating-point numbers in archives that are compressed: the highest byte of each number, then the next of each, and so
/// on. It is Parquet's `BYTE_STREAM_SPLIT`, but for the order of the bytes.
///
/// Signs and exponents are alike in most columns, and the lowest bytes of a number are not. Side by side, the former
/// compress well. They come first, since zstd goes faster and faster over bytes in which nothing repeats, and would pass
/// over them. Nothing is rounded: every number has exactly its bits.
enum SplitFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }

  @inline(__always)
  static func cost(of values: FloatValues) -> Int? { values.areCompressed && !values.areEqual ? 0 : nil }

  static func write(_ values: FloatValues, to writer: ColumnWriter) -> Bool {
    let (count, size, output) = (values.count, values.size, writer.output)
    // SAFETY: the numbers are there, and this is the room that was reserved for them, so nothing moves. Each of the
    // `size` bytes of each number is stored once, behind the numbers and then over them.
    let numbers = unsafe output.reserve(1 + 2 * count * size) + 1
    guard unsafe !haveRepetition(numbers, count, size) else { return false }
    let split = unsafe numbers + count * size
    for byte in 0..<size {
      for position in 0..<count {
        let value = unsafe numbers.load(fromByteOffset: position * size + size - 1 - byte, as: UInt8.self)
        unsafe split.storeBytes(of: value, toByteOffset: byte * count + position, as: UInt8.self)
      }
    }
    unsafe numbers.copyMemory(from: split, byteCount: count * size)
    output.append(bytes.lowerBound)
    output.advance(count * size)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    // The product cannot overflow: a count is less than 2⁵⁶.
    unsafe SplitFloatColumn(head, bytes: try cursor.readBytes(head.count * head.kind.floatSize))
  }

  /// Returns whether so many numbers occur again that a compressor does better with whole numbers: more than an eighth of
  /// the first ones.
  private static func haveRepetition(_ numbers: UnsafeRawPointer, _ count: Int, _ size: Int) -> Bool {
    let count = min(count, 2_048)
    // A bit for each hash of a number that was seen.
    let hashBits = 16
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (1 << hashBits) / 64) { seen in
      unsafe seen.initialize(repeating: 0)
      var repeated = 0
      for position in 0..<count {
        // SAFETY: there are `count` numbers of this size, and a bit for each hash.
        let place = unsafe numbers + position * size
        let bits =
          unsafe size == 4
          ? UInt64(place.loadUnaligned(as: UInt32.self)) : place.loadUnaligned(as: UInt64.self)
        let hash = Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - hashBits))
        let bit = (1 as UInt64) &<< UInt64(hash & 63)
        repeated += unsafe seen[hash >> 6] & bit == 0 ? 0 : 1
        unsafe seen[hash >> 6] |= bit
      }
      return repeated * 8 > count
    }
  }
}

@safe
private final class SplitFloatColumn: FloatColumn {
  // Safe: opening the column checked that the archive has all its bytes, and the archive outlives the column.
  private let bytes: UnsafeRawPointer

  init(_ head: ColumnHead, bytes: UnsafeRawPointer) {
    unsafe self.bytes = bytes
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
    let (start, distance) = unsafe (bytes + first, self.count)
    let last = MemoryLayout<Bits>.size - 1
    // SAFETY: opening the column checked that it has all bytes of all numbers, and the caller stays within these.
    for row in 0..<count {
      var bits: Bits = 0
      for byte in 0...last {
        let value = unsafe start.load(fromByteOffset: byte * distance + row, as: UInt8.self)
        bits |= Bits(truncatingIfNeeded: value) &<< Bits(truncatingIfNeeded: 8 * (last - byte))
      }
      unsafe place.row(row).base.storeBytes(of: bits, as: Bits.self)
    }
  }
}
