internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Writes values into the object table of a keyed archive.
///
/// This is the first of two passes. It notes every object in a compact buffer (see ``ObjectNote``) under its final
/// number, and adds up the size of the file. The second pass, ``PlistEmitter``, writes exactly that many bytes.
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

  /// The writer's position in the value that it writes.
  struct Place {
    var scope = Scope(kind: .root)
    var mode = Mode.boxed
    /// The nesting depth.
    var depth = 0
    /// The number of fields that the current object omits.
    var omissions = 0
  }

  var limits: ArchiveLimits
  /// Whether the property list is a keyed archive.
  let isArchive: Bool
  /// The values for `$archiver` and `$version`.
  var archiver = "NSKeyedArchiver"
  var version = 100_000

  var list = ListNotes()
  /// The values of unfinished records and collections, innermost last.
  var pending = WordBuffer()
  /// For each entry of `$objects`, the direct number of its property list object.
  var objects = WordBuffer()
  var place = Place()
  let stack = StackGuard()

  var vocabulary = Vocabulary()
  /// The strings' entries in `$objects`.
  var strings = WrittenStrings()
  /// The numbers' entries in `$objects`.
  var scalars: [ScalarKey: Int] = [:]
  /// The direct numbers of Booleans and small integers, which fields share, too; `UInt32.max` before they are noted.
  /// The array is empty until the first is. Writing the benchmarks' log with a dictionary takes a quarter longer.
  var smallScalars: [UInt32] = []
  /// The entry of `NSNull`; -1 before it is needed.
  var nullObject = -1

  /// The class instances, and the entry of `$objects` for each.
  var instances = EncodedObjects()
  var instanceEntries: [Int] = []
  /// The entries of objects whose classes the program lacks.
  var foreignEntries: [Int] = []
  /// The coder that writes objects of hand-written classes, created on first use.
  var objectCoder: NSCoder?
  /// Reserved entries that stay `$null` because their object became another entry. In the file, references to the
  /// former become references to the latter.
  var forwarded: [Int: Int] = [:]
  /// The names set for types in this archive, by type identity.
  var classNames: [ObjectIdentifier: String] = [:]

  init(limits: ArchiveLimits) {
    (self.limits, isArchive) = (limits, true)
    // The null object comes first in every archive.
    _ = list.note(string: "$null")
    objects.append(0)
  }

  /// Creates a writer for a property list that is not an archive, without `$objects`.
  init(listWith limits: ArchiveLimits) { (self.limits, isArchive) = (limits, false) }

  // MARK: Noting dictionaries and arrays

  /// Notes a dictionary of the given shape with the pending values from `mark` on, and removes them.
  ///
  /// Creates the class record if no object needed it before.
  @inline(__always)
  mutating func note(recordOf shape: Int, from mark: Int) -> UInt32 {
    let (count, type) = (vocabulary.shapes[shape].keys.count, vocabulary.shapes[shape].classNumber)
    if let type { pending.append(PlistReference.uid(classObject(type))) }
    precondition(pending.count - mark == count, "a record must have the fields of its shape")
    let object = list.note(shape: shape, pending, from: mark, count: count)
    pending.count = mark
    return object
  }

  /// Notes a dictionary of the pending values from `mark` on, one for each key, and removes them.
  ///
  /// - Parameter classNumber: The class of the object; `nil` for a dictionary without `$class`.
  mutating func note(keys: [UInt32], classNumber: Int? = nil, from mark: Int) -> UInt32 {
    note(recordOf: addShape(keys, classNumber), from: mark)
  }

  /// Notes an inline array of the pending values from `mark` on, and removes them.
  mutating func note(arrayFrom mark: Int) -> UInt32 {
    let object = list.note(arrayOf: pending, from: mark, count: pending.count - mark)
    pending.count = mark
    return object
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

  /// Adds the waiting instances and the top-level dictionary of the pending values, one per key, and returns the
  /// bytes.
  mutating func finish(keys: [String]) throws -> Data {
    guard pending.count == keys.count else {
      throw ArchiveError.notOneValue(pending.count == 0 ? "none" : "several")
    }
    // Like a coder, notes the key of a value before whatever follows the value.
    let topKeys = keys.map { key($0) }
    try finishInstances()
    let top = note(keys: topKeys, from: 0)
    let entries = list.note(arrayOf: objects, from: 0, count: objects.count)
    let (archiverName, versionNumber) = (list.note(string: archiver), list.note(integer: Int64(version)))
    pending.append(archiverName)
    pending.append(entries)
    pending.append(top)
    pending.append(versionNumber)
    let root = note(recordOf: shape(keys: ArchiveKey.archive, class: nil), from: 0)
    return try PlistEmitter.emit(&self, top: root)
  }
}
