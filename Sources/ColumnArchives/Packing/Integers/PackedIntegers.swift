/// An opened column of integers: all equal, words at an address, or packed integers that are unpacked block by block.
///
/// In every encoding, the loops over integers are inlined into their callers.
@safe
struct PackedIntegers {
  /// Unpacks the distances of `count` integers from `first` on, all within ``blockCount`` that follow a multiple of it.
  /// Its arguments are the address of the distances, the number of bytes there if the encoding has said it, the width of
  /// the distances in bits, and their extent: a number from which the encoding knows what is at the address. It captures
  /// nothing, so that reading a column counts no references.
  typealias Unpack =
    @convention(c) (
      _ bytes: UnsafeRawPointer, _ size: Int, _ bits: Int, _ extent: Int, _ first: Int, _ count: Int,
      _ target: UnsafeMutablePointer<UInt64>
    ) -> Void

  /// The number added to each distance, wrapping around.
  let base: UInt64
  /// The width of each distance from the base, in bits.
  let bits: Int
  let isSigned: Bool
  private let form: Form
  /// The address of the first distance. Opening the column checks that all are within the archive.
  private let bytes: UnsafeRawPointer?
  /// The number of bytes from one word to the next; for blocks, their extent.
  private let stride: Int
  /// The number of bytes at the address, if the encoding has said it.
  private var size = 0
  private let unpack: Unpack?

  /// `stride` is 0 for words in lanes.
  private enum Form {
    case equal, words1, words2, words4, words8, blocks
  }

  /// The number of integers unpacked at a time.
  private static let blockCount = 128

  /// Opens the column of `count` integers at the cursor.
  init(_ cursor: inout ByteCursor, count: Int, isSigned: Bool) throws {
    let head = ColumnHead(kind: isSigned ? .signed : .unsigned, node: -1, count: count)
    self = try ColumnEncodings.integers.open(&cursor, head)
  }

  /// Creates integers that are all equal.
  init(equalTo base: UInt64, isSigned: Bool) {
    (self.base, bits, self.isSigned, form, stride) = (base, 0, isSigned, .equal, 0)
    unsafe (bytes, unpack) = (nil, nil)
  }

  /// Creates integers whose distances from the base are words of 1, 2, 4 or 8 bytes.
  init(base: UInt64, words: UnsafeRawPointer, size: Int, stride: Int, isSigned: Bool) {
    form =
      switch size {
      case 1: .words1
      case 2: .words2
      case 4: .words4
      default: .words8
      }
    (self.base, bits, self.isSigned, self.stride) = (base, 8 * size, isSigned, stride)
    unsafe (bytes, unpack) = (words, nil)
  }

  /// Creates integers whose distances from the base are in lanes.
  init(base: UInt64, lanes: Lanes, isSigned: Bool, bytes: UnsafeRawPointer) {
    form =
      switch lanes.wordBits {
      case 16: .words2
      case 32: .words4
      default: .words8
      }
    (self.base, bits, self.isSigned, stride) = (base, lanes.bits, isSigned, 0)
    unsafe (self.bytes, unpack) = (bytes, nil)
  }

  /// Creates integers whose distances from the base take `bits` bits each, and are unpacked by a function.
  init(
    base: UInt64, bits: Int, isSigned: Bool, bytes: UnsafeRawPointer, size: Int = 0, extent: Int,
    unpack: @escaping Unpack
  ) {
    (self.base, self.bits, self.isSigned, form, stride) = (base, bits, isSigned, .blocks, extent)
    unsafe (self.bytes, self.unpack) = (bytes, unpack)
    self.size = size
  }

  /// The bits of all integers, if they are stored as equal.
  var constant: UInt64? { form == .equal ? base : nil }

