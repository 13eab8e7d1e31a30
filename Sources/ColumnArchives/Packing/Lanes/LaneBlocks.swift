/// Numbers in blocks of 1,024, each packed in ``Lanes`` as distances from the least number of its block.
///
/// First come the heads of all blocks, 16 bytes each: the least number in eight bytes, a byte for the width, and in seven
/// bytes the number of rows before those of the block. Then come the rows of all blocks. A width of 0 needs no rows: all
/// numbers of the block are equal.
@safe
struct LaneBlocks {
  /// The number of numbers in a block; the last block has the rest.
  static let count = 1024
  private static let headSize = 16

  private let heads: UnsafeRawPointer
  private let rows: UnsafeRawPointer

  // MARK: Writing

  /// Returns the size of all heads in bytes.
  static func headsSize(_ count: Int) -> Int { (count + Self.count - 1) / Self.count * headSize }

  /// Estimates how many bytes the blocks of some numbers take, from a sample of up to sixteen of them.
  static func estimate<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeRawPointer, count: Int, as type: Number.Type
  ) -> Int {
    let blocks = (count + Self.count - 1) / Self.count
    var (bits, sampled) = (0, 0)
    for block in stride(from: 0, to: blocks, by: max(blocks / 8, 1)) {
      let first = block * Self.count
      let part = min(count - first, Self.count)
      // SAFETY: the caller has `count` numbers.
      let (low, high) = unsafe range(numbers, first..<(first + part), by: 8, as: type)
      bits += Number.bitWidth - (high - low).leadingZeroBitCount
      sampled += 1
    }
    return headsSize(count) + count / 8 * bits / sampled
  }

  /// Returns the least and the greatest of some numbers.
  @inline(__always)
  private static func range<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeRawPointer, _ positions: Range<Int>, by step: Int, as type: Number.Type
  ) -> (Number, Number) {
    let size = MemoryLayout<Number>.size
    func number(_ position: Int) -> Number {
      unsafe numbers.loadUnaligned(fromByteOffset: position &* size, as: Number.self)
    }
    // Two at a time do not wait for each other.
    var (low, high, otherLow, otherHigh) = (Number.max, Number.min, Number.max, Number.min)
    var position = positions.lowerBound
    while position &+ step < positions.upperBound {
      let (first, second) = (number(position), number(position &+ step))
      low = min(low, first)
      high = max(high, first)
      otherLow = min(otherLow, second)
      otherHigh = max(otherHigh, second)
      position &+= 2 &* step
    }
    if position < positions.upperBound {
      low = min(low, number(position))
      high = max(high, number(position))
    }
    (low, high) = (min(low, otherLow), max(high, otherHigh))
    return (low, high)
  }

  /// Stores the heads of some numbers' blocks.
  ///
  /// - Returns: The size of their rows in bytes.
  static func storeHeads<Number: FixedWidthInteger & UnsignedInteger>(
    of numbers: UnsafeRawPointer, count: Int, as type: Number.Type, at heads: UnsafeMutableRawPointer
  ) -> Int {
    var rows = 0
    for block in 0..<((count + Self.count - 1) / Self.count) {
      let first = block * Self.count
      let part = min(count - first, Self.count)
      // SAFETY: the caller has `count` numbers, and room for `headsSize(count)` bytes.
      let (low, high) = unsafe range(numbers, first..<(first + part), by: 1, as: type)
      let bits = Number.bitWidth - (high - low).leadingZeroBitCount
      let head = unsafe heads + block * headSize
      let rest = UInt64(rows) << 8 | UInt64(bits)
      unsafe head.storeBytes(of: UInt64(low).littleEndian, as: UInt64.self)
      unsafe head.storeBytes(of: rest.littleEndian, toByteOffset: 8, as: UInt64.self)
      if bits > 0 { rows += Lanes(bits: bits).byteCount(part) / Lanes.rowSize }
    }
    return rows * Lanes.rowSize
  }

  /// Packs numbers, whose heads are stored. The rows may be put where the numbers are, which take at least as much
  /// memory, up to the last row.
  static func pack<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeRawPointer, count: Int, as type: Number.Type, heads: UnsafeRawPointer,
    to rows: UnsafeMutableRawPointer
  ) {
    for block in 0..<((count + Self.count - 1) / Self.count) {
      let first = block * Self.count
      let (low, bits, before) = unsafe head(block, heads)
      guard bits > 0 else { continue }
      // SAFETY: the caller has `count` numbers, and room for the rows that `storeHeads` counted.
      unsafe Lanes(bits: bits).pack(
        numbers + first * MemoryLayout<Number>.size, count: min(count - first, Self.count),
        from: Number(truncatingIfNeeded: low), to: rows + Int(before) * Lanes.rowSize)
    }
  }

  // MARK: Reading

  /// Opens the blocks at the cursor.
  ///
  /// - Parameter bits: The greatest width that numbers may have.
  init(_ cursor: inout ByteCursor, count: Int, bits: Int) throws {
    // Nothing overflows: a count is at most 2⁵⁵, and blocks whose heads are there have at most 2¹³ bytes of rows.
    let blocks = (count + Self.count - 1) / Self.count
    unsafe heads = try cursor.readBytes(blocks * Self.headSize)
    var expected: UInt64 = 0
    for block in 0..<blocks {
      // SAFETY: `readBytes` checked that all heads are there.
      let (_, width, before) = unsafe Self.head(block, heads)
      guard width <= bits, before == expected else {
        throw cursor.malformed(
          "a block of at most \(bits) bits after \(expected) rows", "\(width) bits after \(before) rows")
      }
      let part = min(count - block * Self.count, Self.count)
      if width > 0 { expected += UInt64(Lanes(bits: width).byteCount(part) / Lanes.rowSize) }
    }
    unsafe rows = try cursor.readBytes(Int(expected) * Lanes.rowSize)
  }

  /// Returns the least number of a block, its width, and the number of rows before its own.
  @inline(__always)
  private static func head(_ block: Int, _ heads: UnsafeRawPointer) -> (UInt64, Int, UInt64) {
    let head = unsafe heads + block * headSize
    let low = unsafe UInt64(littleEndian: head.loadUnaligned(as: UInt64.self))
    let rest = unsafe UInt64(littleEndian: head.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    return (low, Int(rest & 0xFF), rest >> 8)
  }

  /// Calls `body` with the position, from 0, and the value of each of `count` numbers from `first` on.
  ///
  /// The caller must keep the range inside the column.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, UInt64) -> Void) {
    var done = 0
    while done < count {
      let number = first + done
      let (block, start) = (number / Self.count, number % Self.count)
      let part = min(count - done, Self.count - start)
      // SAFETY: opening the blocks checked that all heads are there, their widths, and where their rows are.
      let (low, bits, before) = unsafe Self.head(block, heads)
      let bytes = unsafe rows + Int(before) * Lanes.rowSize
      if bits == 0 {
        for position in 0..<part { body(done + position, low) }
      } else {
        let lanes = Lanes(bits: bits)
        switch lanes.wordBits {
        case 16:
          unsafe lanes.visit(UInt16.self, bytes, from: start, count: part) {
            body(done + $0, low &+ UInt64($1))
          }
        case 32:
          unsafe lanes.visit(UInt32.self, bytes, from: start, count: part) {
            body(done + $0, low &+ UInt64($1))
          }
        default:
          unsafe lanes.visit(UInt64.self, bytes, from: start, count: part) { body(done + $0, low &+ $1) }
        }
      }
      done += part
    }
  }
}
