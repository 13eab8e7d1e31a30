/// A piece of text of 1 to 8 bytes, as a number: the first byte lowest, and 0xFF after the last. UTF-8 has no such byte,
/// so no symbol contains it, and none matches beyond the end of a text that is followed by it.
@safe
struct TextSymbol: Equatable {
  let word: UInt64

  static let longest = 8
  static let end: UInt8 = 0xFF
  /// No symbol, and the word of no text.
  static let none = TextSymbol(word: .max)

  @inline(__always)
  init(word: UInt64) { self.word = word }

  /// The first bytes of a word.
  @inline(__always)
  init(_ word: UInt64, count: Int) { self.word = word | UInt64.max << UInt64(8 &* count) }

  @inline(__always)
  var count: Int { Self.longest &- (~word).leadingZeroBitCount / 8 }
}

/// Finds symbols at the beginning of texts, the longest one if there are several, with a few exceptions: of symbols of three
/// bytes or more that would need the same place in the table, it has the first.
@safe
struct SymbolMatcher {
  // Safe: the memory has `byteCount` bytes, and two bytes of text or ten bits of a hash cannot exceed it.
  /// For the first two bytes of a text, the shorter symbol or none.
  private let shorts: UnsafeMutablePointer<UInt16>
  /// Longer symbols, by a hash of their first three bytes.
  private let longs: UnsafeMutablePointer<Long>

  private struct Long {
    var symbol = TextSymbol.none
    /// The number of bits of a word that are after the symbol.
    var ignored: UInt32 = 0
    var entry: UInt32 = 0
  }

  /// What stands for the beginning of a text.
  @safe
  struct Entry {
    /// The code, or ``SymbolRuns/escape``; then, as bits, whether the first byte of the text follows it, and three zeros;
    /// then the number of bytes of the text.
    let bits: UInt32

    static let escape = Entry(bits: UInt32(SymbolRuns.escape) | 1 << 8 | 1 << 12)

    @inline(__always)
    init(bits: UInt32) { self.bits = bits }

    init(code: Int, count: Int) { bits = UInt32(code) | UInt32(count) << 12 }

    @inline(__always)
    var textCount: Int { Int(bits &>> 12) }
    @inline(__always)
    var codeCount: Int { 1 &+ Int(bits &>> 8 & 1) }
  }

  private static let shortCount = 1 << 16
  private static let longBits: UInt64 = 10
  static let byteCount = shortCount * MemoryLayout<UInt16>.stride + MemoryLayout<Long>.stride << Int(longBits)

  /// Creates a matcher in memory for ``byteCount`` bytes. It must be cleared first.
  init(_ memory: UnsafeMutableRawPointer) {
    unsafe longs = memory.bindMemory(to: Long.self, capacity: 1 << Int(Self.longBits))
    let rest = unsafe memory + MemoryLayout<Long>.stride << Int(Self.longBits)
    unsafe shorts = rest.bindMemory(to: UInt16.self, capacity: Self.shortCount)
  }

  /// Removes all symbols.
  func clear() {
    unsafe shorts.update(repeating: UInt16(Entry.escape.bits), count: Self.shortCount)
    unsafe longs.update(repeating: Long(), count: 1 << Int(Self.longBits))
  }

  @inline(__always)
  private static func place(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &<< 40 &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- longBits))
  }

  /// Adds a symbol, unless another one has its place.
  func add(_ symbol: TextSymbol, code: Int) -> Bool {
    let entry = Entry(code: code, count: symbol.count).bits
    switch symbol.count {
    case 1:
      let first = Int(symbol.word & 0xFF)
      for second in 0...255 where Entry(bits: UInt32(unsafe shorts[second << 8 | first])).textCount == 1 {
        unsafe shorts[second << 8 | first] = UInt16(entry)
      }
    case 2: unsafe shorts[Int(symbol.word & 0xFFFF)] = UInt16(entry)
    default:
      let place = Self.place(of: symbol.word)
      guard unsafe longs[place].symbol == .none else { return false }
      let ignored = UInt32(8 * (TextSymbol.longest - symbol.count))
      unsafe longs[place] = Long(symbol: symbol, ignored: ignored, entry: entry)
    }
    return true
  }

  /// Returns what stands for the beginning of a text, whose first eight bytes are a word; after its end are
  /// ``TextSymbol/end``.
  @inline(__always)
  func entry(for word: UInt64) -> Entry {
    let long = unsafe longs[Self.place(of: word)]
    // No text begins with the word of `none`.
    if (word ^ long.symbol.word) &<< UInt64(long.ignored) == 0 { return Entry(bits: long.entry) }
    return Entry(bits: UInt32(unsafe shorts[Int(truncatingIfNeeded: word & 0xFFFF)]))
  }

  /// Writes the codes of a text.
  ///
  /// - Parameter text: The text; if it has fewer than eight bytes, there must still be eight to load.
  /// - Parameter target: Memory for two bytes for each of the text, and one more.
  /// - Returns: The number of bytes written.
  @inline(__always)
  func encode(_ text: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) -> Int {
    var (position, written) = (0, 0)
    // SAFETY: eight bytes are left of the text, or else were copied to where eight can be loaded. A byte of text makes at
    // most two of codes; if it makes one, another is stored after it.
    while count &- position >= TextSymbol.longest {
      let word = unsafe text.loadLittleEndian(fromByteOffset: position, as: UInt64.self)
      unsafe encode(word, to: target, &position, &written)
    }
    guard position < count else { return written }
    let last = max(count &- TextSymbol.longest, 0)
    var word = unsafe text.loadLittleEndian(fromByteOffset: last, as: UInt64.self)
    word = word &>> UInt64(8 &* (position &- last)) | UInt64.max << UInt64(8 &* (count &- position))
    while position < count {
      let before = position
      unsafe encode(word, to: target, &position, &written)
      let bits = UInt64(8 &* (position &- before))
      word = word &>> bits | ~(UInt64.max &>> bits)
    }
    return written
  }

  @inline(__always)
  private func encode(
    _ word: UInt64, to target: UnsafeMutableRawPointer, _ position: inout Int, _ written: inout Int
  ) {
    let entry = entry(for: word)
    let codes = entry.bits & 0xFF | UInt32(truncatingIfNeeded: word & 0xFF) &<< 8
    unsafe target.storeBytes(
      of: UInt16(truncatingIfNeeded: codes).littleEndian, toByteOffset: written, as: UInt16.self)
    position &+= entry.textCount
    written &+= entry.codeCount
  }
}
