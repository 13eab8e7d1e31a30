internal import CRuntime

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
  private var table: StringTable
  /// The number of distinct strings.
  var count: Int { table.count }
  /// Whether a string's words can be loaded from its memory.
  private let isKnown: Bool
  /// Copies of the bytes of entries whose strings have no native memory.
  private var copies: [UnsafeMutableRawPointer] = unsafe []

  /// A column with fewer strings gets no dictionary.
  static let leastCount = 8
  private static let sampleCount = 128
  /// With more distinct strings, the strings and their table no longer fit in the processor's caches, and a lookup
  /// takes longer than writing the string.
  private static let greatestCount = 16_384
  /// The limit for short strings. These are made without allocation, and written without access to other memory. With
  /// more distinct ones, numbering them takes longer than it saves.
  private static let greatestCountOfShort = 256
  /// How many rows ahead the bytes of a string are prefetched.
  private static let prefetchedCount = 8

  /// Calls `body` with a dictionary of the strings and the number of each, if they repeat often enough.
  ///
  /// - Returns: Whether they repeat often enough.
  // Safe: there is a number for each row, and they live until `body` returns. What reads them is marked.
  @safe
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
  @safe
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
      let table = unsafe StringTable(slots: slots, mask: slotCount - 1, entries: entries, limit: entryCount)
      var dictionary = StringDictionary(table: table, isKnown: isKnown)
      defer { while let copy = unsafe dictionary.copies.popLast() { unsafe copy.deallocate() } }
      return body(&dictionary)
    }
  }

  private init(table: StringTable, isKnown: Bool) {
    self.table = table
    self.isKnown = isKnown
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
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      // Whole runs may be skipped.
      while next - before < run.count, sampled < wanted {
        let address = unsafe run.base + rows.offset + (next - before) * rows.stride
        guard let number = unsafe dictionary.number(at: address) else { return nil }
        // The words of the entry are used, since they do not depend on where the string is in memory.
        let count = unsafe dictionary.table.entries[Int(number)].smallCount
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
    guard isKnown else { return unsafe addAllSlowly(rows, numbers) }
    // The loop works on a copy, which stays in registers: its stores might otherwise change the table's fields.
    var table = self.table
    defer { self.table = table }
    var (last, lastWords) = (UInt32(0), StringLayout.Words(first: 0, second: 0))
    // The row at which the distinct strings are counted next.
    var (row, checkpoint) = (0, 512)
    let ahead = Self.prefetchedCount &* rows.stride
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      var address = unsafe run.base + rows.offset
      let lastAddress = unsafe address + (run.count &- 1) &* rows.stride
      for _ in 0..<run.count {
        let words = unsafe StringLayout.words(at: address)
        // Equal words mean equal strings.
        if words.first != lastWords.first || words.second != lastWords.second {
          if words.smallCount == nil {
            // The bytes of later strings are likely to be elsewhere too. A word of a small string is no address; then the
            // processor prefetches nothing.
            let later = unsafe StringLayout.words(at: min(address + ahead, lastAddress))
            prefetch(UInt(truncatingIfNeeded: later.second) &+ UInt(StringLayout.nativeBias))
          }
          switch table.number(of: words) {
          case .number(let number): last = number
          case .tooMany: return false
          case .otherForm:
            self.table = table
            let number = unsafe numberSlowly(at: address)
            table = self.table
            guard let number else { return false }
            last = number
          }
          lastWords = words
        }
        unsafe numbers[row] = last
        if row == checkpoint {
          if table.count &* 2 > row { return false }
          checkpoint &*= 2
        }
        row &+= 1
        unsafe address += rows.stride
      }
    }
    return true
  }

  /// Numbers all strings by asking each for its bytes; returns `false` if too many are distinct.
  private mutating func addAllSlowly(_ rows: Rows, _ numbers: UnsafeMutablePointer<UInt32>) -> Bool {
    var (isComplete, checkpoint) = (true, 512)
    rows.visit { row, address in
      guard isComplete, let number = unsafe numberSlowly(at: address) else {
        isComplete = false
        return
      }
      unsafe numbers[row] = number
      if row == checkpoint {
        if count * 2 > row { isComplete = false }
        checkpoint *= 2
      }
    }
    return isComplete
  }

  /// Returns the number of the string at an address, or `nil` if too many are distinct.
  private mutating func number(at address: UnsafeRawPointer) -> UInt32? {
    if isKnown {
      switch unsafe table.number(of: StringLayout.words(at: address)) {
      case .number(let number): return number
      case .tooMany: return nil
      case .otherForm: break
      }
    }
    return unsafe numberSlowly(at: address)
  }

  /// Returns the number of a string in any form, by asking it for its bytes.
  @inline(never)
  private mutating func numberSlowly(at address: UnsafeRawPointer) -> UInt32? {
    var string = unsafe address.assumingMemoryBound(to: String.self).pointee
    return string.withUTF8 { bytes in
      // An empty string may have no address. Nothing is read then.
      let start = unsafe bytes.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? address
      let words = unsafe StringLayout.words(of: start, bytes.count)
      if bytes.count < 16 { return table.number(ofShort: words) }
      let before = count
      let number = unsafe table.number(ofLong: words, (start, bytes.count))
      if count > before {
        // The string's bytes may only exist during this call, so the entry gets a copy.
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
        unsafe copy.copyMemory(from: start, byteCount: bytes.count)
        unsafe copies.append(copy)
        unsafe table.entries[before] = StringLayout.words(of: copy, bytes.count)
      }
      return number
    }
  }

  /// Calls `body` with the distinct strings.
  func withEntries(_ body: (Rows) -> Void) {
    // SAFETY: an entry is the two words of a string that the archived value, or a copy in `copies`, keeps alive.
    unsafe Rows.with(
      UnsafeRawPointer(table.entries), stride: MemoryLayout<StringLayout.Words>.stride, count: count, body)
  }
}
