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

  /// The most that a kept writer may know and hold, so that neither many types nor one large value keep memory.
  private enum Bound {
    static let keys = 2048
    static let keyWords = 16 << 10
    static let classes = 256
    static let shapes = 512
    static let words = 64 << 10
    static let strings = 2048
  }

  /// Prepares for another archive; `false` if the writer should be released instead.
  mutating func finishArchive() -> Bool {
    guard notes.capacity <= Bound.words, pending.capacity <= Bound.words, objects.capacity <= Bound.words,
      prefixes.bytes.capacity <= Bound.words, strings.capacity <= Bound.strings, scalars.isSmall,
      keys.count <= Bound.keys, keys.keptCount <= Bound.keyWords, classes.count <= Bound.classes,
      knownShapes.count <= Bound.shapes, shapes.count <= Bound.shapes, types.count <= Bound.classes,
      // What only objects need is not kept.
      objectCoder == nil, instances.isEmpty, instanceEntries.isEmpty, forwarded.isEmpty, classNames.isEmpty,
      pending.count == 0, depth == 0, keys.finishArchive(notes)
    else { return false }
    notes.count = 0
    objects.count = 0
    (directCount, fixedSize, referenceCount) = (0, 0, 0)
    (mode, scope, omissions) = (.boxed, Scope(kind: .root), 0)
    shapes.removeAll(keepingCapacity: true)
    for type in usedTypes { types[type].finishArchive() }
    usedTypes.removeAll(keepingCapacity: true)
    for number in usedClasses { classes[number].object = -1 }
    usedClasses.removeAll(keepingCapacity: true)
    typeNumbers.removeAll()
    if !keyedShapes.isEmpty { keyedShapes.removeAll(keepingCapacity: true) }
    strings.removeAll()
    scalars.removeAll()
    (dateShape, arrayShape, setShape, dictionaryShape, classRecordShape) = (-1, -1, -1, -1, -1)
    (nullObject, nullLookalike) = (-1, -1)
    beginArchive()
    return true
  }
}
