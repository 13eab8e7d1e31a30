internal import ArchiveBytes

/// The strings already in an archive, found by their bytes: `é` and `e` with a combining accent are equal in Swift, but
/// different in an archive.
///
/// A dictionary would do the same in 20 lines. In the one measurement, writing sessions, whose events have a string each,
/// took half as many instructions again with it (`Playground/Benchmarks`, row “keyed encode”): this table compares a string
/// with its own note, and hashes it while it looks whether it is ASCII.
struct WrittenStrings {
  private struct Entry {
    /// The position of the string's note.
    let note: Int
    let number: Int
  }

  private var entries: [Entry] = []
  /// The hash table, with open addressing; at least half of it is free. The low half of a slot is the number of an entry
  /// plus one, or 0 if free; the high half is that of the string's hash, so that most searches never touch another
  /// string's entry.
  private var slots: [UInt64] = []
  private var nonASCII: [ExactName: Int] = [:]

  /// One random seed per process; drawing one per table costs more than writing a small archive.
  private static let processSeed = UInt64.random(in: .min ... .max)

  /// Returns a seeded hash of the bytes, and whether all of them are ASCII.
  @inline(__always)
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, isASCII: Bool) {
    let count = bytes.count
    var hash = processSeed ^ UInt64(truncatingIfNeeded: count)
    guard count > 0 else { return (hash, true) }
    let raw = unsafe UnsafeRawPointer(bytes.baseAddress!)
    // SAFETY: every load ends at or before `count`; the last one of each branch may overlap the one before.
    var seen: UInt64
    if count >= 8 {
      seen = 0
      var offset = 0
      while offset &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        seen |= word
        hash = mix(hash ^ word)
        offset &+= 8
      }
      let word = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      seen |= word
      hash = mix(hash ^ word)
    } else if count >= 4 {
      let low = unsafe raw.loadUnaligned(as: UInt32.self)
      let high = unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      seen = UInt64(low) | UInt64(high) &<< 32
      hash = mix(hash ^ seen)
    } else {
      let first = unsafe UInt64(raw.load(as: UInt8.self))
      let middle = unsafe UInt64(raw.load(fromByteOffset: count / 2, as: UInt8.self))
      let last = unsafe UInt64(raw.load(fromByteOffset: count &- 1, as: UInt8.self))
      seen = first | middle &<< 8 | last &<< 16
      hash = mix(hash ^ seen)
    }
    return (hash, seen & 0x8080_8080_8080_8080 == 0)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Returns the number of the ASCII string `bytes`; the notes are at `notes`.
  @inline(__always)
  func find(
    ascii bytes: UnsafeBufferPointer<UInt8>, hash: UInt64, in notes: UnsafePointer<UInt32>
  ) -> Int? {
    if slots.isEmpty { return nil }
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while true {
      let found = slots[slot]
      if found == 0 { return nil }
      if found &>> 32 == hash &>> 32 {
        let entry = entries[Int(found & 0xFFFF_FFFF) &- 1]
        // SAFETY: each entry belongs to a note of `TableOperation.ascii`, whose length is followed by that many bytes.
        let note = unsafe notes + entry.note
        if unsafe Int(note[1]) == bytes.count,
          unsafe Self.equal(UnsafeRawPointer(note + 2), UnsafeRawBufferPointer(bytes))
        {
          return entry.number
        }
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// Inserts an ASCII string that was not found.
  mutating func insert(hash: UInt64, note: Int, number: Int) {
    if entries.isEmpty { entries.reserveCapacity(16) }
    entries.append(Entry(note: note, number: number))
    if 2 * entries.count > slots.count {
      let old = slots
      slots = Array(repeating: 0, count: max(32, 2 * old.count))
      for found in old where found != 0 { place(found) }
    }
    place(hash & ~0xFFFF_FFFF | UInt64(entries.count))
  }

  /// Fills the slot for the hash in its high half, or the next free one.
  private mutating func place(_ found: UInt64) {
    var slot = Int(truncatingIfNeeded: found &>> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = found
  }

  subscript(nonASCII string: String) -> Int? {
    get { nonASCII[ExactName(string)] }
    set { nonASCII[ExactName(string)] = newValue }
  }

  @inline(__always)
  private static func equal(_ stored: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let other = bytes.baseAddress else { return true }
    func equal<Word: BitwiseCopyable & Equatable>(at offset: Int, as type: Word.Type) -> Bool {
      unsafe stored.loadUnaligned(fromByteOffset: offset, as: type)
        == other.loadUnaligned(fromByteOffset: offset, as: type)
    }
    // SAFETY: both ranges have `bytes.count` bytes; the last load of a branch may overlap the one before.
    if bytes.count >= 8 {
      var offset = 0
      while offset &+ 8 <= bytes.count {
        guard equal(at: offset, as: UInt64.self) else { return false }
        offset &+= 8
      }
      return equal(at: bytes.count &- 8, as: UInt64.self)
    }
    if bytes.count >= 4 {
      return equal(at: 0, as: UInt32.self) && equal(at: bytes.count &- 4, as: UInt32.self)
    }
    for offset in 0..<bytes.count where !equal(at: offset, as: UInt8.self) { return false }
    return true
  }
}
