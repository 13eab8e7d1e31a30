/// The different strings of a column, in the order in which they first occur.
///
/// Whether a column has one is decided by a sample, and decided anew when the strings turn out to differ after all: by
/// then few of them have been looked at, compared with what it costs to write them.
@safe
struct StringDictionary {
  private let isKnown: Bool
  /// For each slot of the hash table, the number of an entry and one, or 0; and the hash of it.
  private var slots: [UInt64]
  private var mask: Int
  /// The addresses of the first of each.
  private var entries: [UnsafeRawPointer] = []
  private var numbers: [UInt32] = []
  private let limit: Int

  var count: Int { entries.count }

  /// Columns of fewer strings have no dictionary.
  private static let leastCount = 8
  private static let sampleCount = 128

  /// A dictionary for strings of which a sample repeats often enough; `nil` for others.
  init?(sampling rows: Rows, isKnown: Bool) {
    guard rows.count >= Self.leastCount else { return nil }
    self.isKnown = isKnown
    limit = max(rows.count / 4, 1)
    slots = [UInt64](repeating: 0, count: 512)
    mask = 511
    let step = max(rows.count / Self.sampleCount, 1)
    var (sampled, next, length) = (0, 0, 0)
    // The sample is taken where it costs least: whole runs are passed over.
    var before = 0
    for unsafe run in unsafe rows.runs {
      while next - before < run.count {
        let address = unsafe run.base + rows.offset + (next - before) * rows.stride
        _ = unsafe number(of: address)
        length += unsafe withBytes(ofStringAt: address, isKnown: isKnown) { $1 }
        sampled += 1
        next += step
      }
      before += run.count
    }
    // Empty strings cost nothing as they are.
    guard entries.count * 2 <= sampled, length > 0 else { return nil }
    unsafe entries.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// Numbers all strings; `false` when there are too many different ones.
  mutating func addAll(_ rows: Rows) -> Bool {
    var isWorthIt = true
    let isKnown = isKnown
    numbers = unsafe [UInt32](unsafeUninitializedCapacity: rows.count) { buffer, initializedCount in
      var (last, lastWords) = (UInt32(0), StringLayout.Words(first: 0, second: 0))
      rows.forEach { position, address in
        guard isWorthIt else { return }
        let words = unsafe StringLayout.words(at: address)
        // The same words are the same string, wherever its bytes are.
        if position > 0, words.first == lastWords.first, words.second == lastWords.second, isKnown {
          unsafe buffer[position] = last
          return
        }
        guard let number = unsafe number(of: address), entries.count <= limit else {
          isWorthIt = false
          return
        }
        unsafe buffer[position] = number
        (last, lastWords) = (number, words)
      }
      initializedCount = isWorthIt ? rows.count : 0
    }
    return isWorthIt
  }

  /// The number of the string at an address; `nil` when its hash collides with too many others.
  @inline(__always)
  private mutating func number(of address: UnsafeRawPointer) -> UInt32? {
    unsafe withBytes(ofStringAt: address, isKnown: isKnown) { bytes, count in
      let hash = unsafe Self.hash(bytes, count)
      var (slot, probes) = (Int(truncatingIfNeeded: hash) & mask, 0)
      while slots[slot] != 0 {
        let entry = slots[slot]
        if (entry ^ hash) >> 32 == 0 {
          let number = UInt32(truncatingIfNeeded: entry) - 1
          if unsafe Self.areEqual(bytes, count, entries[Int(number)], isKnown) { return number }
        }
        slot = (slot + 1) & mask
        probes += 1
        if probes > 64 { return nil }
      }
      let number = UInt32(truncatingIfNeeded: entries.count)
      unsafe entries.append(address)
      slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
      if entries.count * 2 > slots.count { grow() }
      return number
    }
  }

  private mutating func grow() {
    mask = slots.count * 4 - 1
    slots = [UInt64](repeating: 0, count: mask + 1)
    for unsafe (number, address) in unsafe entries.enumerated() {
      let hash = unsafe withBytes(ofStringAt: address, isKnown: isKnown) { unsafe Self.hash($0, $1) }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }
  }

  @inline(__always)
  private static func areEqual(
    _ bytes: UnsafeRawPointer, _ count: Int, _ other: UnsafeRawPointer, _ isKnown: Bool
  ) -> Bool {
    unsafe withBytes(ofStringAt: other, isKnown: isKnown) { otherBytes, otherCount in
      guard count == otherCount else { return false }
      var position = 0
      while count - position >= 8 {
        let difference =
          unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          ^ otherBytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if difference != 0 { return false }
        position += 8
      }
      return unsafe tail(bytes, position, count) == tail(otherBytes, position, count)
    }
  }

  @inline(__always)
  private static func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var hash = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    var position = 0
    while count - position >= 8 {
      hash = mix(hash ^ (unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    return mix(hash ^ (unsafe tail(bytes, position, count)))
  }

  @inline(__always)
  private static func mix(_ number: UInt64) -> UInt64 {
    let (high, low) = number.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low
  }

  /// The last bytes, fewer than eight, as a number.
  @inline(__always)
  private static func tail(_ bytes: UnsafeRawPointer, _ position: Int, _ count: Int) -> UInt64 {
    let left = count - position
    if left == 0 { return 0 }
    if left >= 4 {
      let first = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let last = unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(first) << 32 | UInt64(last)
    }
    let first = unsafe bytes.load(fromByteOffset: position, as: UInt8.self)
    let middle = unsafe bytes.load(fromByteOffset: position + left / 2, as: UInt8.self)
    let last = unsafe bytes.load(fromByteOffset: count - 1, as: UInt8.self)
    return UInt64(first) << 16 | UInt64(middle) << 8 | UInt64(last)
  }

  /// Calls `body` with the different strings.
  func withEntries<Result>(_ body: (Rows) throws -> Result) rethrows -> Result {
    let runs = unsafe entries.map { unsafe Rows.Run(base: $0, count: 1) }
    return try unsafe runs.withUnsafeBufferPointer { runs in
      try body(unsafe Rows(runs: runs, offset: 0, stride: 0, count: runs.count))
    }
  }

  /// Calls `body` with the number of each string.
  func withNumbers(_ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    unsafe numbers.withUnsafeBufferPointer { unsafe body($0) }
  }
}
