/// Numbers of any number of bits, packed so that the processor packs and unpacks a row of them at once.
///
/// Numbers of up to 16, 32 and 64 bits are packed into words of that many bits; the words are in rows of 32 bytes. A
/// row has as many lanes as words. Of consecutive numbers, the first belongs to the first lane, the second to the
/// second, and so on, starting again after the last lane. Each lane is a sequence of bits, lowest first, cut into words:
/// the first row has the first word of each lane, the second row the second.
///
/// So a row of numbers, one for each lane, begins at the same bit in all lanes. Every number is found by its position.
struct Lanes {
  /// The width of each number in bits, 1 to 64.
  let bits: Int
  /// The width of words in bits.
  let wordBits: Int

  /// The size of a row of words in bytes.
  static let rowSize = 32

  @inline(__always)
  init(bits: Int) {
    self.bits = bits
    wordBits = bits <= 16 ? 16 : bits <= 32 ? 32 : 64
  }

  /// Returns the size of packed numbers in bytes.
  ///
  /// Nothing can overflow: a count is at most 2⁵⁵, which gives at most 2⁵³ rows of up to 64 bits each.
  @inline(__always)
  func byteCount(_ count: Int) -> Int {
    let lanes = Self.rowSize * 8 / wordBits
    let rows = (count + lanes - 1) / lanes
    return (rows * bits + wordBits - 1) / wordBits * Self.rowSize
  }

  /// Returns how many rows packed numbers take; none if they have no bits.
  @inline(__always)
  static func rowCount(_ count: Int, bits: Int) -> Int {
    bits == 0 ? 0 : Lanes(bits: bits).byteCount(count) / rowSize
  }

  // MARK: Packing

  /// Appends the distances of numbers from a base to the output; nothing if they have no bits.
  static func append(
    _ numbers: UnsafePointer<UInt64>, count: Int, from base: UInt64, bits: Int, to output: OutputBuffer
  ) {
    let size = rowCount(count, bits: bits) * rowSize
    guard size > 0 else { return }
    // SAFETY: `reserve` made room for all rows.
    unsafe Lanes(bits: bits).pack(numbers, count: count, from: base, to: output.reserve(size))
    output.advance(size)
  }

