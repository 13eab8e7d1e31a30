/// The strings already in an archive, and their numbers.
///
/// A `Dictionary` would do the same in five lines. But with a dictionary, writing the benchmarks' log takes 1.7 times
/// as long, and one event takes twice as many instructions (`Playground/Benchmarks`, “log” and “one-event”). This
/// table uses the hash that a key already has.
struct WrittenStrings {
  private var entries: [(key: ArchiveKey, number: Int)] = []
  /// The hash table, with open addressing; at least half of it is free. A slot is the position of an entry plus one,
  /// or 0. With only a few entries the table is empty, and entries are compared one by one.
  private var slots: [UInt32] = []
  private static let few = 16

  @inline(__always)
  func number(of key: ArchiveKey) -> Int? {
    if slots.isEmpty {
      // The hash alone is loaded of the others.
      for position in entries.indices where entries[position].key.hash == key.hash {
        if entries[position].key == key { return entries[position].number }
      }
      return nil
    }
    var slot = firstSlot(of: key)
    while slots[slot] > 0 {
      let position = Int(slots[slot]) - 1
      if entries[position].key == key { return entries[position].number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a string that has no number.
  mutating func add(_ key: ArchiveKey, _ number: Int) {
    if entries.isEmpty { entries.reserveCapacity(Self.few) }
    entries.append((key, number))
    if entries.count <= Self.few { return }
    if 2 * entries.count <= slots.count { return place(entries.count - 1) }
    slots = Array(repeating: 0, count: max(4 * Self.few, 2 * slots.count))
    for position in entries.indices { place(position) }
  }

  /// Fills the first free slot for an entry.
  private mutating func place(_ position: Int) {
    var slot = firstSlot(of: entries[position].key)
    while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  @inline(__always)
  private func firstSlot(of key: ArchiveKey) -> Int {
    Int(truncatingIfNeeded: key.hash >> 32) & (slots.count - 1)
  }
}
