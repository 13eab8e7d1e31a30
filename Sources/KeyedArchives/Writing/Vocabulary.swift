internal import ArchiveBytes

/// The keys, classes, shapes and types of an archive. Each is noted when it is first needed.
struct Vocabulary {
  /// The direct numbers of keys, and of the names of classes.
  var keys: [ExactName: UInt32] = [:]
  /// The direct number of the key `$class`, once an object has a class.
  var classKey: UInt32?

  var classes: [RecordClass] = []
  private var classNumbers: [ClassNames: Int] = [:]

  var shapes: [RecordShape] = []
  /// The direct numbers of the keys of all shapes, one shape after the other.
  var shapeKeys: [UInt32] = []
  /// The shapes that were asked for by keys.
  var keyedShapes: [RecordShape.Key: Int] = [:]
  /// The shapes of ``FixedShape``; -1 before they are needed.
  var fixedShapes = SIMD4<Int32>(repeating: -1)

  var types: [RecordType] = []
  var typeNumbers = TypeNumbers()

  init() {
    // What the smallest archives need, so that it is allocated once.
    keys.reserveCapacity(24)
    classes.reserveCapacity(4)
    shapes.reserveCapacity(8)
    shapeKeys.reserveCapacity(24)
  }

  /// Returns the number of a class, creating it on first use.
  mutating func number(ofClass names: ClassNames) -> Int {
    if let known = classNumbers[names] { return known }
    classes.append(RecordClass(names: names))
    classNumbers[names] = classes.count - 1
    return classes.count - 1
  }
}
