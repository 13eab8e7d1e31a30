internal import ArchiveBytes

/// The strings that a writer notes once per archive: keys, and names of classes.
///
/// Each has a number for the lifetime of the writer. When the writer starts another archive, it notes a string that it
/// knows by copying its note, without hashing or scanning it again.
struct KeyTable {
  /// The reference of a string that is not in the current archive.
  static let unnoted = UInt32.max

  private struct Key {
    /// Where the words of its note begin: in `kept`, or in the notes of the archive that introduced it.
    var start: Int
    var wordCount: Int
    /// The size in bytes of its object.
    var size: Int
    var isKept = false
  }

  private var numbers: [ExactName: UInt32] = [:]
  private var keys: [Key] = []
  /// The notes of strings from earlier archives.
  private var kept = WordBuffer(capacity: 64)
  /// For each string, its direct number in the current archive, or `unnoted`.
  private(set) var references: [UInt32] = []
  /// The strings that the current archive contains.
  private var used: [UInt32] = []

  /// The number of strings, and of the words that are kept for them.
  var count: Int { keys.count }
  var keptCount: Int { kept.count }

  subscript(name: String) -> UInt32? { numbers[ExactName(name)] }

  /// Adds a string whose note of the given size was just taken.
  mutating func add(_ name: String, reference: UInt32, start: Int, wordCount: Int, size: Int) -> UInt32 {
    let number = add(direct: reference)
    keys[Int(number)] = Key(start: start, wordCount: wordCount, size: size)
    numbers[ExactName(name)] = number
    return number
  }

  /// Adds any object as a key, by its direct number. It has no note of its own, so a writer that did this cannot start
  /// another archive.
  mutating func add(direct reference: UInt32) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: keys.count)
    keys.append(Key(start: 0, wordCount: -1, size: 0))
    references.append(reference)
    used.append(number)
    return number
  }

  /// Whether the current archive contains the string.
  @inline(__always)
  func isNoted(_ number: UInt32) -> Bool { references[Int(number)] != Self.unnoted }

  /// Appends the note of a string from an earlier archive, and returns the size of its object.
  mutating func copyNote(of number: UInt32, to notes: inout WordBuffer) -> Int {
    let key = keys[Int(number)]
    precondition(key.isKept, "a string that is not in the archive comes from an earlier one")
    notes.append(contentsOf: kept, from: key.start, count: key.wordCount)
    return key.size
  }

  mutating func setReference(_ reference: UInt32, of number: UInt32) {
    references[Int(number)] = reference
    used.append(number)
  }

  /// Prepares for another archive, and keeps the notes of the strings that `notes` introduced.
  ///
  /// - Returns: `false` if a key has no note.
  mutating func finishArchive(_ notes: WordBuffer) -> Bool {
    for number in used {
      references[Int(number)] = Self.unnoted
      let key = keys[Int(number)]
      if key.isKept { continue }
      guard key.wordCount >= 0 else { return false }
      keys[Int(number)].start = kept.count
      keys[Int(number)].isKept = true
      kept.append(contentsOf: notes, from: key.start, count: key.wordCount)
    }
    used.removeAll(keepingCapacity: true)
    return true
  }
}
