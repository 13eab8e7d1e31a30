/// The distinct strings of a column, in the order in which they first occur, and the number of each row's string.
///
/// A sample decides whether a column gets a dictionary. The decision is revised if the strings turn out to differ
/// after all. By then, few strings have been examined, compared with the cost of writing them.
struct StringDictionary {
  /// The address of each distinct string, as a run of one row.
  let strings: [Rows.Run]
  /// The number of the distinct string for each row.
  let numbers: [UInt32]

  private static let sampleCount = 128
  /// With more distinct strings, the strings and their table no longer fit in the processor's caches, and a lookup
  /// takes longer than writing the string.
  private static let greatestCount = 16_384
  /// The limit for short strings. They are created without allocation, and written without access to other memory.
  /// With more distinct strings, numbering them takes longer than it saves.
  private static let greatestCountOfShort = 256

  private struct TooManyDistinct: Error {}

  /// Numbers strings; returns `nil` unless they repeat often enough.
  static func of(_ rows: Rows) -> StringDictionary? {
    // However often strings repeat, a sample of fewer strings shows too few repetitions.
    guard rows.count > sampleCount * 2, let areShort = sample(rows) else { return nil }
    let limit = min(rows.count / 2, areShort ? greatestCountOfShort : greatestCount)
    return SameStrings.with { same in
      var table = DistinctStrings(limit: limit)
      let numbers: [UInt32]? = try? Place.values(rows.count) { numbers in
        // The row at which the distinct strings are counted next.
        var checkpoint = 512
        try rows.visit { row, address in
          let number = unsafe same.number(ofStringAt: address) { unsafe table.number(ofStringAt: address) }
          guard let number else { throw TooManyDistinct() }
          numbers.initialize(row, to: number)
          guard row == checkpoint else { return }
          if table.entries.count * 2 > row { throw TooManyDistinct() }
          checkpoint *= 2
        }
      }
      return numbers.map { StringDictionary(strings: table.entries, numbers: $0) }
    }
  }

  /// Takes an evenly spread sample, and returns `nil` unless it shows that strings repeat. The sample must contain at
  /// least as many equal strings as if a quarter of all strings were distinct, each equally frequent.
  ///
  /// - Returns: Whether more than three quarters are short.
  private static func sample(_ rows: Rows) -> Bool? {
    let step = rows.count / sampleCount
    var table = DistinctStrings(limit: sampleCount)
    var (sampled, next, before, bytes, short) = (0, 0, 0, 0, 0)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      // Whole runs may be skipped.
      while next - before < run.count, sampled < sampleCount {
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
    let repeated = sampled - table.entries.count
    // Empty strings have no bytes to save.
    guard repeated > 0, repeated * rows.count >= 2 * sampled * sampled, bytes > 0 else { return nil }
    return short * 4 > sampled * 3
  }
}
