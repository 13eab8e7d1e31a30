internal import ArchiveBytes

/// The keys, classes, shapes and types of an archive. Each is noted when it is first needed.
struct Vocabulary {
  /// The direct numbers of keys, and of the names of classes.
  var keys: [ExactName: UInt32] = [:]
  /// The direct number of the key `$class`, once an object has a class.
  var classKey: UInt32?

  var classes: [RecordClass] = []
  var classNumbers: [RecordClass.Names: Int] = [:]

  var shapes: [RecordShape] = []
  var shapeNumbers: [RecordShape.Key: Int] = [:]
  /// The shapes of ``FixedShape``; -1 before they are needed.
  var fixedShapes = Array(repeating: -1, count: FixedShape.count)

  var types: [RecordType] = []
  var typeNumbers: [ObjectIdentifier: Int] = [:]
}
