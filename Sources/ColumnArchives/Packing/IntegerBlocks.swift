/// Numbers in blocks of 1,024. Each block has its own form: see ``BlockForm``.
final class IntegerBlocks {
  /// A block whose bytes were checked.
  private struct Block {
    let base: UInt64
    /// The step, which each number adds to the previous one together with its packed number; `nil` if numbers are
    /// distances from the base.
    let step: UInt64?
    let packed: PackedNumbers
    /// The distances that are not packed.
    let exceptions: [PackingException]
  }

  private var blocks: [Block] = []
  private let count: Int
  /// The significant bits of a number.
  private let mask: UInt64
  /// The last unpacked block, and its numbers.
  private var current = -1
  private var numbers: [UInt64] = []

  /// Opens all blocks.
  init(_ cursor: inout ByteCursor, count: Int, bits: Int) throws {
    self.count = count
    mask = UInt64.max >> UInt64(64 - bits)
    var first = 0
    while first < count {
      let part = min(count - first, BlockForm.blockCount)
      blocks.append(try Self.open(&cursor, count: part))
      first += part
    }
  }

  private static func open(_ cursor: inout ByteCursor, count: Int) throws -> Block {
    let head = try cursor.readByte()
    let bits = Int(head & ~BlockForm.deltasFlag)
    guard PackedNumbers.isWidth(bits) else {
      throw cursor.malformed("a block of at most 64 bits", "\(bits) bits")
    }
    let base = try cursor.readVarint()
    if head & BlockForm.deltasFlag != 0 {
      let step = try cursor.readBase(isSigned: true)
      return Block(
        base: base, step: step, packed: try PackedNumbers(&cursor, count: count, bits: bits), exceptions: [])
    }
    let exceptionCount = try cursor.readCount()
    let packed = try PackedNumbers(&cursor, count: count, bits: bits)
    let exceptions = try cursor.readExceptions(
      exceptionCount, among: count, positions: UInt16.self, numbers: UInt64.self)
    return Block(base: base, step: nil, packed: packed, exceptions: exceptions)
  }

  /// Stores numbers from `first` on. A block is unpacked once, however few of its numbers are requested at a time.
  func unpack(from first: Int, count: Int, to target: UnsafeMutablePointer<UInt64>) {
    var done = 0
    while done < count {
      let (block, start) = (first + done).quotientAndRemainder(dividingBy: BlockForm.blockCount)
      if block != current { unpack(block) }
      let part = min(count - done, numbers.count - start)
      // SAFETY: the caller has room for `count` numbers; the slice checks that it is inside the block.
      for (position, number) in numbers[start..<start + part].enumerated() {
        unsafe target[done + position] = number
      }
      done += part
    }
  }

  private func unpack(_ position: Int) {
    let block = blocks[position]
    let count = min(count - position * BlockForm.blockCount, BlockForm.blockCount)
    if numbers.count != count { numbers = [UInt64](repeating: 0, count: count) }
    unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      guard let start = numbers.baseAddress else { return }
      // SAFETY: there is room for the numbers of the block.
      unsafe block.packed.unpack(from: 0, count: count, to: start)
      if let step = block.step {
        // The first number is the base, so nothing is added to it.
        var sum = block.base &- step
        for position in 0..<count {
          sum &+= unsafe start[position] &+ step
          unsafe start[position] = sum & mask
        }
      } else {
        for exception in block.exceptions { unsafe numbers[exception.position] = exception.number }
        for position in 0..<count { unsafe start[position] = (block.base &+ start[position]) & mask }
      }
    }
    current = position
  }
}
