/// Chooses the symbols of a column from a sample of its text.
///
/// This is the method of Boncz, Neumann and Leis, "FSST: Fast Random Access String Compression" (VLDB 2020): the sample is
/// divided into the symbols that there are, and what would save most among them and pairs of neighbours becomes the
/// next table. Here three rounds do, over growing parts of the sample, as pairs are counted in the last one too.
/// Everything is counted in integers, in one order, so the same sample gives the same symbols everywhere.
@safe
struct SymbolBuilder {
  // Safe: the memory has `byteCount` bytes. The mask keeps slots inside the table, which never fills up.
  /// Finds the symbols that were chosen.
  let matcher: SymbolMatcher
  /// The symbols in the order of their codes.
  private(set) var symbols: [TextSymbol] = []
  /// A hash table of what could be a symbol, and how often it occurs.
  private let slots: UnsafeMutablePointer<Slot>
  /// The slots in use, in order; after them the same by what they save.
  private let used: UnsafeMutablePointer<UInt16>
  private var usedCount = 0
  /// The sample.
  private let sample: UnsafeMutablePointer<UInt8>

  private struct Slot {
    var symbol = TextSymbol.none
    var count: UInt32 = 0
  }

  private static let slotCount = 1 << 12
  private static let greatestUsedCount = slotCount / 4 * 3
  /// The greatest number of bytes of a sample.
  private static let sampleByteCount = 8 << 10
  /// The longest piece of one string in a sample.
  private static let pieceByteCount = 128
  static let byteCount =
    SymbolMatcher.byteCount + slotCount * MemoryLayout<Slot>.stride
    + 2 * slotCount * MemoryLayout<UInt16>.stride + sampleByteCount + pieceByteCount + 16

  /// Creates a builder in memory for ``byteCount`` bytes.
  init(_ memory: UnsafeMutableRawPointer) {
    var rest = unsafe memory
    unsafe slots = rest.bindMemory(to: Slot.self, capacity: Self.slotCount)
    unsafe rest += Self.slotCount * MemoryLayout<Slot>.stride
    unsafe matcher = SymbolMatcher(rest)
    unsafe rest += SymbolMatcher.byteCount
    unsafe used = rest.bindMemory(to: UInt16.self, capacity: 2 * Self.slotCount)
    unsafe rest += 2 * Self.slotCount * MemoryLayout<UInt16>.stride
    unsafe sample = rest.bindMemory(to: UInt8.self, capacity: Self.sampleByteCount + Self.pieceByteCount + 16)
  }

  // MARK: Samples

