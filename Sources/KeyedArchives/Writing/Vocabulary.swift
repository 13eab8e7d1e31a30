internal import ArchiveValues

/// The keys, classes, shapes and types of an archive. Each is noted when it is first needed.
struct Vocabulary {
  /// The direct numbers of keys, and of the names of classes.
  var keys = WrittenStrings()
  /// The direct number of the key `$class`, once an object has a class.
  var classKey: UInt32?

  var classes: [RecordClass] = []
  /// The number of the first class of each name.
  private var classNumbers = WrittenStrings()

  var shapes: [RecordShape] = []
  /// The direct numbers of the keys of all shapes, one shape after the other.
  var shapeKeys: [UInt32] = []
  /// The shapes of Foundation's dictionaries, by the raw values of their classes; -1 before they are needed.
  var foundationShapes = SIMD16<Int32>(repeating: -1)

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
    var (last, next) = (Int?.none, classNumbers.number(of: names.names[0]))
    while let number = next {
      if classes[number].names == names { return number }
      (last, next) = (number, classes[number].namesake)
    }
    if let last {
      classes[last].namesake = classes.count
    } else {
      classNumbers.add(names.names[0], classes.count)
    }
    classes.append(RecordClass(names: names))
    return classes.count - 1
  }
}

/// The keys and the class that dictionaries of one kind share in an archive.
///
/// A shape is created once per type and case; each record then costs only its values.
struct RecordShape {
  /// The positions of the shape's keys in the vocabulary's `shapeKeys`; `$class` is the last.
  let keys: Range<Int>
  /// The number of the class among the writer's; `nil` for a dictionary without `$class`.
  let classNumber: Int?

  /// The number of values in a record of the shape, without its class.
  var fieldCount: Int { classNumber == nil ? keys.count : keys.count - 1 }
}

/// A class whose records a writer stores.
struct RecordClass {
  let names: ClassNames
  /// The number of the next class of the same name, which has other superclasses or fallback classes.
  var namesake: Int?
  /// The class record in `$objects`; -1 until an object needs it. So class records follow the objects they describe, as in
  /// Apple's archives.
  var object = -1
}

/// A writer's facts about one Swift type.
struct RecordType {
  let known: KeyedType
  /// The class of its objects in this archive.
  let classNames: ClassNames
  let isPlainEnumeration: Bool
  /// For an enumeration, the shape of each case; -1 until the case first occurs.
  var shapes: [Int]
  /// The shape of a struct.
  var structShape = -1
  /// The version that records store after the fields; 1 if they store none.
  let version: Int

  var schema: ArchiveSchema { known.schema }

  init(_ known: KeyedType, className: String? = nil) {
    self.known = known
    var classNames = known.classNames
    if let className { classNames.names[0] = ArchiveKey(className) }
    self.classNames = classNames
    version = known.schema.version
    isPlainEnumeration = known.schema.isPlainEnumeration
    shapes = known.schema.isEnumeration ? Array(repeating: -1, count: known.keys.count) : []
  }
}

// The keys, classes, shapes and types of the archive.
extension ObjectTableWriter {
  // MARK: Keys

  /// Returns the direct number of a key string or a class name, adding it to the archive on first use.
  mutating func key(_ name: String) -> UInt32 { key(ArchiveKey(name)) }

  mutating func key(_ key: ArchiveKey) -> UInt32 {
    if let known = vocabulary.keys.number(of: key) { return UInt32(truncatingIfNeeded: known) }
    let number = list.note(key)
    vocabulary.keys.add(key, Int(number))
    return number
  }

  // MARK: Classes

  /// Returns the number of a class; `nil` if it has no name. Adds the key `$class` to the archive on first use.
  mutating func classNumber(_ names: ClassNames) -> Int? {
    if names.names.isEmpty { return nil }
    if vocabulary.classKey == nil { vocabulary.classKey = key(ArchiveKey.classKey) }
    return vocabulary.number(ofClass: names)
  }

  /// Returns the class record of a class, creating it on first use.
  @inline(__always)
  mutating func classObject(_ number: Int) -> Int {
    let known = vocabulary.classes[number].object
    return known >= 0 ? known : makeClassObject(number)
  }

