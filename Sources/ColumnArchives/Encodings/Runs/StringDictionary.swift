/// The distinct strings of a column, in the order in which they first occur, and the number of each row's string.
///
/// A sample decides whether a column gets a dictionary. The decision is revised if the strings turn out to differ
/// after all. By then, few strings have been examined, compared with the cost of writing them.
@safe
struct StringDictionary {
  // Safe: there is a number for each row.
  /// The distinct strings.
  let strings: Rows
  /// The number of the distinct string for each row.
  let numbers: UnsafeBufferPointer<UInt32>

  private static let sampleCount = 128
  /// With more distinct strings, the strings and their table no longer fit in the processor's caches, and a lookup
  /// takes longer than writing the string.
  private static let greatestCount = 16_384
  /// The limit for short strings. They are created without allocation, and written without access to other memory.
  /// With more distinct strings, numbering them takes longer than it saves.
  private static let greatestCountOfShort = 256

  /// Calls `body` with a dictionary of the strings, if they repeat often enough.
  ///
  /// - Returns: Whether they repeat often enough.
  static func with(_ rows: Rows, _ temporaries: TemporaryMemory, _ body: (StringDictionary) -> Void) -> Bool {
    // However often strings repeat, a sample of fewer strings shows too few repetitions.
    guard rows.count > sampleCount * 2 else { return false }
    guard let areShort = withTable(for: sampleCount, temporaries, { sample(rows, sampleCount, &$0) }) else {
      return false
    }
    let limit = min(rows.count / 2, areShort ? greatestCountOfShort : greatestCount)
    return withTable(for: limit, temporaries) { table in
      temporaries.with(byteCount: rows.count * MemoryLayout<UInt32>.stride) { memory in
        let numbers = unsafe memory.bindMemory(to: UInt32.self, capacity: rows.count)
        guard unsafe number(rows, by: &table, numbers) else { return false }
        let all = unsafe UnsafeBufferPointer(start: numbers, count: rows.count)
        unsafe body(StringDictionary(strings: table.rows, numbers: all))
        return true
      }
    }
  }

  /// Calls `body` with an empty table for `entryCount` distinct strings.
  private static func withTable<Result>(
    for entryCount: Int, _ temporaries: TemporaryMemory, _ body: (inout DistinctStrings) -> Result
  ) -> Result {
    // The table is at most half full, so a free slot is near.
    let slotCount = 1 << (Int.bitWidth - max(entryCount * 2, 16).leadingZeroBitCount)
    let entriesByteCount = entryCount * MemoryLayout<Rows.Run>.stride
    return temporaries.with(byteCount: slotCount * 8 + entriesByteCount) { memory in
      let slots = unsafe memory.bindMemory(to: UInt64.self, capacity: slotCount)
      unsafe slots.update(repeating: 0, count: slotCount)
      let entries = unsafe (memory + slotCount * 8).bindMemory(to: Rows.Run.self, capacity: entryCount)
      var table = unsafe DistinctStrings(
        slots: slots, mask: slotCount - 1, entries: entries, limit: entryCount)
      return body(&table)
    }
  }

  /// Takes an evenly spread sample, and returns `nil` unless it shows that strings repeat. The sample must contain at
  /// least as many equal strings as if a quarter of all strings were distinct, each equally frequent.
  ///
  /// - Returns: Whether more than three quarters are short.
  private static func sample(_ rows: Rows, _ wanted: Int, _ table: inout DistinctStrings) -> Bool? {
    let step = rows.count / wanted
    var (sampled, next, before, bytes, short) = (0, 0, 0, 0, 0)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      // Whole runs may be skipped.
      while next - before < run.count, sampled < wanted {
        let address = unsafe run.base + rows.offset + (next - before) * rows.stride
        guard unsafe table.number(ofStringAt: address) != nil else { return nil }
        let count = unsafe withBytes(ofStringAt: address) { $0.count }
        bytes += min(count, 16)
        short += count < 16 ? 1 : 0
        sampled += 1
        next += step
      }
      before += run.count
    }
    // Among s strings with u distinct values, about s²/2u are equal to another string.
    let repeated = sampled - table.count
    // Empty strings have no bytes to save.
    guard repeated > 0, repeated * rows.count >= 2 * sampled * sampled, bytes > 0 else { return nil }
    return short * 4 > sampled * 3
  }

  /// Numbers all strings; returns `false` if too many are distinct.
  private static func number(
    _ rows: Rows, by shared: inout DistinctStrings, _ numbers: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    SameStrings.with { same in
      // The loop works on a copy, which stays in registers: its stores might otherwise change the table's fields.
      var table = shared
      defer { shared = table }
      // The row at which the distinct strings are counted next.
      var (row, checkpoint) = (0, 512)
      for index in 0..<rows.runCount {
        let run = unsafe rows.runs[index]
        var address = unsafe run.base + rows.offset
        for _ in 0..<run.count {
          let number = unsafe same.number(ofStringAt: address) { unsafe table.number(ofStringAt: address) }
          guard let number else { return false }
          unsafe numbers[row] = number
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
  }
}
