/// The keys, classes and types of an archive, and what is known of those of earlier archives: a writer notes each when an
/// archive first needs it, by a copy of the note that it took in an earlier one.
struct Vocabulary {
  var keys = KeyTable()
  /// The numbers of the keys in ``ReservedKey``, or `KeyTable.unnoted`.
  var reservedKeys: [UInt32] = Array(repeating: KeyTable.unnoted, count: ReservedKey.allCases.count)

  var classes: [RecordClass] = []
  var classNumbers: [RecordClass.Names: Int] = [:]
  /// The classes with a record in the current archive.
  var usedClasses: [Int] = []

  /// The shapes in the current archive.
  var shapes: [RecordShape] = []
  /// Those of objects of hand-written classes among them.
  var keyedShapes: [KeyedShape: Int] = [:]
  /// Shapes to start with in every archive, and the numbers of the fixed ones among them; -1 until they are used.
  var knownShapes: [RecordShape] = []
  var knownFixedShapes: [Int] = Array(repeating: -1, count: FixedShape.allCases.count)
  /// The last top-level keys, and the number of their shape in `knownShapes`.
  var knownTop: (keys: [String], shape: Int) = ([], -1)

  var types: [RecordType] = []
  /// The types in the current archive.
  var typeNumbers = IdentityTable()
  var usedTypes: [Int] = []
  /// The types of this archive and of earlier ones.
  var knownTypes = IdentityTable()

  /// The format's own keys.
  enum ReservedKey: Int, CaseIterable {
    case `class`, classes, classname, classhints
  }

  /// The keys and the class, which keyed objects of the same shape share.
  struct KeyedShape: Hashable {
    let keys: [UInt32]
    let classNumber: Int
  }

  /// The most that a kept vocabulary may know.
  private enum Bound {
    static let keys = 2048
    static let keyWords = 16 << 10
    static let classes = 256
    static let shapes = 512
  }

  /// Prepares for another archive, and keeps what is known of the keys that `notes` introduced.
  ///
  /// - Returns: `false` if it should be released instead: it knows too much, or keys that have no note.
  mutating func finishArchive(_ notes: WordBuffer) -> Bool {
    guard keys.count <= Bound.keys, keys.keptCount <= Bound.keyWords, classes.count <= Bound.classes,
      knownShapes.count <= Bound.shapes, shapes.count <= Bound.shapes, types.count <= Bound.classes,
      keys.finishArchive(notes)
    else { return false }
    shapes.removeAll(keepingCapacity: true)
    for type in usedTypes { types[type].finishArchive() }
    usedTypes.removeAll(keepingCapacity: true)
    for number in usedClasses { classes[number].object = -1 }
    usedClasses.removeAll(keepingCapacity: true)
    typeNumbers.removeAll()
    if !keyedShapes.isEmpty { keyedShapes.removeAll(keepingCapacity: true) }
    return true
  }
}
