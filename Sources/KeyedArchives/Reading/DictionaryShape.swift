internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// The keys that dictionaries of an archive share, read once for all of them.
///
/// All objects of a class have the same key references in a file, so the bytes of these references tell shapes apart.
final class DictionaryShape {
  /// The offset of the key references of the first dictionary of the shape, and the number of its entries.
  let keysStart: Int
  let count: Int
  /// The keys, as the archive stores them.
  let names: [String]
  /// The position of each key among the entries. If a key occurs twice, which happens only in damaged files, the last
  /// one counts.
  let positions: NamePositions
  /// The position of `$class`; -1 if it is missing.
  let classPosition: Int
  /// The fields of an object of the shape whose type is not known.
  private(set) lazy var fields = Fields(self)
  /// The layout of the shape's objects if their class is one of Foundation's; `nil` if they have other fields.
  private(set) lazy var layout = count == fields.names.count + 1 ? FoundationLayout(of: self) : nil
  /// The plans for records with these keys, by the numbers of their types.
  var plans: [Int: Int] = [:]

  init(keysStart: Int, names: [String]) {
    (self.keysStart, self.names, count) = (keysStart, names, names.count)
    positions = NamePositions(names)
    classPosition = positions["$class"] ?? -1
  }

  /// Returns the positions of the keys that begin with a name and continue with the numbers from 0 on.
  func positions(ofNumbered name: String) -> [Int] {
    var found: [Int] = []
    while let position = positions["\(name)\(found.count)"] { found.append(position) }
    return found
  }

  /// The fields of an object whose type is not known.
  struct Fields {
    /// The names in nodes, and the position of each field among the entries.
    let names: [String]
    let positions: [Int]
    /// The positions of the case name and of the version; -1 if absent.
    let casePosition: Int
    let versionPosition: Int

    fileprivate init(_ shape: DictionaryShape) {
      let (keys, last) = (shape.names, shape.positions)
      let special = ["$class", ArchiveSchema.caseKey, ArchiveSchema.versionKey]
      positions = keys.indices.filter { last[keys[$0]] == $0 && !special.contains(keys[$0]) }
      names = positions.map { KeyedNodes.fieldName(ofKey: keys[$0]) }
      casePosition = last[ArchiveSchema.caseKey] ?? -1
      versionPosition = last[ArchiveSchema.versionKey] ?? -1
    }
  }
}

extension ObjectTableReader {
  /// Returns the shape of the dictionary at the current place, and the offset of the references to its values.
  mutating func openDictionary() throws -> (shape: DictionaryShape, values: Int) {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw mismatch("an object") }
    let (count, start) = try plist.counted(at: place.offset, width: 2 &* plist.referenceSize)
    return (try shape(count: count, start: start), start &+ count &* plist.referenceSize)
  }

  /// Returns the shape of the dictionary whose key references, `count` of them, begin at an offset.
  mutating func shape(count: Int, start: Int) throws -> DictionaryShape {
    let size = count &* plist.referenceSize
    if let recentShape, recentShape.count == count, hasSameKeys(recentShape.keysStart, start, size: size) {
      return recentShape
    }
    try charge(size)
    // SAFETY: `counted(at:width:)` has checked that the references are inside the content.
    let keys = unsafe [UInt8](plist.bytes(from: start, count: size))
    let shape: DictionaryShape
    if let known = shapes[keys] {
      shape = known
    } else {
      let names = try keyNames(count: count, start: start)
      try charge(64)
      shape = DictionaryShape(keysStart: start, names: names)
      shapes[keys] = shape
    }
    recentShape = shape
    return shape
  }

  /// Returns whether the key references of two dictionaries, at these offsets, are equal.
  @inline(__always)
  func hasSameKeys(_ known: Int, _ found: Int, size: Int) -> Bool {
    // Many places may refer to one dictionary; it need not be compared with itself.
    // SAFETY: both ranges were checked by `counted(at:width:)` to be inside the content.
    unsafe known == found || memcmp(plist.base + known, plist.base + found, size) == 0
  }

  /// Returns the keys of a dictionary, and charges their number and length.
  mutating func keyNames(count: Int, start: Int) throws -> [String] {
    let names = try plist.keyNames(count: count, start: start)
    try charge(names.reduce(16 * names.count) { $0 + $1.utf8.count })
    return names
  }
}

