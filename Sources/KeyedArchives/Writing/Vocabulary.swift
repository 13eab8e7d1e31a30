/// The keys, classes, shapes and types of an archive. Each is noted when it is first needed.
struct Vocabulary {
  /// The direct numbers of keys, and of the names of classes.
  var keys = WrittenStrings()
  /// The direct number of the key `$class`, once an object has a class.
  var classKey: UInt32?

  var classes: [RecordClass] = []
  var classNumbers = [RecordClass.Names: Int](minimumCapacity: 4)

  var shapes: [RecordShape] = []
  /// The direct numbers of the keys of all shapes, one shape after the other.
  var shapeKeys: [UInt32] = []
  /// The shapes that were asked for by keys.
  var keyedShapes: [RecordShape.Key: Int] = [:]
  /// The shapes of ``FixedShape``; -1 before they are needed.
  var fixedShapes = SIMD8<Int32>(repeating: -1)

  var types: [RecordType] = []
  var typeNumbers: [ObjectIdentifier: Int] = [:]

  init() {
    // What the smallest archives need, so that it is allocated once.
    shapes.reserveCapacity(8)
    shapeKeys.reserveCapacity(24)
    classes.reserveCapacity(4)
  }
}
