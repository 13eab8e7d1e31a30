internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Writes values into the object table of a keyed archive.
///
/// The first of two passes: every object is noted in a compact buffer (see ``TableOperation``) under the number it
/// will have, while the size of the file adds up. ``PlistEmitter`` is the second, which writes exactly that many bytes.
struct ObjectTableWriter {
  /// How a scalar is stored at the current place.
  enum Mode {
    /// In the record's own dictionary: a field.
    case inline
    /// As an object of its own, with `nil` as a null reference: the root, the content of an optional.
    case boxed
    /// As an object of its own, with `nil` as an `NSNull`: an element of a collection.
    case element
  }

  /// What `encode(_:at:)` stores parts of.
  struct Scope {
    enum Kind { case root, record, array, dictionary, plainCase, keyed }
    var kind: Kind
    /// The index of the record's type in `types`.
    var type = 0
    /// The index of the record's shape in `shapes`; -1 until an enumeration has named its case.
    var shape = -1
    var caseIndex = 0
    /// What is added to the positions of the fields, inside a composition.
    var firstField = 0
    /// How many values are pending before the part at position 0: by this count parts are found to be out of turn.
    var base = noParts

    /// Where there are no parts, so that none is in turn.
    static let noParts = Int.min
  }

  let limits: ArchiveLimits
  /// Whether the property list is an archive, and not one of any kind.
  let isArchive: Bool
  /// What the archive says under `$archiver` and `$version`.
  var archiver = "NSKeyedArchiver"
  var version = 100_000
  var notes = WordBuffer(capacity: 4096)
  /// The values of records and collections that are not finished, innermost last.
  var pending = WordBuffer()
  /// For each entry of `$objects`, the direct number of its property list object.
  var objects = WordBuffer()
  /// The entries that are left `$null` because the object they were kept for is another entry: what refers to the one
  /// refers to the other in the file.
  var forwarded: [Int: Int] = [:]
  /// The names that types have in this archive instead of their own, by the types' identities.
  var classNames: [UInt64: String] = [:]
  /// How many property list objects are noted.
  var directCount = 0
  /// The bytes that all noted objects take, references apart.
  var fixedSize = 0
  /// How many references they hold.
  var referenceCount = 0

  var mode = Mode.boxed
  var scope = Scope(kind: .root)
  var depth = 0
  var stack = StackGuard()
  var omissions = 0

  var shapes: [RecordShape] = []
  var types: [RecordType] = []
  var typeNumbers = IdentityTable()
  var keyStrings: [StringTable.UTF8Key: UInt32] = [:]
  var classObjects: [[String]: Int] = [:]
  var keyedShapes: [KeyedShape: Int] = [:]
  var strings = StringTable()
  var scalars = ScalarTable()
  /// The coder that writes objects of hand-written classes, made when the first is met.
  var objectCoder: KeyedArchiver?

  /// The instances of classes, and the entry of `$objects` for each.
  var instances = EncodedObjects()
  var instanceEntries: [Int] = []

  /// The shapes of Foundation's own classes, made when first needed; -1 before.
  var dateShape = -1
  var arrayShape = -1
  var setShape = -1
  var dictionaryShape = -1
  /// The one `NSNull` of the archive; -1 before it is needed.
  var nullObject = -1
  /// The object of the string `$null`; -1 before it is needed.
  var nullLookalike = -1

  init(limits: ArchiveLimits) {
    (self.limits, isArchive) = (limits, true)
    _ = note(string: "$null")
    objects.append(0)
  }

  /// A writer of a property list that is no archive, and has no `$objects`.
  init(listWith limits: ArchiveLimits) { (self.limits, isArchive) = (limits, false) }

  // MARK: Noting property list objects

