/// The hash table of a ``StringDictionary``. It owns nothing, so a loop may work on a copy in registers.
@safe
struct StringTable {
  /// The lower half of a slot is the number of an entry plus one, the upper half is the upper half of its hash; 0 is a
  /// free slot.
  private let slots: UnsafeMutablePointer<UInt64>
  private let mask: Int
  /// The words of each distinct string.
  let entries: UnsafeMutablePointer<StringLayout.Words>
  /// The number of distinct strings.
  private(set) var count = 0
  /// The greatest number of distinct strings for which a dictionary pays off.
  private let limit: Int

  /// How many slots are probed before the strings count as too different. The hash is not secret, so collisions can be
  /// constructed.
  private static let probeLimit = 64

  /// Creates a table in memory for `limit` entries and at least twice as many slots, which are free. Their number is
  /// `mask` plus one, a power of two.
  init(
    slots: UnsafeMutablePointer<UInt64>, mask: Int, entries: UnsafeMutablePointer<StringLayout.Words>,
    limit: Int
  ) {
    unsafe (self.slots, self.entries) = (slots, entries)
    (self.mask, self.limit) = (mask, limit)
  }

  /// What is found for the words of a string.
  enum Found {
    case number(UInt32)
    /// Too many strings are distinct.
    case tooMany
    /// The words are neither those of a small string nor of one with native memory.
    case otherForm
  }

  /// Returns the number of the string with these words; a new one is added.
  @inline(__always)
  mutating func number(of words: StringLayout.Words) -> Found {
    if words.smallCount != nil { return number(ofShort: words).map { .number($0) } ?? .tooMany }
    guard let native = unsafe words.native else { return .otherForm }
    if unsafe native.count < 16 {
      return unsafe number(ofShort: StringLayout.words(of: native.address, native.count)).map { .number($0) }
        ?? .tooMany
    }
    return unsafe number(ofLong: words, native).map { .number($0) } ?? .tooMany
  }

  @inline(__always)
  mutating func number(
    ofLong words: StringLayout.Words, _ native: (address: UnsafeRawPointer, count: Int)
  ) -> UInt32? {
    let hash = unsafe Self.hash(native.address, native.count)
    return number(of: words, hash: hash) { entry in
      // Strings of the same count of at least 16 bytes are compared by address, then by bytes.
      guard let other = unsafe entry.address(ofLongWith: native.count) else { return false }
      return unsafe other == native.address || Self.areEqual(native.address, other, native.count)
    }
  }

  @inline(__always)
  mutating func number(ofShort words: StringLayout.Words) -> UInt32? {
    let product = words.first &* 0x9E37_79B9_7F4A_7C15 &+ words.second &* 0xD6E8_FEB8_6659_FD93
    return number(of: words, hash: product ^ product >> 32) {
      $0.first == words.first && $0.second == words.second
    }
  }

  @inline(__always)
  private mutating func number(
    of words: StringLayout.Words, hash: UInt64, isSame: (StringLayout.Words) -> Bool
  ) -> UInt32? {
    var (slot, probes) = (Int(truncatingIfNeeded: hash) & mask, 0)
    // SAFETY: the mask keeps slots inside the table, and a slot holds the number of a stored entry.
    while true {
      let found = unsafe slots[slot]
      if found == 0 { break }
      let number = UInt32(truncatingIfNeeded: found) &- 1
      if (found ^ hash) >> 32 == 0, unsafe isSame(entries[Int(truncatingIfNeeded: number)]) { return number }
      slot = (slot &+ 1) & mask
      probes &+= 1
      if probes > Self.probeLimit { return nil }
    }
    guard count < limit else { return nil }
    unsafe entries[count] = words
    count &+= 1
    unsafe slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: count)
    return UInt32(truncatingIfNeeded: count &- 1)
  }

  /// A block of bytes that is hashed or compared at once.
  private typealias Block = SIMD2<UInt64>

  /// The greatest count of bytes that are hashed and compared as three blocks: the first, the second, and the last, which
  /// may be the same. How many blocks such a string really has differs from string to string, so the processor would
  /// mispredict the end of a loop over them.
  private static let threeBlocksCount = 48

  /// Compares the same number of bytes at two addresses; at least 16.
  @inline(__always)
  private static func areEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int) -> Bool {
    if count <= threeBlocksCount {
      // SAFETY: there are at least 16 bytes, so each block is within them.
      @inline(__always)
      func differences(_ start: Int) -> Block {
        let a = unsafe first.loadUnaligned(fromByteOffset: start, as: Block.self)
        let b = unsafe second.loadUnaligned(fromByteOffset: start, as: Block.self)
        return a ^ b
      }
      let last = count &- 16
      let all = differences(0) | differences(min(16, last)) | differences(last)
      return all[0] | all[1] == 0
    }
    var position = 0
    while position < count {
      // The last block may overlap the one before.
      let start = min(position, count &- 16)
      let a = unsafe first.loadUnaligned(fromByteOffset: start, as: Block.self)
      let b = unsafe second.loadUnaligned(fromByteOffset: start, as: Block.self)
      if a != b { return false }
      position &+= 16
    }
    return true
  }

  /// Returns a hash of at least 16 bytes, made of products of two words each. The last two words may overlap those
  /// before.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    let last = count &- 16
    if count <= threeBlocksCount {
      unsafe add(bytes, to: &hash)
      unsafe add(bytes + min(16, last), to: &hash)
      unsafe add(bytes + last, to: &hash)
      return hash
    }
    var position = 0
    while position < count {
      unsafe add(bytes + min(position, last), to: &hash)
      position &+= 16
    }
    return hash
  }

  /// Adds a block of 16 bytes to a hash.
  @inline(__always)
  private static func add(_ block: UnsafeRawPointer, to hash: inout UInt64) {
    let first = unsafe block.loadUnaligned(as: UInt64.self)
    let second = unsafe block.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    hash = (hash << 23 | hash >> 41) ^ mix(first ^ 0x2D35_8DCC_AA6C_78A5, second ^ 0x8BB8_4B93_962E_ACC9)
  }

  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let (high, low) = first.multipliedFullWidth(by: second)
    return high ^ low
  }
}
