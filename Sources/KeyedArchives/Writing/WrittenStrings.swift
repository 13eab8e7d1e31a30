internal import ArchiveBytes

/// The strings already in an archive, found by their bytes: `é` and `e` with a combining accent are equal in Swift, but
/// different in an archive.
///
/// A dictionary would do the same in 20 lines. In the one measurement, writing sessions, whose events have a string each,
/// took half as many instructions again with it (`Playground/Benchmarks`, row “keyed encode”): this table compares a string
/// with its own note, and hashes it while it looks whether it is ASCII.
struct WrittenStrings {
  private struct Entry {
    let hash: UInt64
    /// The position of the string's note.
    let note: Int
    let number: Int
  }

  private var entries: [Entry] = []
  /// The hash table, with open addressing; at least half of it is free. The low half of a slot is the number of an entry
  /// plus one, or 0 if free; the high half is that of the string's hash, so that most searches never touch another
  /// string's entry. There is none for a few entries, which are searched one by one.
  private var slots: [UInt64] = []
  private var nonASCII: [ExactName: Int] = [:]

  private static let few = 16

  /// Returns the number of the ASCII string `bytes`; the notes are at `notes`.
  @inline(__always)
  func find(
    ascii bytes: UnsafeBufferPointer<UInt8>, hash: UInt64, in notes: UnsafePointer<UInt32>
  ) -> Int? {
    if slots.isEmpty {
      for entry in entries where entry.hash == hash {
        if unsafe Self.isEqual(entry, bytes, notes) { return entry.number }
      }
      return nil
    }
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while true {
      let found = slots[slot]
      if found == 0 { return nil }
      if found &>> 32 == hash &>> 32 {
        let entry = entries[Int(found & 0xFFFF_FFFF) &- 1]
        if unsafe Self.isEqual(entry, bytes, notes) { return entry.number }
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always)
  private static func isEqual(
    _ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>, _ notes: UnsafePointer<UInt32>
  ) -> Bool {
    // SAFETY: each entry belongs to a note of `TableOperation.ascii`, whose length is followed by that many bytes.
    let note = unsafe notes + entry.note
    return unsafe Int(note[1]) == bytes.count
      && equal(UnsafeRawPointer(note + 2), UnsafeRawBufferPointer(bytes))
  }

  /// Inserts an ASCII string that was not found.
  mutating func insert(hash: UInt64, note: Int, number: Int) {
    if entries.isEmpty { entries.reserveCapacity(Self.few) }
    entries.append(Entry(hash: hash, note: note, number: number))
    if entries.count <= Self.few { return }
    if 2 * entries.count <= slots.count { return place(entries.count - 1) }
    slots = Array(repeating: 0, count: max(4 * Self.few, 2 * slots.count))
    for index in entries.indices { place(index) }
  }

  /// Fills the slot for the hash of an entry, or the next free one.
  private mutating func place(_ index: Int) {
    let hash = entries[index].hash
    var slot = Int(truncatingIfNeeded: hash &>> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = hash & ~0xFFFF_FFFF | UInt64(index + 1)
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