  /// Creates a class record. It lists the names of the class itself, of its superclasses up to `NSObject`, and of
  /// fallback classes for readers that do not know the class.
  @inline(never)
  mutating func makeClassObject(_ number: Int) -> Int {
    let names = vocabulary.classes[number].names
    let mark = pending.count
    pending.append(key(names.names[0]))
    if names.listsClasses { pending.append(note(arrayOfKeys: names.names)) }
    let shape = shape(keys: names.recordKeys, class: nil)
    if !names.fallbackNames.isEmpty { pending.append(note(arrayOfKeys: names.fallbackNames)) }
    let object = addObject(note(recordOf: shape, from: mark))
    vocabulary.classes[number].object = object
    return object
  }

  /// Notes an inline array of key strings.
  private mutating func note(arrayOfKeys names: [ArchiveKey]) -> UInt32 {
    let mark = pending.count
    for name in names { pending.append(key(name)) }
    return note(arrayFrom: mark)
  }

  // MARK: Shapes

  /// Adds the shape of dictionaries with these keys and a class. Without a class, they have no `$class`.
  mutating func shape(keys names: [ArchiveKey], class classNames: ClassNames?) -> Int {
    let first = vocabulary.shapeKeys.count
    for name in names {
      let number = key(name)
      vocabulary.shapeKeys.append(number)
    }
    return endShape(from: first, classNames.flatMap { classNumber($0) })
  }

  /// Adds the shape of dictionaries with these keys, by their direct numbers, and a class.
  mutating func addShape(_ keys: [UInt32], _ classNumber: Int?) -> Int {
    let first = vocabulary.shapeKeys.count
    vocabulary.shapeKeys += keys
    return endShape(from: first, classNumber)
  }

  private mutating func endShape(from first: Int, _ classNumber: Int?) -> Int {
    if classNumber != nil, let key = vocabulary.classKey { vocabulary.shapeKeys.append(key) }
    vocabulary.shapes.append(
      RecordShape(keys: first..<vocabulary.shapeKeys.count, classNumber: classNumber))
    return vocabulary.shapes.count - 1
  }

  /// Returns the shape of one of Foundation's dictionaries.
  @inline(__always)
  mutating func shape(_ type: FoundationClass) -> Int {
    let known = Int(vocabulary.foundationShapes[type.rawValue])
    return known >= 0 ? known : newShape(type)
  }

  @inline(never)
  private mutating func newShape(_ type: FoundationClass) -> Int {
    let known = FoundationClass.known[type.rawValue]
    let shape = shape(keys: known.keys[0], class: known.classNames)
    vocabulary.foundationShapes[type.rawValue] = Int32(shape)
    return shape
  }

  // MARK: Types

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    vocabulary.number(ofType: type) ?? addType(type, .of(type))
  }

  /// Returns the number of a class whose instances are stored.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    vocabulary.number(ofType: type) ?? addType(type, .of(class: type))
  }

  @inline(never)
  private mutating func addType(_ type: Any.Type, _ known: KeyedType) -> Int {
    let name = classNames.isEmpty ? nil : classNames[ObjectIdentifier(type)]
    vocabulary.types.append(RecordType(known, className: name))
    let number = vocabulary.types.count - 1
    vocabulary.typeIdentities.append(ObjectIdentifier(type))
    makeStructShape(ofType: number)
    return number
  }

  private mutating func makeStructShape(ofType number: Int) {
    if vocabulary.types[number].shapes.isEmpty {
      vocabulary.types[number].structShape = newShape(ofCase: 0, type: number)
    }
  }

  /// Sets the stored name of a type; `nil` restores its own name.
  mutating func rename(_ type: Any.Type, to name: String?) {
    classNames[ObjectIdentifier(type)] = name
    guard let number = vocabulary.number(ofType: type) else { return }
    vocabulary.types[number] = RecordType(vocabulary.types[number].known, className: name)
    makeStructShape(ofType: number)
  }

  /// Returns the shape of one case of an enumeration.
  mutating func shape(ofCase index: Int, type: Int) -> Int {
    if vocabulary.types[type].shapes[index] < 0 {
      vocabulary.types[type].shapes[index] = newShape(ofCase: index, type: type)
    }
    return vocabulary.types[type].shapes[index]
  }

  @inline(never)
  private mutating func newShape(ofCase index: Int, type: Int) -> Int {
    let type = vocabulary.types[type]
    return shape(keys: type.known.keys[index], class: type.classNames)
  }
}
