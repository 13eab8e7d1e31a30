internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Writes values into the object table of a keyed archive.
///
/// This is the first of two passes. It notes every object in a compact buffer (see ``TableOperation``) under its
/// final number, and adds up the size of the file. ``PlistEmitter`` is the second pass, which writes exactly that
/// many bytes.
struct ObjectTableWriter {
  /// How a scalar is stored at the current place.
  enum Mode {
    /// In the record's own dictionary: a field.
    case inline
    /// As a separate object, with `nil` as a null reference: the root, the content of an optional.
    case boxed
    /// As a separate object, with `nil` as an `NSNull`: an element of a collection.
    case element
  }

  /// The value whose parts `encode(_:at:)` stores.
  struct Scope {
    enum Kind { case root, record, array, dictionary, plainCase, keyed }
    var kind: Kind
    /// The index of the record's type in `types`.
    var type = 0
    /// The index of the record's shape in `shapes`; -1 until the case of an enumeration is known.
    var shape = -1
    var caseIndex = 0
    /// The offset added to field positions inside a composition.
    var firstField = 0
    /// The number of values pending before the part at position 0, used to detect parts that are out of order.
    var base = noParts

    /// The base of a value without parts, for which every part is out of order.
    static let noParts = Int.min
  }

  let limits: ArchiveLimits
  /// Whether the property list is a keyed archive.
  let isArchive: Bool
  /// The values for `$archiver` and `$version`.
  var archiver = "NSKeyedArchiver"
  var version = 100_000
  var notes = WordBuffer(capacity: 4096)
  /// The values of unfinished records and collections, innermost last.
  var pending = WordBuffer()
  /// For each entry of `$objects`, the direct number of its property list object.
  var objects = WordBuffer()
  /// Reserved entries that stay `$null` because their object became another entry. In the file, references to the
  /// former become references to the latter.
  var forwarded: [Int: Int] = [:]
  /// The names set for types in this archive, by type identity.
  var classNames: [UInt64: String] = [:]
  /// The number of property list objects noted so far.
  var directCount = 0
  /// The size in bytes of all noted objects, without references.
  var fixedSize = 0
  /// The number of references in all noted objects.
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
  /// The coder that writes objects of hand-written classes, created for the first one.
  var objectCoder: KeyedArchiver?

  /// The class instances, and the entry of `$objects` for each.
  var instances = EncodedObjects()
  var instanceEntries: [Int] = []

  /// The shapes of Foundation's own classes, created on first use; -1 before.
  var dateShape = -1
  var arrayShape = -1
  var setShape = -1
  var dictionaryShape = -1
  /// The single `NSNull` of the archive; -1 before it is needed.
  var nullObject = -1
  /// The object of the string `$null`; -1 before it is needed.
  var nullLookalike = -1

  init(limits: ArchiveLimits) {
    (self.limits, isArchive) = (limits, true)
    _ = note(string: "$null")
    objects.append(0)
  }

  /// Creates a writer for a property list that is not an archive, without `$objects`.
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

  /// Returns the size of a marker with a count; a count of 15 or more takes a separate integer.
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

  /// Notes bytes that are copied unchanged.
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

  /// Notes a dictionary of the given shape with the pending values from `mark` on, and removes them.
  @inline(__always)
  mutating func note(recordOf shape: Int, from mark: Int) -> UInt32 {
    // The emitter reads one word per field of the shape, and the size of the file depends on it.
    precondition(
      pending.count - mark == shapes[shape].fieldCount, "a record must have the fields of its shape")
    notes.append(TableOperation.record.rawValue | UInt32(truncatingIfNeeded: shape) &<< 4)
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    let entries = shapes[shape].entryCount
    return number(size: Self.markerSize(entries), references: 2 &* entries)
  }

  // MARK: Entries of `$objects`

  /// Adds an entry for a property list object that is already noted.
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

  /// Returns the direct number of a key string.
  mutating func keyReference(_ name: String) -> UInt32 {
    let key = StringTable.UTF8Key(string: name)
    if let reference = keyStrings[key] { return reference }
    let reference = note(string: name)
    keyStrings[key] = reference
    return reference
  }

  /// Notes an inline array of the pending values from `mark` on, and removes them.
  mutating func note(arrayFrom mark: Int) -> UInt32 {
    let count = pending.count - mark
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: count))
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    return number(size: Self.markerSize(count), references: count)
  }

  /// Returns the class record for these class names, from the class itself up to `NSObject`, and the fallback classes
  /// for readers that do not know it.
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

  /// Adds a shape. Without class names, it has no `$class`.
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

  /// Creates the class record of a shape if no record of the shape was finished before.
  @inline(__always)
  mutating func resolveClass(of shape: Int) {
    if shapes[shape].classObject == RecordShape.unresolved {
      shapes[shape].classObject = classObject(
        shapes[shape].classNames, fallbackNames: shapes[shape].fallbackNames,
        listsClasses: shapes[shape].listsClasses)
    }
  }

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = typeNumbers[key] { return number }
    return addType(type.archiveSchema, key: key)
  }

  /// Returns the number of a class whose instances are stored.
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

  /// Sets the stored name of a type; `nil` restores its own name.
  mutating func rename(_ type: Any.Type, to name: String?) {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    classNames[key] = name
    guard let number = typeNumbers[key] else { return }
    let schema = types[number].schema
    types[number] = RecordType(schema: schema, className: name)
    if !schema.isEnumeration { types[number].structShape = shape(ofCase: 0, type: number) }
  }

  /// Returns the shape of one case of a type.
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

  /// Returns a field's name as a key. Names that start with `$` get another `$`, since a single one marks the
  /// format's own keys.
  static func escaped(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "$") ? "$" + name : name
  }
}

extension ObjectTableWriter {
  /// Adds the waiting instances and the top-level dictionary of the pending values, one per key, and returns the
  /// bytes.
  mutating func finish(keys: [String]) throws -> Data {
    guard pending.count == keys.count else {
      throw ArchiveError.notOneValue(pending.count == 0 ? "none" : "several")
    }
    // Like a coder, notes the key of a value before whatever follows the value.
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
