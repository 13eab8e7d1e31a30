/// The keys, classes, shapes and types of an archive. Each is noted when it is first needed.
struct Vocabulary {
  /// The direct numbers of keys, and of the names of classes.
  var keys = WrittenStrings()
  /// The direct number of the key `$class`, once an object has a class.
  var classKey: UInt32?

  var classes: [RecordClass] = []
  /// The numbers of classes, if there are many; a few are compared one by one.
  private var classNumbers: [ClassNames: Int] = [:]

  var shapes: [RecordShape] = []
  /// The direct numbers of the keys of all shapes, one shape after the other.
  var shapeKeys: [UInt32] = []
  /// The shapes of ``FixedShape``; -1 before they are needed.
  var fixedShapes = SIMD4<Int32>(repeating: -1)

  var types: [RecordType] = []
  /// The identities of the types, by their numbers.
  var typeIdentities: [ObjectIdentifier] = []

  init() {
    // Enough for the smallest archives, so that they allocate only once.
    classes.reserveCapacity(4)
    shapes.reserveCapacity(8)
    shapeKeys.reserveCapacity(24)
  }

  /// Returns the number of a type; `nil` if the type has none yet.
  @inline(__always)
  func number(ofType type: Any.Type) -> Int? { typeIdentities.firstIndex(of: ObjectIdentifier(type)) }

  /// Returns the number of a class, creating it on first use.
  mutating func number(ofClass names: ClassNames) -> Int {
    let isFew = classes.count <= 8
    let known = isFew ? classes.firstIndex { $0.names == names } : classNumbers[names]
    if let known { return known }
    classes.append(RecordClass(names: names))
    for number in (isFew ? 0 : classes.count - 1)..<classes.count where classes.count > 8 {
      classNumbers[classes[number].names] = number
    }
    return classes.count - 1
  }
}
