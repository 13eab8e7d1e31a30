/// The distinct strings of a column, in the order in which they first occur.
///
/// A sample decides whether a column gets a dictionary. The decision is revised if the strings turn out to differ after
/// all. By then, few strings have been looked at, compared with the cost of writing them.
///
/// Strings are compared by their two words, in the layout of ``StringLayout``. The words of a short string are its
/// characters. The words of a longer string are its count and address, and its bytes are compared. A string with
/// another form in memory, such as one that Objective-C made, gets such words, so that the archive depends on nothing
/// but the characters.
@safe
struct StringDictionary {
  /// The hash table. The lower half of a slot is the number of an entry plus one, the upper half is the upper half of
  /// its hash; 0 is a free slot.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int
  /// The words of each distinct string.
  private var entries: UnsafeMutablePointer<StringLayout.Words>
  private(set) var count = 0
  /// The greatest number of distinct strings for which a dictionary pays off.
  private let limit: Int
  /// Whether a string's words can be loaded from its memory.
  private let isKnown: Bool
  /// Copies of the bytes of entries whose strings have no native memory.
  private var copies: [UnsafeMutableRawPointer] = []

  /// A column with fewer strings gets no dictionary.
  static let leastCount = 8
  private static let sampleCount = 128
  /// With more distinct strings, the strings and their table no longer fit in the processor's caches, and a lookup
  /// takes longer than writing the string.
  private static let greatestCount = 16_384
  /// The limit for short strings. These are made without allocation, and written without access to other memory. With
  /// more distinct ones, numbering them takes longer than it saves.
  private static let greatestCountOfShort = 256
  /// How many slots are probed before the strings count as too different. The hash is not secret, so collisions can be
  /// constructed.
  private static let probeLimit = 64

  /// Calls `body` with a dictionary of the strings and the number of each, if they repeat often enough.
  ///
  /// - Returns: Whether they repeat often enough.
  static func with(
    _ rows: Rows, _ temporaries: TemporaryMemory, isKnown: Bool,
    _ body: (StringDictionary, UnsafeBufferPointer<UInt32>) -> Void
  ) -> Bool {
    let sampled = min(rows.count, sampleCount)
    var (found, greatest) = (0, 0)
    let isWorthIt = with(entryCount: sampled, temporaries, isKnown) { dictionary in
      guard let sample = sample(rows, sampled, &dictionary) else { return false }
      (found, greatest) = (dictionary.count, sample.isShort ? greatestCountOfShort : greatestCount)
      return true
    }
    guard isWorthIt else { return false }
    let limit = min(max(rows.count / 2, 1), greatest)
    // A small table stays in the processor's nearest cache. If it turns out to be too small, a second attempt uses a
    // table for `limit` entries.
    let expected = min(limit, found * 8)
    return number(rows, entryCount: expected, temporaries, isKnown, body)
      ?? (expected < limit ? number(rows, entryCount: limit, temporaries, isKnown, body) : false) ?? false
  }

  /// Calls `body` with a dictionary of at most `entryCount` distinct strings.
  ///
  /// - Returns: Whether the strings repeat often enough; `nil` if there are more distinct strings than that.
  private static func number(
    _ rows: Rows, entryCount: Int, _ temporaries: TemporaryMemory, _ isKnown: Bool,
    _ body: (StringDictionary, UnsafeBufferPointer<UInt32>) -> Void
  ) -> Bool? {
    var isTooSmall = false
    let isWorthIt = with(entryCount: entryCount, temporaries, isKnown) { dictionary in
      temporaries.with(byteCount: rows.count * MemoryLayout<UInt32>.stride) { memory in
        let numbers = unsafe memory.bindMemory(to: UInt32.self, capacity: rows.count)
        guard unsafe dictionary.addAll(rows, numbers) else {
          isTooSmall = dictionary.count == entryCount
          return false
        }
        unsafe body(dictionary, UnsafeBufferPointer(start: numbers, count: rows.count))
        return true
      }
    }
    return isTooSmall ? nil : isWorthIt
  }

