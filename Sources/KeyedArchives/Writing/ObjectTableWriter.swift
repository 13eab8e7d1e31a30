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

  var limits: ArchiveLimits
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
  /// The types in the current archive.
  var typeNumbers = IdentityTable()
  var usedTypes: [Int] = []
  /// The types of this archive and of earlier ones.
  var knownTypes = IdentityTable()
  /// Shapes to start with in every archive, and the numbers of the fixed ones among them; -1 until they are used.
  var knownShapes: [RecordShape] = []
  var knownFixedShapes: [Int] = Array(repeating: -1, count: FixedShape.allCases.count)
  /// The last top-level keys, and the number of their shape in `knownShapes`.
  var knownTop: (keys: [String], shape: Int) = ([], -1)
  var keys = KeyTable()
  /// The numbers of the keys in ``ReservedKey``, or `KeyTable.unnoted`.
  var reservedKeys: [UInt32] = Array(repeating: KeyTable.unnoted, count: ReservedKey.allCases.count)
  var classes: [RecordClass] = []
  var classNumbers: [RecordClass.Names: Int] = [:]
  /// The classes with a record in the current archive.
  var usedClasses: [Int] = []
  var keyedShapes: [KeyedShape: Int] = [:]
  var strings = WrittenStrings()
  var scalars = ScalarTable()
  /// The coder that writes objects of hand-written classes, created for the first one.
  var objectCoder: NSCoder?

  /// The class instances, and the entry of `$objects` for each.
  var instances = EncodedObjects()
  var instanceEntries: [Int] = []

  /// The shapes of Foundation's own classes, created on first use; -1 before.
  var dateShape = -1
  var arrayShape = -1
  var setShape = -1
  var dictionaryShape = -1
  /// The shape of class records.
  var classRecordShape = -1
  /// The single `NSNull` of the archive; -1 before it is needed.
  var nullObject = -1
  /// The object of the string `$null`; -1 before it is needed.
  var nullLookalike = -1
  /// The memory of the emitter.
  var prefixes = PlistEmitter.Prefixes()

  init(limits: ArchiveLimits) {
    (self.limits, isArchive) = (limits, true)
    beginArchive()
  }

  /// Notes the null object, which is the first of every archive.
  mutating func beginArchive() {
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

  /// Notes an inline array of the pending values from `mark` on, and removes them.
  mutating func note(arrayFrom mark: Int) -> UInt32 {
    let count = pending.count - mark
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: count))
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    return number(size: Self.markerSize(count), references: count)
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
    let isKnownTop = knownTop.shape >= 0 && knownTop.keys == keys
    if isKnownTop {
      for number in knownShapes[knownTop.shape].keys { note(key: number) }
    } else {
      for key in keys { _ = keyReference(key) }
    }
    try finishInstances()
    let topShape: Int
    if isKnownTop {
      topShape = addKnownShape(knownTop.shape)
    } else {
      topShape = shape(keys: keys, classNames: [])
      knownTop = (keys, keepShape(topShape))
    }
    let top = note(recordOf: topShape, from: 0)
    notes.append(TableOperation.array.rawValue)
    notes.append(UInt32(truncatingIfNeeded: objects.count))
    notes.append(contentsOf: objects, from: 0)
    let entries = number(size: Self.markerSize(objects.count), references: objects.count)
    let (archiverName, versionNumber) = (note(string: archiver), note(integer: Int64(version)))
    let rootShape = shape(.root)
    pending.append(archiverName)
    pending.append(entries)
    pending.append(top)
    pending.append(versionNumber)
    let root = note(recordOf: rootShape, from: 0)
    return try PlistEmitter.emit(&self, top: root)
  }
}
