/// A column of integers, opened: all the same, words at an address, or unpacked a block at a time.
///
/// Whatever the encoding, the loops over integers are compiled into whoever reads them.
@safe
struct PackedIntegers {
  /// Gives the distances of `count` integers from `first` on, at most ``blockCount``. It is given the address and the
  /// bits of all distances, and how many bytes may be read from there on; it keeps nothing, so that columns are read
  /// without counting references.
  typealias Unpack =
    @convention(c) (
      _ bytes: UnsafeRawPointer, _ bits: Int, _ readableCount: Int, _ first: Int, _ count: Int,
      _ target: UnsafeMutablePointer<UInt64>
    ) -> Void

  /// What is added to each, wrapping around.
  let base: UInt64
  /// How many bits hold each distance from the base.
  let bits: Int
  let isSigned: Bool
  private let form: Form
  /// The address of the first distance. All are within the archive, which is checked when the column is opened.
  private let bytes: UnsafeRawPointer?
  /// The distance in bytes from one word to the next; of blocks, how many bytes may be read.
  private let stride: Int
  private let unpack: Unpack?

  private enum Form {
    case equal, words1, words2, words4, words8, blocks
  }

  /// How many integers are unpacked at a time.
  private static let blockCount = 64

  /// The column of `count` integers at the cursor.
  init(_ cursor: inout ByteCursor, count: Int, isSigned: Bool) throws {
    let head = ColumnHead(kind: isSigned ? .signed : .unsigned, node: -1, count: count)
    self = try ColumnEncodings.integers.open(&cursor, head)
  }

  /// Integers that are all the same.
  init(equalTo base: UInt64, isSigned: Bool) {
    (self.base, bits, self.isSigned, form, stride) = (base, 0, isSigned, .equal, 0)
    unsafe (bytes, unpack) = (nil, nil)
  }

  /// Integers whose distances from the base are words of 1, 2, 4 or 8 bytes.
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

  /// Integers whose distances from the base, of so many bits, are unpacked.
  init(
    base: UInt64, bits: Int, isSigned: Bool, bytes: UnsafeRawPointer, readableCount: Int,
    unpack: @escaping Unpack
  ) {
    (self.base, self.bits, self.isSigned, form, stride) = (base, bits, isSigned, .blocks, readableCount)
    unsafe (self.bytes, self.unpack) = (bytes, unpack)
  }

  /// Calls `body` with the position, from 0, and the bits of each of `count` integers from `first` on.
  ///
  /// The caller keeps the range inside the column.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, UInt64) -> Void) {
    switch form {
    case .equal: for position in 0..<count { body(position, base) }
    case .words1: visit(UInt8.self, from: first, count: count, body)
    case .words2: visit(UInt16.self, from: first, count: count, body)
    case .words4: visit(UInt32.self, from: first, count: count, body)
    case .words8: visit(UInt64.self, from: first, count: count, body)
    case .blocks:
      unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.blockCount) { block in
        // SAFETY: the block has room for as many as are asked for, and is read as far as it is filled.
        guard let block = block.baseAddress, let bytes = unsafe bytes, let unpack = unsafe unpack
        else {
          return
        }
        var done = 0
        while done < count {
          let part = min(count - done, Self.blockCount)
          unsafe unpack(bytes, bits, stride, first + done, part, block)
          for position in 0..<part { body(done + position, base &+ (unsafe block[position])) }
          done += part
        }
      }
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

  /// The greatest distance from the base among some integers.
  func maximumDistance(from first: Int, count: Int) -> UInt64 {
    switch form {
    case .words1: return UInt64(maximum(UInt8.self, first, count))
    case .words2: return UInt64(maximum(UInt16.self, first, count))
    case .words4: return UInt64(maximum(UInt32.self, first, count))
    default:
      var greatest: UInt64 = 0
      visit(from: first, count: count) { greatest = max(greatest, $1 &- base) }
      return greatest
    }
  }

  /// Of narrow words, the processor compares several at once.
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

  /// The least and the greatest integer the column can hold.
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

  /// An integer of either kind.
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