  /// Calls `body` with an empty dictionary with room for `entryCount` distinct strings.
  private static func with(
    entryCount: Int, _ temporaries: TemporaryMemory, _ isKnown: Bool, _ body: (inout StringDictionary) -> Bool
  ) -> Bool {
    // The table is at most half full, so a free slot is near.
    let slotCount = 1 << (Int.bitWidth - max(entryCount * 2, 16).leadingZeroBitCount)
    let entryByteCount = (entryCount + 1) * MemoryLayout<StringLayout.Words>.stride
    return temporaries.with(byteCount: slotCount * 8 + entryByteCount) { memory in
      let slots = unsafe memory.bindMemory(to: UInt64.self, capacity: slotCount)
      unsafe slots.update(repeating: 0, count: slotCount)
      let entries = unsafe (memory + slotCount * 8).bindMemory(
        to: StringLayout.Words.self, capacity: entryCount + 1)
      var dictionary = unsafe StringDictionary(
        slots: slots, mask: slotCount - 1, entries: entries, limit: entryCount, isKnown: isKnown)
      defer { for copy in unsafe dictionary.copies { unsafe copy.deallocate() } }
      return body(&dictionary)
    }
  }

  private init(
    slots: UnsafeMutablePointer<UInt64>, mask: Int, entries: UnsafeMutablePointer<StringLayout.Words>,
    limit: Int, isKnown: Bool
  ) {
    self.isKnown = isKnown
    unsafe self.slots = slots
    self.mask = mask
    unsafe self.entries = entries
    self.limit = limit
  }

  /// What a sample tells about all strings.
  private struct Sample {
    /// Whether more than three quarters are short.
    let isShort: Bool
  }

  /// Takes an evenly spread sample, and returns `nil` unless it shows that strings repeat. It does if at least as many
  /// sampled strings are equal as if at most a quarter of all strings were distinct, each equally frequent.
  private static func sample(
    _ rows: Rows, _ wanted: Int, _ dictionary: inout StringDictionary
  ) -> Sample? {
    let step = rows.count / wanted
    var (sampled, next, before, bytes, short) = (0, 0, 0, 0, 0)
    for index in rows.runs.indices {
      let run = unsafe rows.runs[index]
      // Whole runs may be skipped.
      while next - before < run.count, sampled < wanted {
        let address = unsafe run.base + rows.offset + (next - before) * rows.stride
        guard let number = unsafe dictionary.number(at: address) else { return nil }
        // The words of the entry are used, since they do not depend on where the string is in memory.
        let count = unsafe dictionary.entries[Int(number)].smallCount
        bytes += count ?? 16
        short += count == nil ? 0 : 1
        sampled += 1
        next += step
      }
      before += run.count
    }
    // Among s strings with u distinct values, about s²/2u are equal to another.
    let repeated = sampled - dictionary.count
    // Empty strings have no bytes to save.
    guard repeated > 0, repeated * rows.count >= 2 * sampled * sampled, bytes > 0 else { return nil }
    return Sample(isShort: short * 4 > sampled * 3)
  }

  /// Numbers all strings; returns `false` if too many are distinct.
  private mutating func addAll(_ rows: Rows, _ numbers: UnsafeMutablePointer<UInt32>) -> Bool {
    var (last, lastWords) = (UInt32(0), StringLayout.Words(first: 0, second: 0))
    // The row at which the distinct strings are counted next.
    var checkpoint = 512
    var isComplete = true
    rows.visit { row, address in
      if isKnown {
        let words = unsafe StringLayout.words(at: address)
        // Equal words mean equal strings.
        if isComplete, words.first != lastWords.first || words.second != lastWords.second {
          if let number = unsafe number(of: words, at: address) {
            (last, lastWords) = (number, words)
          } else {
            isComplete = false
          }
        }
      } else if isComplete {
        if let number = unsafe numberSlowly(at: address) { last = number } else { isComplete = false }
      }
      unsafe numbers[row] = last
      if row == checkpoint {
        if count * 2 > row { isComplete = false }
        checkpoint *= 2
      }
    }
    return isComplete
  }