/// The keys under which Foundation objects of a shape store their content, and the keys' positions among the entries.
///
/// Foundation's classes use other keys if the archiver is not exactly an `NSKeyedArchiver`: its subclasses and
/// archivers of other programs get `NS.bytes`, `NS.object.0`, `NS.key.0` … Foundation reads both layouts.
enum FoundationLayout {
  case value(ValueKey, at: Int)
  /// An array under `NS.objects`.
  case elements(at: Int)
  /// Arrays under `NS.keys` and `NS.objects`.
  case entries(keys: Int, values: Int)
  /// Elements under `NS.object.0` …
  case numbered([Int])
  /// Entries under `NS.key.0` … and `NS.object.0` …
  case numberedEntries(keys: [Int], values: [Int])

  /// Whether `NSKeyedArchiver` itself writes objects of a form in this layout.
  func isUsual(_ form: FoundationClass) -> Bool {
    switch self {
    case .value(.bytes, _), .numberedEntries: false
    case .numbered: form == .orderedSet
    default: true
    }
  }

  /// The keys of objects with one value.
  enum ValueKey: String {
    case time = "NS.time"
    case data = "NS.data"
    case string = "NS.string"
    case bytes = "NS.bytes"
  }

  /// Finds the layout of objects that have exactly the keys of a shape; `nil` if Foundation has no such layout.
  init?(of shape: DictionaryShape) {
    let (fields, positions) = (shape.fields, shape.positions)
    let count = fields.names.count
    if count == 1, let key = ValueKey(rawValue: fields.names[0]) {
      self = .value(key, at: fields.positions[0])
    } else if count == 1, let elements = positions["NS.objects"] {
      self = .elements(at: elements)
    } else if count == 2, let keys = positions["NS.keys"], let values = positions["NS.objects"] {
      self = .entries(keys: keys, values: values)
    } else {
      let keys = shape.positions(ofNumbered: "NS.key.")
      let values = shape.positions(ofNumbered: "NS.object.")
      guard keys.count + values.count == count, keys.isEmpty || keys.count == values.count else { return nil }
      self = keys.isEmpty ? .numbered(values) : .numberedEntries(keys: keys, values: values)
    }
  }
}

/// A class as its record in an archive describes it.
struct ObjectClass {
  let type: ArchiveClass
  /// Whether `type` represents everything in the record.
  let isRegular: Bool
  /// The Foundation class with its own kind of node in trees.
  let foundationClass: FoundationClass?
  /// The form of the class's objects in graphs, if their keys are the usual ones.
  let form: FoundationClass?
}

extension ObjectTableReader {
  /// Returns the class whose record a reference leads to.
  mutating func objectClass(_ reference: Int) throws -> ObjectClass {
    let (offset, _) = try table.resolve(reference)
    if let known = objectClasses[offset] { return known }
    let name = try className(at: offset)
    let entries = try plist.entries(at: offset, what: "a class record")
    try charge(entries.reduce(64 &* (1 &+ entries.count)) { $0 &+ $1.key.utf8.count })
    var isRegular = true
    var names: [String]?
    var fallbacks: [String] = []
    for (key, reference) in entries {
      switch key {
      case "$classname": break
      case "$classes": names = try strings(reference) ?? []
      case "$classhints":
        fallbacks = try strings(reference) ?? []
        if fallbacks.isEmpty { isRegular = false }
      default: isRegular = false
      }
    }
    if let names, names.first != name { isRegular = false }
    let type = ArchiveClass(
      KeyedNodes.className(ofClass: name), superclassNames: names.map { Array($0.dropFirst()) },
      fallbackNames: fallbacks)
    let found = ObjectClass(
      type: type, isRegular: isRegular,
      foundationClass: FoundationClass.allCases.first { $0.schema.accepts(className: name) },
      form: FoundationClass(of: type))
    objectClasses[offset] = found
    return found
  }

  /// Returns the name in the class record at an offset. Ignores the superclasses under `$classes`.
  mutating func className(at offset: Int) throws -> String {
    guard let name = try plist.string(at: classNameOffset(at: offset)) else {
      throw namelessClass(at: offset)
    }
    try charge(name.utf8.count)
    return name
  }

