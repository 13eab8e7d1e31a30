internal import ArchiveBytes
internal import ArchiveValues

/// A writer between two archives: it keeps its memory, and what it knows of types.
///
/// Creating it takes longer than writing a small value.
final class KeptWriter {
  // Exclusivity is not checked, and cannot be violated: only the call that took this from the shelf knows it.
  @safe @exclusivity(unchecked) var writer: ObjectTableWriter

  init(limits: ArchiveLimits) { writer = ObjectTableWriter(limits: limits) }
}

extension ObjectTableWriter {
  /// The writers that wait for another archive.
  static let kept = ToolShelf<KeptWriter>()

  /// The most that a kept writer may hold, so that one large value does not keep memory.
  private enum Bound {
    static let words = 64 << 10
    static let strings = 2048
  }

  /// Prepares for another archive; `false` if the writer should be released instead.
  mutating func finishArchive() -> Bool {
    guard list.isInMemory, list.words.capacity <= Bound.words, pending.capacity <= Bound.words,
      objects.capacity <= Bound.words,
      prefixes.bytes.capacity <= Bound.words, strings.capacity <= Bound.strings, scalars.isSmall,
      // What only objects need is not kept.
      objectCoder == nil, instances.isEmpty, instanceEntries.isEmpty, forwarded.isEmpty, classNames.isEmpty,
      pending.count == 0, place.depth == 0, vocabulary.finishArchive(list.words)
    else { return false }
    list.removeAll()
    objects.count = 0
    (place, shared) = (Place(), Shared())
    strings.removeAll()
    scalars.removeAll()
    beginArchive()
    return true
  }
}
