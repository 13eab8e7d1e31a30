/// The strings already in an archive, and their numbers.
///
/// A few are compared one by one by their hashes: with a dictionary alone, one event would take twice as many instructions to
/// write (`Playground/Benchmarks`, “one-event”).
struct WrittenStrings {
  private var few: [(key: ArchiveKey, number: Int)] = []
  private var many: [ArchiveKey: Int] = [:]

  @inline(__always)
  func number(of key: ArchiveKey) -> Int? {
    if !many.isEmpty { return many[key] }
    for position in few.indices where few[position].key == key { return few[position].number }
    return nil
  }

  /// Adds a string that has no number.
  mutating func add(_ key: ArchiveKey, _ number: Int) {
    if few.count < 16 {
      if few.isEmpty { few.reserveCapacity(16) }
      return few.append((key, number))
    }
    if many.isEmpty { for entry in few { many[entry.key] = entry.number } }
    many[key] = number
  }
}
