internal import ArchiveBytes

/// Numbers in blocks of 1,024, each with a head of its own, so that a reader unpacks any of them without those before.
///
/// First come the heads of all blocks, then their rows, 32 bytes each, which begin with ``Lanes``. A block has one of two
/// forms: ``PatchedBlock`` or ``DeltaBlock``. All sums wrap around, and only the lowest bits of them count, as many as
/// the numbers have.
enum IntegerBlocks {
  /// The number of numbers in a block; the last block has the rest.
  static let count = 1024

  @inline(__always)
  static func blockCount(_ count: Int) -> Int { (count + Self.count - 1) / Self.count }

  /// Reads the heads of blocks, and checks that all bytes are there.
  ///
  /// - Returns: The bytes of all blocks, which begin with the first head.
  static func open(_ cursor: inout ByteCursor, count: Int) throws -> UnsafeRawBufferPointer {
    // Nothing overflows: a count is at most 2⁵⁵, and blocks whose heads are there have fewer than 2¹⁰ rows each.
    let blocks = blockCount(count)
    let heads = unsafe try cursor.readBytes(blocks * BlockHead.size)
    let first = cursor.offset
    for block in 0..<blocks {
      // SAFETY: `readBytes` checked that all heads are there.
      let head = unsafe BlockHead(heads, block)
      let part = min(count - block * Self.count, Self.count)
      guard head.bits <= 64, head.isDeltas || head.exceptionCount <= part,
        head.rowsBefore == (cursor.offset - first) / Lanes.rowSize
      else {
        throw cursor.malformed(
          "a block of at most 64 bits after \((cursor.offset - first) / Lanes.rowSize) rows",
          "\(head.bits) bits and \(head.exceptionCount) exceptions after \(head.rowsBefore) rows")
      }
      let rows = unsafe try cursor.readBytes(head.rowCount(part) * Lanes.rowSize)
      guard unsafe PatchedBlock.exceptionsAscend(head, rows, of: part) else {
        throw cursor.malformed("ascending positions of exceptions below \(part)", "others")
      }
    }
    let size = blocks * BlockHead.size + cursor.offset - first
    return unsafe UnsafeRawBufferPointer(start: heads, count: size)
  }

  /// Unpacks `count` of all numbers, from `first` on. They must be within 128 that follow a multiple of 128.
  ///
  /// - Parameter size: The number of bytes of all blocks.
  @inline(__always)
  static func unpack(
    _ heads: UnsafeRawPointer, _ size: Int, of all: Int, first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    let (block, start) = (first / Self.count, first % Self.count)
    // SAFETY: opening the blocks checked that all heads and all rows are there, and the caller stays within the count. A
    // mapped file may have changed since, so what is loaded once more is checked once more.
    let head = unsafe BlockHead(heads, block)
    let part = min(all - block * Self.count, Self.count)
    let offset = blockCount(all) * BlockHead.size + head.rowsBefore * Lanes.rowSize
    guard head.bits <= 64, head.exceptionCount <= part,
      head.rowCount(part) * Lanes.rowSize <= size - offset
    else {
      unsafe target.update(repeating: 0, count: count)
      return
    }
    let rows = unsafe heads + offset
    if head.isDeltas {
      unsafe DeltaBlock.unpack(head, rows, of: part, first: start, count: count, to: target)
    } else {
      unsafe PatchedBlock.unpack(head, rows, of: part, first: start, count: count, to: target)
    }
  }
}

/// The head of a block: 24 bytes.
///
///     8 bytes    the base
///     8 bytes    the step, which each number adds to the one before; 0 in blocks that are not of deltas
///     a byte     the width of the packed numbers in bits, 0 to 64; no rows are needed for 0
///     2 bytes    the number of exceptions, or 65,535 for deltas
///     5 bytes    the number of rows before those of the block
struct BlockHead {
  let base: UInt64
  let step: UInt64
  private let rest: UInt64

  static let size = 24
  static let greatestRowsBefore = 1 << 40 - 1
  private static let deltas: UInt64 = 0xFFFF

  /// Creates the head of a block of distances from the base.
  init(base: UInt64, bits: Int, exceptionCount: Int, rowsBefore: Int) {
    (self.base, step) = (base, 0)
    rest = UInt64(bits) | UInt64(exceptionCount) << 8 | UInt64(rowsBefore) << 24
  }

  /// Creates the head of a block of deltas.
  init(base: UInt64, step: UInt64, bits: Int, rowsBefore: Int) {
    (self.base, self.step) = (base, step)
    rest = UInt64(bits) | Self.deltas << 8 | UInt64(rowsBefore) << 24
  }

  /// Loads one of several heads, whose bytes must be there.
  @inline(__always)
  init(_ heads: UnsafeRawPointer, _ block: Int) {
    func word(_ offset: Int) -> UInt64 {
      unsafe heads.loadLittleEndian(fromByteOffset: block * Self.size + offset, as: UInt64.self)
    }
    (base, step, rest) = (word(0), word(8), word(16))
  }

  func store(in output: OutputBuffer, at offset: Int) {
    output.store(base, at: offset)
    output.store(step, at: offset + 8)
    output.store(rest, at: offset + 16)
  }

  var bits: Int { Int(rest & 0xFF) }
  var isDeltas: Bool { rest >> 8 & 0xFFFF == Self.deltas }
  var exceptionCount: Int { isDeltas ? 0 : Int(rest >> 8 & 0xFFFF) }
  var rowsBefore: Int { Int(rest >> 24) }

  /// The number of rows of a block of `count` numbers.
  func rowCount(_ count: Int) -> Int {
    isDeltas
      ? DeltaBlock.rowCount(count, bits: bits) : PatchedBlock.rowCount(count, bits: bits, exceptionCount)
  }
}