  /// Returns the number of the string at an address, or `nil` if too many are distinct.
  private mutating func number(at address: UnsafeRawPointer) -> UInt32? {
    guard isKnown else { return unsafe numberSlowly(at: address) }
    return unsafe number(of: StringLayout.words(at: address), at: address)
  }

  /// Returns the number of the string at an address, which has these words.
  @inline(__always)
  private mutating func number(of words: StringLayout.Words, at address: UnsafeRawPointer) -> UInt32? {
    if words.smallCount != nil { return number(ofShort: words) }
    guard let native = words.native else { return unsafe numberSlowly(at: address) }
    if native.count < 16 {
      return unsafe number(ofShort: StringLayout.words(of: native.address, native.count))
    }
    return number(ofLong: words, native)
  }

  /// Returns the number of a string in any form, by asking it for its bytes.
  @inline(never)
  private mutating func numberSlowly(at address: UnsafeRawPointer) -> UInt32? {
    var string = unsafe address.assumingMemoryBound(to: String.self).pointee
    return string.withUTF8 { bytes in
      // An empty string may have no address. Nothing is read then.
      let start = unsafe bytes.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? address
      let words = unsafe StringLayout.words(of: start, bytes.count)
      if bytes.count < 16 { return number(ofShort: words) }
      let before = count
      let number = unsafe number(ofLong: words, (start, bytes.count))
      if count > before {
        // The string's bytes may only exist during this call, so the entry gets a copy.
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
        unsafe copy.copyMemory(from: start, byteCount: bytes.count)
        unsafe copies.append(copy)
        unsafe entries[before] = StringLayout.words(of: copy, bytes.count)
      }
      return number
    }
  }

  @inline(__always)
  private mutating func number(
    ofLong words: StringLayout.Words, _ native: (address: UnsafeRawPointer, count: Int)
  ) -> UInt32? {
    let hash = unsafe Self.hash(native.address, native.count)
    return number(of: words, hash: hash) { entry in
      // Strings of the same count of at least 16 bytes are compared by address, then by bytes.
      guard let other = entry.native, other.count == native.count else { return false }
      return unsafe other.address == native.address
        || Self.areEqual(native.address, other.address, native.count)
    }
  }

  @inline(__always)
  private mutating func number(ofShort words: StringLayout.Words) -> UInt32? {
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
      if (found ^ hash) >> 32 == 0, unsafe isSame(entries[Int(number)]) { return number }
      slot = (slot + 1) & mask
      probes += 1
      if probes > Self.probeLimit { return nil }
    }
    guard count < limit else { return nil }
    unsafe entries[count] = words
    count += 1
    unsafe slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(count)
    return UInt32(count - 1)
  }

  /// Compares the same number of bytes at two addresses; at least 16.
  @inline(__always)
  private static func areEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int) -> Bool {
    var position = 0
    while position < count {
      // The last block may overlap the one before.
      let start = min(position, count - 16)
      let a = unsafe first.loadUnaligned(fromByteOffset: start, as: SIMD2<UInt64>.self)
      let b = unsafe second.loadUnaligned(fromByteOffset: start, as: SIMD2<UInt64>.self)
      if a != b { return false }
      position += 16
    }
    return true
  }

  /// Returns a hash of at least 16 bytes, made of products of two words each. The last two words may overlap those
  /// before.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var position = 0
    while position < count {
      let start = min(position, count - 16)
      let first = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      let second = unsafe bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
      hash = (hash << 23 | hash >> 41) ^ mix(first ^ 0x2D35_8DCC_AA6C_78A5, second ^ 0x8BB8_4B93_962E_ACC9)
      position += 16
    }
    return hash
  }

  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let (high, low) = first.multipliedFullWidth(by: second)
    return high ^ low
  }

  /// Calls `body` with the distinct strings.
  func withEntries(_ body: (Rows) -> Void) {
    // SAFETY: an entry is the two words of a string that the archived value, or a copy in `copies`, keeps alive.
    unsafe Rows.with(
      UnsafeRawPointer(entries), stride: MemoryLayout<StringLayout.Words>.stride, count: count, body)
  }
}
