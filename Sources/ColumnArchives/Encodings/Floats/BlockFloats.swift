/// Floating-point numbers whose bits are close to each other, such as times, in ``LaneBlocks`` of their bits.
///
/// The bits are taken as unsigned integers, so every number is stored exactly, including every NaN and -0.
enum BlockFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }
  static var hidesRepetition: Bool { true }

  /// With fewer numbers, there is little to save.
  static let leastCount = 128

  /// Only the numbers themselves show what they take.
  @inline(__always)
  static func cost(of values: FloatValues) -> Int? {
    #if _endian(little)
      return values.areEqual || values.count < leastCount ? nil : 0
    #else
      return nil
    #endif
  }

  /// The room that is needed after the numbers while they are packed: their heads, and what the last rows exceed the
  /// numbers by.
  @inline(__always)
  static func room(_ count: Int) -> Int {
    count < leastCount ? 0 : 2 * Lanes.rowSize + LaneBlocks.headsSize(count)
  }

  static func write(_ values: FloatValues, to output: OutputBuffer) -> Bool {
    values.size == 4
      ? write(values.count, as: UInt32.self, to: output) : write(values.count, as: UInt64.self, to: output)
  }

  /// Writes the numbers that are one byte after the end of the output, unless this saves less than an eighth.
  @inline(__always)
  private static func write<Bits: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, as type: Bits.Type, to output: OutputBuffer
  ) -> Bool {
    let (size, headsSize) = (count * MemoryLayout<Bits>.size, LaneBlocks.headsSize(count))
    let limit = size - size / 8
    // SAFETY: the numbers are there, and this is the room that was reserved for them, so nothing moves. All that is
    // stored is within it: the rows and the heads together take at most `limit` bytes.
    let numbers = unsafe output.reserve(1 + size + room(count)) + 1
    // A sample sees a little less than all numbers, so it must save a little more.
    let sampled = unsafe LaneBlocks.estimate(numbers, count: count, as: type)
    guard sampled <= limit - size / 64 else { return false }
    let heads = unsafe numbers + size + 2 * Lanes.rowSize
    let rowsSize = unsafe LaneBlocks.storeHeads(of: numbers, count: count, as: type, at: heads)
    guard headsSize + rowsSize <= limit else { return false }
    unsafe LaneBlocks.pack(numbers, count: count, as: type, heads: heads, to: numbers)
    unsafe (numbers + headsSize).copyMemory(from: numbers, byteCount: rowsSize)
    unsafe numbers.copyMemory(from: heads, byteCount: headsSize)
    output.append(bytes.lowerBound)
    output.advance(headsSize + rowsSize)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    BlockFloatColumn(
      head, try LaneBlocks(&cursor, count: head.count, bits: 8 * head.kind.floatSize))
  }
}

private final class BlockFloatColumn: FloatColumn {
  private let blocks: LaneBlocks

  init(_ head: ColumnHead, _ blocks: LaneBlocks) {
    self.blocks = blocks
    super.init(head)
  }

  override func copy(from first: Int, count: Int, into place: Place) {
    // SAFETY: the caller has room for `count` numbers, and keeps the range inside the column.
    if size == 4 {
      blocks.visit(from: first, count: count) { row, bits in
        unsafe place.row(row).base.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
      }
    } else {
      blocks.visit(from: first, count: count) { row, bits in
        unsafe place.row(row).base.storeBytes(of: bits, as: UInt64.self)
      }
    }
  }
}
