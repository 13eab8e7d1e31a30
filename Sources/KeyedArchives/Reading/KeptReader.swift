internal import ArchiveBytes
internal import ArchiveValues

/// What a reader knows between two archives. Creating it takes longer than reading a small value.
struct ReaderMemory {
  var types = FoundationClass.types
  var typeNumbers = IdentityTable()
  var slots: [Int32] = []
  var usedTypes: [Int] = []
  /// The size of all key patterns.
  var patternSize = 0
  var root: KnownRoot?
  var top: KnownRoot?
}

/// A memory that waits for another archive.
final class KeptReader {
  // Exclusivity is not checked, and cannot be violated: only the call that took this from the shelf knows it.
  @safe @exclusivity(unchecked) var memory = ReaderMemory()

  /// The memories that wait.
  static let shelf = ToolShelf<KeptReader>()
}

extension ObjectTableReader {
  /// The most that a kept memory may contain.
  private enum Bound {
    static let types = 256
    static let slots = 16 << 10
  }

  /// The size of all key patterns that are kept.
  static let mostPatternSize = 256 << 10

  /// Moves what the reader knows to `memory`, for another archive; `false` if it should be released instead. The reader
  /// must not be used afterwards.
  mutating func giveBack(to memory: inout ReaderMemory) -> Bool {
    guard types.count <= Bound.types, slots.count <= Bound.slots, objectCoder == nil else { return false }
    for type in usedTypes { types[type].finishArchive() }
    usedTypes.removeAll(keepingCapacity: true)
    swap(&types, &memory.types)
    swap(&typeNumbers, &memory.typeNumbers)
    swap(&slots, &memory.slots)
    swap(&usedTypes, &memory.usedTypes)
    memory.patternSize = patternSize
    return true
  }
}

extension Array {
  /// Returns the array, and leaves an empty one, so that the memory has one owner.
  mutating func moved() -> [Element] {
    var result: [Element] = []
    swap(&result, &self)
    return result
  }
}