  /// Packs the distances of numbers from a base. No distance has more than `bits` bits.
  ///
  /// The rows may be put where the numbers are: those that are written have been read.
  @inline(__always)
  func pack<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeRawPointer, count: Int, from base: Number, to target: UnsafeMutableRawPointer
  ) {
    switch wordBits {
    case 16: unsafe pack(numbers, count, base, UInt16.self, target)
    case 32: unsafe pack(numbers, count, base, UInt32.self, target)
    default: unsafe pack(numbers, count, base, UInt64.self, target)
    }
  }

  /// The number of distances that are collected before they are packed: whole rows of all words.
  private static let collectedCount = 256

  @inline(never)
  private func pack<Number: FixedWidthInteger & UnsignedInteger, Word: LaneWord>(
    _ numbers: UnsafeRawPointer, _ count: Int, _ base: Number, _ type: Word.Type,
    _ target: UnsafeMutableRawPointer
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Word.self, capacity: Self.collectedCount) { collected in
      guard let collected = collected.baseAddress else { return }
      let lanes = Word.Row.scalarCount
      var packer = unsafe Packer<Word>(bits: bits, place: target)
      var done = 0
      // SAFETY: the caller has `count` numbers, and room for `byteCount(count)` bytes, into which the rows just fit. The
      // collected distances are rounded up to whole rows, which `collectedCount` is a multiple of.
      while done < count {
        let part = min(count - done, Self.collectedCount)
        // Without checks for overflow, the processor converts several numbers at once. All are in memory, so their
        // offsets fit.
        let source = unsafe numbers + done &* MemoryLayout<Number>.size
        for position in 0..<part {
          let number = unsafe source.loadUnaligned(
            fromByteOffset: position &* MemoryLayout<Number>.size, as: Number.self)
          unsafe collected[position] = Word(truncatingIfNeeded: number &- base)
        }
        let rows = (part + lanes - 1) / lanes
        // The lanes after the last number get zeros.
        for position in part..<(rows * lanes) { unsafe collected[position] = 0 }
        for row in 0..<rows {
          unsafe packer.append(UnsafeRawPointer(collected + row * lanes).loadUnaligned(as: Word.Row.self))
        }
        done += part
      }
      packer.finish()
    }
  }

  /// Rows on their way to memory.
  @safe
  private struct Packer<Word: LaneWord> {
    let bits: Int
    var place: UnsafeMutableRawPointer
    /// The row that is being filled, and how many bits of its words are.
    var current = Word.row(0)
    var used = 0

    @inline(__always)
    init(bits: Int, place: UnsafeMutableRawPointer) {
      self.bits = bits
      unsafe self.place = place
    }

    @inline(__always)
    mutating func append(_ row: Word.Row) {
      current = Word.or(current, Word.up(row, Word(truncatingIfNeeded: used)))
      used &+= bits
      guard used >= Word.bitWidth else { return }
      unsafe Lanes.store(current, as: Word.self, to: place)
      unsafe place += Lanes.rowSize
      used &-= Word.bitWidth
      current = used == 0 ? Word.row(0) : Word.down(row, Word(truncatingIfNeeded: bits &- used))
    }

    @inline(__always)
    func finish() {
      if used > 0 { unsafe Lanes.store(current, as: Word.self, to: place) }
    }
  }

  @inline(__always)
  fileprivate static func store<Word: LaneWord>(
    _ row: Word.Row, as type: Word.Type, to place: UnsafeMutableRawPointer
  ) {
    #if _endian(little)
      unsafe place.storeBytes(of: row, as: Word.Row.self)
    #else
      for lane in 0..<Word.Row.scalarCount {
        unsafe place.storeBytes(
          of: row[lane].littleEndian, toByteOffset: lane * MemoryLayout<Word>.size, as: Word.self)
      }
    #endif
  }

  // MARK: Unpacking

  /// The greatest number of numbers to unpack at once, and the room that this takes: they may begin in the middle of a
  /// row.
  static let partCount = 128
  static let partCapacity = 192

  /// Unpacks the numbers from `first` on, at most ``partCount``, into memory for ``partCapacity`` words, which must be
  /// those of ``wordBits``.
  ///
  /// - Returns: Where in that memory the first number is.
  @inline(never)
  func unpack<Word: LaneWord>(
    _ bytes: UnsafeRawPointer, from first: Int, count: Int, to target: UnsafeMutablePointer<Word>
  ) -> Int {
    let (lanes, width) = (Word.Row.scalarCount, Word.bitWidth)
    let (firstRow, lastRow) = (first / lanes, (first + count - 1) / lanes)
    let mask = Word.row(Word.max &>> Word(truncatingIfNeeded: width - bits))
    var place = UnsafeMutableRawPointer(target)
    var (row, bit) = (firstRow, firstRow &* bits)
    // SAFETY: opening the column checked that all rows of its numbers are there; the second row is only loaded if a
    // number of these extends into it.
    while row <= lastRow {
      // None of this overflows: a column that has its bytes has fewer than 2⁶³ bits.
      let used = bit & (width &- 1)
      let source = unsafe bytes + (bit &- used) / width &* Self.rowSize
      var numbers = unsafe Word.down(load(source, as: Word.self), Word(truncatingIfNeeded: used))
      if used &+ bits > width {
        let next = unsafe load(source + Self.rowSize, as: Word.self)
        numbers = Word.or(numbers, Word.up(next, Word(truncatingIfNeeded: width &- used)))
      }
      unsafe place.storeBytes(of: Word.and(numbers, mask), as: Word.Row.self)
      unsafe place += Self.rowSize
      bit &+= bits
      row &+= 1
    }
    return first - firstRow * lanes
  }

  /// Unpacks some rows at a time, and calls `body` with the position, from 0, and the value of each of `count` numbers
  /// from `first` on.
  @inline(__always)
  func visit<Word: LaneWord>(
    _ type: Word.Type, _ bytes: UnsafeRawPointer, from first: Int, count: Int, _ body: (Int, Word) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Word.self, capacity: Self.partCapacity) { part in
      guard let part = part.baseAddress else { return }
      var done = 0
      while done < count {
        let partCount = min(count - done, Self.partCount)
        // SAFETY: opening the column checked that it has all its rows; there is room for a part and the rest of its
        // rows, and only unpacked words are read.
        let start = unsafe part + unpack(bytes, from: first + done, count: partCount, to: part)
        for position in 0..<partCount { body(done + position, unsafe start[position]) }
        done += partCount
      }
    }
  }

  /// Unpacks `count` numbers of `bits` bits, 0 to 64, from `first` on, at most ``partCount``.
  static func unpack(
    _ bytes: UnsafeRawPointer, bits: Int, first: Int, count: Int, to target: UnsafeMutablePointer<UInt64>
  ) {
    let lanes = Lanes(bits: bits)
    switch (bits, lanes.wordBits) {
    case (0, _): unsafe target.update(repeating: 0, count: count)
    case (_, 16):
      unsafe lanes.visit(UInt16.self, bytes, from: first, count: count) { unsafe target[$0] = UInt64($1) }
    case (_, 32):
      unsafe lanes.visit(UInt32.self, bytes, from: first, count: count) { unsafe target[$0] = UInt64($1) }
    default: unsafe lanes.visit(UInt64.self, bytes, from: first, count: count) { unsafe target[$0] = $1 }
    }
  }

  @inline(__always)
  private func load<Word: LaneWord>(_ source: UnsafeRawPointer, as type: Word.Type) -> Word.Row {
    #if _endian(little)
      return unsafe source.loadUnaligned(as: Word.Row.self)
    #else
      var row = Word.row(0)
      for lane in 0..<Word.Row.scalarCount {
        let word = unsafe source.loadUnaligned(
          fromByteOffset: lane * MemoryLayout<Word>.size, as: Word.self)
        row[lane] = Word(littleEndian: word)
      }
      return row
    #endif
  }
}