  /// Returns the offset of the name in the class record at an offset.
  mutating func classNameOffset(at offset: Int) throws -> Int {
    let record = try plist.dictionary(at: offset, what: "a class record")
    try charge(32 &* record.count)
    guard let name = try plist.value(ofKey: "$classname", in: record) else { throw namelessClass(at: offset) }
    return try plist.offset(of: name)
  }

  private func namelessClass(at offset: Int) -> any Error {
    BinaryPlist.malformed(.malformed, "a class record with a $classname", "one without", at: offset)
  }

  /// Returns the strings of a plain array; `nil` for any other value.
  private mutating func strings(_ reference: Int) throws -> [String]? {
    let offset = try plist.offset(of: reference)
    guard plist.kind(at: offset) == BinaryPlist.Kind.array else { return nil }
    let (count, start) = try plist.counted(at: offset, width: plist.referenceSize)
    try charge(32 * count)
    var strings: [String] = []
    for index in 0..<count {
      let element = try plist.offset(of: plist.reference(at: start + index * plist.referenceSize))
      guard let string = try plist.string(at: element) else { return nil }
      try charge(string.utf8.count)
      strings.append(string)
    }
    return strings
  }
}

/// The layout of a type's fields in the dictionaries of one shape, so that keys are matched to fields only once.
struct RecordPlan {
  /// The data needed for every object.
  var core: Core
  /// The cases of an enumeration.
  var cases: Cases?

  /// The part of a plan needed for every object, without references, so that it can be read in place.
  struct Core {
    /// The offset of the key references of the first object of the shape.
    var keysStart = 0
    /// The number of entries in the dictionary; -1 for no plan.
    var entryCount = -1
    /// The position of `$class` among the entries; -1 if it is missing.
    var classPosition = -1
    /// The reference to a `$class` known to name the right class, or -1.
    var verifiedClass = -1
    /// For a struct, the index of its first slot in `ObjectTableReader.slots`.
    var structSlots = -1
    /// The position of a struct's version among the entries; -1 if it is missing.
    var versionPosition = -1
    /// The reference to a version known to be the type's own or accepted by it; -1 before the first.
    var verifiedVersion = -1
    /// Whether to check versions: the record or the type has one.
    var isVersioned = false
  }

  /// The positions of an enumeration's cases in the dictionaries.
  struct Cases {
    let shape: DictionaryShape
    /// For each case, the index of its first slot; -1 until the case first occurs.
    var slotBases: [Int]
    /// The position of the case name; -1 if it is missing.
    let position: Int
  }
}

/// A reader's facts about one Swift type, or about a Foundation class it reads itself.
struct ReaderType {
  let known: KeyedType
  let isEnumeration: Bool
  /// The class of Foundation that the reader reads itself; `nil` for a Swift type.
  let foundationClass: FoundationClass?
  /// Whether records are complete as soon as their fields are read: they have no hook and no stored version.
  let isPlain: Bool
  /// Whether the type has a hook for decoded records.
  let awakes: Bool
  /// Names that a coder has registered for the type.
  var otherNames: [String] = []
  /// Whether the type is a class that lists subclasses.
  var hasSubclasses = false
  /// Whether the type is a class whose instances may be replaced.
  var isReplaceable = false
  /// The core of the most recently used plan, and its number.
  var recent = RecordPlan.Core()
  var recentNumber = 0
  /// The number of the plan for records with the keys that the library writes; -1 before the first.
  var usualPlan = -1

  var schema: ArchiveSchema { known.schema }
  var hooks: DecodingHooks { known.hooks }

  init(_ known: KeyedType, foundationClass: FoundationClass? = nil) {
    self.known = known
    self.foundationClass = foundationClass
    awakes = known.hooks.awakes
    isPlain = !awakes && known.schema.version == 1
    isEnumeration = known.schema.isEnumeration
  }
}

extension FoundationClass {
  /// The readers' facts about the classes.
  static let types = allCases.map { ReaderType(known[$0.rawValue], foundationClass: $0) }
}

extension ArchiveSchema.Case {
  /// Returns, for each field, the position of its current name among the keys, or else of the first former name
  /// present; -1 if the field is missing.
  func slots(among positions: NamePositions) -> [Int32] {
    func position(_ name: String) -> Int? { positions[name.fieldKey] }
    return fields.map { field in
      let found =
        position(field) ?? formerFields[field]?.lazy.compactMap { position($0) }.first
      return Int32(found ?? -1)
    }
  }
}