  /// Copies pieces of evenly spread strings to the sample, with ``TextSymbol/end`` after each, and after the last.
  ///
  /// - Returns: The number of bytes of the pieces, each with one after it.
  private func takeSample(of rows: Rows, _ count: Int, longest: Int) -> Int {
    var (taken, next, before, end) = (0, 0, 0, 0)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      while taken < count, next - before < run.count, end < Self.sampleByteCount {
        // SAFETY: the row is in the run. A piece begins before `sampleByteCount` and has at most `pieceByteCount` bytes,
        // and sixteen more have room after it.
        unsafe withBytes(ofStringAt: run.base + rows.offset + (next - before) * rows.stride) { bytes in
          let length = min(bytes.count, longest)
          let first = taken &* 7919 % (bytes.count - length + 1)
          for position in 0..<length { unsafe sample[end + position] = bytes[first + position] }
          unsafe sample[end + length] = TextSymbol.end
          end += length + 1
        }
        taken += 1
        next = taken * rows.count / count
      }
      before += run.count
    }
    unsafe (sample + end).update(repeating: TextSymbol.end, count: TextSymbol.longest)
    return end
  }

  /// Whether pairs of bytes repeat so often in a thousand of them that symbols can be worth their while.
  ///
  /// Of English, seven in sixteen are repeated, and of random digits in hexadecimal three quarters; of random letters and
  /// digits a third, in base 64 a tenth.
  func canSave(_ rows: Rows) -> Bool {
    let end = takeSample(of: rows, 64, longest: 16)
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1024) { seen in
      unsafe seen.initialize(repeating: 0)
      var (pairCount, repeatedCount) = (0, 0)
      for position in 0..<max(end - 1, 0) {
        let (first, second) = unsafe (sample[position], sample[position + 1])
        if first == TextSymbol.end || second == TextSymbol.end { continue }
        pairCount += 1
        let bit = 1 as UInt64 &<< UInt64(second & 63)
        let index = Int(first) << 2 | Int(second >> 6)
        if unsafe seen[index] & bit != 0 { repeatedCount += 1 }
        unsafe seen[index] |= bit
      }
      return repeatedCount * 16 >= pairCount * 7 && repeatedCount > 0
    }
  }

  // MARK: Rounds

  /// Chooses symbols for strings of `byteCount` bytes together.
  mutating func build(for rows: Rows, byteCount: Int) {
    // More bytes make better symbols, but take longer than what they save.
    let wanted = min(max(byteCount / 32, 2 << 10), Self.sampleByteCount)
    let average = min(byteCount / rows.count, Self.pieceByteCount) + 1
    let end = takeSample(of: rows, max(wanted / average, 1), longest: Self.pieceByteCount)
    matcher.clear()
    for (mask, least) in [(3, 1), (1, 1), (0, 2)] as [(Int, UInt32)] {
      count(end, mask)
      choose(least)
    }
  }

  /// Counts symbols, and pairs of neighbours, in the pieces whose number has none of the bits of a mask.
  private mutating func count(_ end: Int, _ mask: Int) {
    unsafe slots.update(repeating: Slot(), count: Self.slotCount)
    usedCount = 0
    var (position, piece) = (0, 0)
    // SAFETY: eight bytes can be loaded at any byte of the sample, and each piece ends with `TextSymbol.end`.
    while position < end {
      var (before, countBefore) = (0 as UInt64, TextSymbol.longest)
      while unsafe sample[position] != TextSymbol.end {
        if piece & mask != 0 {
          position &+= 1
          continue
        }
        let word = unsafe UnsafeRawPointer(sample).loadLittleEndian(fromByteOffset: position, as: UInt64.self)
        let textCount = matcher.entry(for: word).textCount
        add(TextSymbol(word, count: textCount))
        if countBefore < TextSymbol.longest {
          add(TextSymbol(before, count: min(countBefore &+ textCount, TextSymbol.longest)))
        }
        (before, countBefore) = (word, textCount)
        position &+= textCount
      }
      position &+= 1
      piece &+= 1
    }
  }

  @inline(__always)
  private mutating func add(_ symbol: TextSymbol) {
    var slot = Int(truncatingIfNeeded: symbol.word &* 0x9E37_79B9_7F4A_7C15 &>> 40) & (Self.slotCount - 1)
    while true {
      let found = unsafe slots[slot].symbol
      if found == symbol { break }
      if found == .none {
        guard usedCount < Self.greatestUsedCount else { return }
        unsafe slots[slot].symbol = symbol
        unsafe used[usedCount] = UInt16(slot)
        usedCount &+= 1
        break
      }
      slot = (slot &+ 1) & (Self.slotCount - 1)
    }
    unsafe slots[slot].count &+= 1
  }

  /// Chooses the symbols that save most, of those that occur at least so often.
  private mutating func choose(_ least: UInt32) {
    // Sorted by counting. Those that save most of all may be in any order.
    let order = unsafe used + Self.slotCount
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2048) { ends in
      unsafe ends.initialize(repeating: 0)
      func bucket(_ index: Int) -> Int? {
        let slot = unsafe slots[Int(used[index])]
        guard slot.count >= least else { return nil }
        // A single byte saves the escape before it, everywhere.
        let weight = slot.symbol.count == 1 ? 8 : slot.symbol.count
        return 2047 - min(Int(slot.count) * weight, 2047)
      }
      for index in 0..<usedCount { if let bucket = bucket(index) { unsafe ends[bucket] += 1 } }
      var sum: Int32 = 0
      for bucket in 0..<2048 {
        let count = unsafe ends[bucket]
        unsafe ends[bucket] = sum
        sum += count
      }
      for index in 0..<usedCount {
        guard let bucket = bucket(index) else { continue }
        unsafe order[Int(ends[bucket])] = used[index]
        unsafe ends[bucket] += 1
      }
      usedCount = Int(sum)
    }
    matcher.clear()
    symbols.removeAll(keepingCapacity: true)
    for index in 0..<usedCount where symbols.count < SymbolRuns.greatestSymbolCount {
      let symbol = unsafe slots[Int(order[index])].symbol
      if matcher.add(symbol, code: symbols.count) { symbols.append(symbol) }
    }
  }
}