  /// Counts one object of `size` bytes and `references` references, and returns its number.
  @inline(__always)
  mutating func number(size: Int, references: Int = 0) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: directCount)
    directCount &+= 1
    fixedSize &+= size
    referenceCount &+= references
    return number
  }

  /// The bytes of a marker with a count, which takes an integer of its own from 15 on.
  @inline(__always)
  static func markerSize(_ count: Int) -> Int {
    count < 15 ? 1 : 2 + PlistInteger.width(Int64(count))
  }

  mutating func note(integer value: Int64) -> UInt32 {
    notes.append(TableOperation.integer.rawValue, bits: UInt64(bitPattern: value))
    return number(size: 1 + PlistInteger.width(value))
  }

  mutating func note(string: String) -> UInt32 {
    guard string.utf8.allSatisfy({ $0 < 0x80 }) else { return note(utf16: string) }
    var string = string
    return string.withUTF8 { unsafe note(ascii: $0) }
  }

  mutating func note(ascii bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    notes.append(TableOperation.ascii.rawValue)
    notes.append(UInt32(truncatingIfNeeded: bytes.count))
    unsafe notes.append(bytes: UnsafeRawBufferPointer(bytes))
    return number(size: Self.markerSize(bytes.count) &+ bytes.count)
  }

  mutating func note(utf16 string: String) -> UInt32 {
    let units = string.utf16.map(\.bigEndian)
    notes.append(TableOperation.utf16.rawValue)
    notes.append(UInt32(truncatingIfNeeded: units.count))
    unsafe units.withUnsafeBytes { unsafe notes.append(bytes: $0) }
    return number(size: Self.markerSize(units.count) + 2 * units.count)
  }

  mutating func note(data: UnsafeRawBufferPointer) -> UInt32 {
    notes.append(TableOperation.data.rawValue)
    notes.append(UInt32(truncatingIfNeeded: data.count))
    unsafe notes.append(bytes: data)
    return number(size: Self.markerSize(data.count) + data.count)
  }

  /// Notes a few bytes as they are.
  mutating func note(raw bytes: [UInt8]) -> UInt32 {
    notes.append(TableOperation.raw.rawValue)
    notes.append(UInt32(truncatingIfNeeded: bytes.count))
    unsafe bytes.withUnsafeBytes { unsafe notes.append(bytes: $0) }
    return number(size: bytes.count)
  }

  mutating func note(array references: [UInt32]) -> UInt32 {
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: references.count))
    for reference in references { notes.append(reference) }
    return number(size: Self.markerSize(references.count), references: references.count)
  }

  /// Notes a dictionary of the given shape from the pending values from `mark` on, and takes these away.
  @inline(__always)
  mutating func note(recordOf shape: Int, from mark: Int) -> UInt32 {
    // The emitter reads as many words as the shape has fields, and the size of the file counts on it.
    precondition(
      pending.count - mark == shapes[shape].fieldCount, "a record must have the fields of its shape")
    notes.append(TableOperation.record.rawValue | UInt32(truncatingIfNeeded: shape) &<< 4)
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    let entries = shapes[shape].entryCount
    return number(size: Self.markerSize(entries), references: 2 &* entries)
  }

  // MARK: Entries of `$objects`

  /// Adds an entry for a property list object that is noted already.
  @inline(__always)
  mutating func addObject(_ direct: UInt32) -> Int {
    let object = objects.count
    objects.append(direct)
    return object
  }

  /// Adds an entry to be filled in later, and makes it the value at the current place.
  @inline(__always)
  mutating func beginObject() -> Int {
    let object = addObject(0)
    pending.append(PlistReference.uid(object))
    return object
  }

  /// The direct number of a key string.
  mutating func keyReference(_ name: String) -> UInt32 {
    let key = StringTable.UTF8Key(string: name)
    if let reference = keyStrings[key] { return reference }
    let reference = note(string: name)
    keyStrings[key] = reference
    return reference
  }

  /// Notes an inline array of the pending values from `mark` on, and takes these away.
  mutating func note(arrayFrom mark: Int) -> UInt32 {
    let count = pending.count - mark
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: count))
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    return number(size: Self.markerSize(count), references: count)
  }

  /// The class record of a class, by its names from the class itself up to `NSObject`, and those of the classes that a
  /// reader may take instead.
  mutating func classObject(
    _ names: [String], fallbackNames: [String] = [], listsClasses: Bool = true
  ) -> Int {
    // No class has an empty name.
    let all = (listsClasses ? [] : [""]) + names + (fallbackNames.isEmpty ? [] : [""] + fallbackNames)
    if let object = classObjects[all] { return object }
    let nameReference = keyReference(names[0])
    let namesReference = listsClasses ? note(array: names.map { keyReference($0) }) : nil
    var keys = [keyReference("$classname")]
    let mark = pending.count
    pending.append(nameReference)
    if let namesReference {
      keys.append(keyReference("$classes"))
      pending.append(namesReference)
    }
    if !fallbackNames.isEmpty {
      keys.append(keyReference("$classhints"))
      pending.append(note(array: fallbackNames.map { keyReference($0) }))
    }
    let shape = keyedShape(keys: keys, classNames: [])
    let object = addObject(note(recordOf: shape, from: mark))
    classObjects[all] = object
    return object
  }

  // MARK: Shapes

  /// Adds a shape; one without class names has no `$class`.
  mutating func shape(
    keys: [String], classNames: [String], fallbackNames: [String] = [], listsClasses: Bool = true
  ) -> Int {
    let references = keys.map { keyReference($0) }
    if !classNames.isEmpty { _ = keyReference("$class") }
    shapes.append(
      RecordShape(
        keys: references, classObject: classNames.isEmpty ? RecordShape.none : RecordShape.unresolved,
        classNames: classNames, fallbackNames: fallbackNames, listsClasses: listsClasses))
    return shapes.count - 1
  }

  /// Makes the class record of a shape if no record of the shape was finished before.
  @inline(__always)
  mutating func resolveClass(of shape: Int) {
    if shapes[shape].classObject == RecordShape.unresolved {
      shapes[shape].classObject = classObject(
        shapes[shape].classNames, fallbackNames: shapes[shape].fallbackNames,
        listsClasses: shapes[shape].listsClasses)
    }
  }

  /// The number of a type, by which `types` is indexed.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = typeNumbers[key] { return number }
    return addType(type.archiveSchema, key: key)
  }

  /// The number of a class whose instances are stored.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    return typeNumbers[key] ?? addType(type.archiveSchema, key: key)
  }

  @inline(never)
  private mutating func addType(_ schema: ArchiveSchema, key: UInt64) -> Int {
    types.append(RecordType(schema: schema, className: classNames[key]))
    let number = types.count - 1
    typeNumbers.insert(number, for: key)
    if !schema.isEnumeration { types[number].structShape = shape(ofCase: 0, type: number) }
    return number
  }

  /// Stores values of a type under a name, `nil` for its own.
  mutating func rename(_ type: Any.Type, to name: String?) {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    classNames[key] = name
    guard let number = typeNumbers[key] else { return }
    let schema = types[number].schema
    types[number] = RecordType(schema: schema, className: name)
    if !schema.isEnumeration { types[number].structShape = shape(ofCase: 0, type: number) }
  }

  /// The shape of one case of a type.
  mutating func shape(ofCase index: Int, type: Int) -> Int {
    if types[type].shapes[index] >= 0 { return types[type].shapes[index] }
    let schema = types[type].schema
    var keys = schema.cases[index].fields.map(Self.escaped)
    if schema.isEnumeration { keys.insert(ArchiveSchema.caseKey, at: 0) }
    if schema.version > 1 { keys.append(ArchiveSchema.versionKey) }
    let shape = shape(keys: keys, classNames: [types[type].className] + schema.superclassNames)
    types[type].shapes[index] = shape
    return shape
  }

  /// A field's name as a key: names that start with `$` get another, since a single one marks the format's own keys.
  static func escaped(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "$") ? "$" + name : name
  }
}

extension ObjectTableWriter {
  /// Adds the instances that wait to be stored, and the dictionary at the top of the archive for the values that are
  /// pending, one per key; and makes the bytes.
  mutating func finish(keys: [String]) throws -> Data {
    guard pending.count == keys.count else {
      throw ArchiveError.notOneValue(pending.count == 0 ? "none" : "several")
    }
    // As a coder does, which has noted the key of a value before what follows it.
    for key in keys { _ = keyReference(key) }
    try finishInstances()
    let topShape = shape(keys: keys, classNames: [])
    let top = note(recordOf: topShape, from: 0)
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: objects.count))
    notes.append(contentsOf: objects, from: 0)
    let entries = number(size: Self.markerSize(objects.count), references: objects.count)
    let values = [note(string: archiver), entries, top, note(integer: Int64(version))]
    let rootShape = shape(keys: ["$archiver", "$objects", "$top", "$version"], classNames: [])
    for value in values { pending.append(value) }
    let root = note(recordOf: rootShape, from: 0)
    return try PlistEmitter.emit(self, top: root)
  }
}