  /// Calls `body` with the position, from 0, and the bits of each of `count` integers from `first` on.
  ///
  /// The caller must keep the range inside the column.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, UInt64) -> Void) {
    switch form {
    case .equal: for position in 0..<count { body(position, base) }
    case .words1: visit(UInt8.self, from: first, count: count, body)
    case .words2: visitWordsOrLanes(UInt16.self, from: first, count: count, body)
    case .words4: visitWordsOrLanes(UInt32.self, from: first, count: count, body)
    case .words8: visitWordsOrLanes(UInt64.self, from: first, count: count, body)
    case .blocks:
      unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.blockCount) { block in
        // SAFETY: the block has room for `blockCount` integers, no more are unpacked at a time, and only unpacked ones
        // are read.
        guard let block = block.baseAddress, let bytes = unsafe bytes, let unpack = unsafe unpack
        else {
          return
        }
        var done = 0
        while done < count {
          let part = min(count - done, Self.blockCount - (first + done) % Self.blockCount)
          unsafe unpack(bytes, size, bits, stride, first + done, part, block)
          for position in 0..<part { body(done + position, base &+ (unsafe block[position])) }
          done += part
        }
      }
    }
  }

  @inline(__always)
  private func visitWordsOrLanes<Word: LaneWord>(
    _ type: Word.Type, from first: Int, count: Int, _ body: (Int, UInt64) -> Void
  ) {
    guard stride == 0, let bytes = unsafe bytes else {
      return visit(type, from: first, count: count, body)
    }
    unsafe Lanes(bits: bits).visit(type, bytes, from: first, count: count) { position, distance in
      body(position, base &+ UInt64(distance))
    }
  }

  @inline(__always)
  private func visit<Word: FixedWidthInteger & UnsignedInteger>(
    _ type: Word.Type, from first: Int, count: Int, _ body: (Int, UInt64) -> Void
  ) {
    guard let words = unsafe bytes else { return }
    for position in 0..<count {
      // SAFETY: opening the column checked that it has all its bytes.
      let word = unsafe words.loadUnaligned(fromByteOffset: (first + position) * stride, as: Word.self)
      body(position, base &+ UInt64(Word(littleEndian: word)))
    }
  }

  /// Stores integers side by side, if they are stored as adjacent words of the same width; they must fit it.
  ///
  /// - Returns: Whether they were stored.
  @inline(__always)
  func copy<Number: FixedWidthInteger>(
    from first: Int, count: Int, as type: Number.Type, to target: UnsafeMutableRawPointer
  ) -> Bool {
    let size = MemoryLayout<Number>.size
    guard form != .equal, form != .blocks, bits == 8 * size, stride == size, UInt16(1).littleEndian == 1,
      let words = unsafe bytes
    else { return false }
    // SAFETY: opening the column checked that it has all its bytes.
    let source = unsafe words + first * size
    unsafe target.copyMemory(from: source, byteCount: count * size)
    if base == 0 { return true }
    let numbers = unsafe target.assumingMemoryBound(to: Number.self)
    let base = Number(truncatingIfNeeded: self.base)
    for position in 0..<count { unsafe numbers[position] &+= base }
    return true
  }

  /// Returns the greatest distance from the base among some integers.
  func maximumDistance(from first: Int, count: Int) -> UInt64 {
    switch form {
    case _ where stride == 0:
      var greatest: UInt64 = 0
      visit(from: first, count: count) { greatest = max(greatest, $1 &- base) }
      return greatest
    case .words1: return UInt64(maximum(UInt8.self, first, count))
    case .words2: return UInt64(maximum(UInt16.self, first, count))
    case .words4: return UInt64(maximum(UInt32.self, first, count))
    default:
      var greatest: UInt64 = 0
      visit(from: first, count: count) { greatest = max(greatest, $1 &- base) }
      return greatest
    }
  }

  /// Returns the greatest of some words. The processor compares several narrow words at once.
  private func maximum<Word: FixedWidthInteger & UnsignedInteger>(
    _ type: Word.Type, _ first: Int, _ count: Int
  ) -> Word {
    guard let words = unsafe bytes else { return 0 }
    var greatest: Word = 0
    for position in first..<(first + count) {
      // SAFETY: opening the column checked that it has all its bytes.
      let word = unsafe words.loadUnaligned(fromByteOffset: position * stride, as: Word.self)
      greatest = max(greatest, Word(littleEndian: word))
    }
    return greatest
  }

  /// The least and the greatest integer that the column's width can represent.
  var bounds: (low: Bound, high: Bound) {
    let range = bits == 64 ? UInt64.max : (1 as UInt64) << UInt64(bits) - 1
    if isSigned {
      let low = Int64(bitPattern: base)
      let (high, overflow) = low.addingReportingOverflow(Int64(clamping: range))
      guard !overflow, range <= UInt64(Int64.max) else { return (Bound(Int64.min), Bound(Int64.max)) }
      return (Bound(low), Bound(high))
    }
    let (high, overflow) = base.addingReportingOverflow(range)
    return overflow ? (Bound(0 as UInt64), Bound(UInt64.max)) : (Bound(base), Bound(high))
  }

  /// A signed or unsigned integer.
  struct Bound: Comparable {
    let isNegative: Bool
    let bits: UInt64

    init(_ number: Int64) {
      isNegative = number < 0
      bits = UInt64(bitPattern: number)
    }

    init(_ number: UInt64) {
      isNegative = false
      bits = number
    }

    static func < (first: Bound, second: Bound) -> Bool {
      first.isNegative == second.isNegative ? first.bits < second.bits : first.isNegative
    }
  }
}
