internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Reads values directly from the object table of a keyed archive, without a tree or `NSObject`s.
///
/// The reader is always at one object of the property list, its place. Decoding a part moves to the part and back.
struct ObjectTableReader {
  /// The reader's position.
  struct Place {
    /// The offset of the object.
    var offset: Int
    /// Its number in `$objects`, or `ObjectTable.inline`.
    var object: Int
  }

  /// The value whose parts `decode(at:)` reads.
  ///
  /// It is saved and restored for every record.
  struct Scope {
    enum Kind: UInt8 { case root, record, elements, loose }
    var kind = Kind.root
    /// For a record: its type and its plan, by their numbers, and the index of its case.
    var type = 0
    var plan = 0
    var caseIndex = 0
    /// For a record: the index of its first slot in `slots`. For loose elements: the index of the first in
    /// `looseReferences`.
    var slotBase = 0
    /// The offset of the value references of the record, or of the references to the elements.
    var start = 0
    /// For elements: their number.
    var count = 0
    /// For a record: the offset added to field positions inside a composition.
    var firstField = 0
    /// For a dictionary: the offset of the references to its values, which follow the references to its keys; 1 for
    /// loose references. Otherwise 0.
    var secondStart = 0
  }

  let table: ObjectTable
  /// The table's property list, cached.
  let plist: BinaryPlist
  let limits: ArchiveLimits
  /// Whether the archive was written from nodes, in which records may lack a class and arrays may represent sets and
  /// bytes; and whether these nodes were a graph.
  var isOfNodes = false
  var isOfGraph = false
  var place: Place
  var scope = Scope()
  var depth = 0
  var stack = StackGuard()
  /// The remaining budget of decoded bytes; see ``ArchiveLimits/maximumDecodedSize``.
  var budget: Int

  /// The types met so far, after the classes of Foundation.
  var types = FoundationClass.types
  /// The identities of the types after these classes.
  private var typeIdentities: [ObjectIdentifier] = []
  /// The shapes of the dictionaries met so far, by the bytes of their key references, and the one that was opened last.
  var shapes: [[UInt8]: DictionaryShape] = [:]
  var recentShape: DictionaryShape?
  /// The plans, each for a type and a shape.
  var plans: [RecordPlan] = []
  /// The positions of fields among the entries of a dictionary, for all plans; -1 for a missing field.
  var slots: [Int32] = []
  /// References to elements stored under separate keys (`NS.object.0` …); for a dictionary, to its keys and then its
  /// values.
  var looseReferences: [Int] = []
  /// The objects that nodes refer to instead of containing them; `nil` for trees.
  var references: NodeReferences?
  /// The classes of objects read without their types, by the offsets of their records.
  var objectClasses: [Int: ObjectClass] = [:]
  /// The class instances created so far.
  var instances = DecodedObjects()
  /// The position of each instance's fields; `nil` for an instance whose references were read at once.
  var instancePlaces: [Enclosing?] = []
  var strings = StringCache()
  /// The coder that reads objects of hand-written classes, created on first use.
  var objectCoder: NSCoder?

  init(_ table: ObjectTable, limits: ArchiveLimits) {
    self.table = table
    plist = table.plist
    self.limits = limits
    place = Place(offset: table.topOffset, object: ObjectTable.inline)
    budget = limits.decodedSizeAllowed(forArchiveOf: plist.count)
  }

  /// Reads the value that `$top` stores under `key`.
  mutating func decodeTop<Value: ArchiveValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    guard let reference = try topReference(key) else {
      guard let value = Value.valueWhenAbsent else { throw try missingTop(key) }
      return value
    }
    do {
      try move(to: reference)
      let value = try Value.decodeValue(from: &self)
      try finishInstances()
      return value
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Moves to the value that `$top` stores under `key`.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if the key is missing.
  mutating func moveToTop(_ key: String) throws {
    guard let reference = try topReference(key) else { throw try missingTop(key) }
    try move(to: reference)
  }

  private func topReference(_ key: String) throws -> Int? {
    try table.reference(ofTop: key) ?? table.reference(ofTop: key.escapedKey)
  }

  private func missingTop(_ key: String) throws -> ArchiveError {
    let top = try table.top()
    return ArchiveError(
      .missingField, expected: "an entry “\(key)” at the top of the archive",
      found: top.isEmpty ? "none" : top.map { "“\($0.key)”" }.joined(separator: ", "),
      offset: table.topOffset, advice: .changeCode("Pass one of the names found as the key."))
  }

  /// Returns the number of a class whose instances are read.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    if let number = knownNumber(of: type) { return number }
    var known = ReaderType(.of(class: type))
    known.hasSubclasses = !type.archiveSubclasses.isEmpty
    known.isReplaceable = type is any ReplaceableAfterDecoding.Type
    return add(known, type)
  }

  @inline(__always)
  private func knownNumber(of type: Any.Type) -> Int? {
    typeIdentities.firstIndex(of: ObjectIdentifier(type)).map { $0 &+ types.count &- typeIdentities.count }
  }

  @inline(never)
  private mutating func add(_ known: ReaderType, _ type: Any.Type) -> Int {
    types.append(known)
    typeIdentities.append(ObjectIdentifier(type))
    return types.count - 1
  }

  // MARK: Moving

  /// Moves to the object that a reference leads to. Each move is charged, so that shared objects are visited a
  /// limited number of times. Strings and data are also charged by their size, and records and collections by the
  /// memory of their parts.
  @inline(__always)
  mutating func move(to reference: Int) throws {
    try charge(16)
    let (offset, object) = try table.resolve(reference)
    place = Place(offset: offset, object: object)
  }

  /// Charges bytes to the budget of decoded bytes.
  @inline(__always)
  mutating func charge(_ size: Int) throws {
    budget &-= size
    if budget < 0 { throw overBudget() }
  }

  @inline(never)
  func overBudget() -> any Error {
    ArchiveError(
      .limitExceeded,
      expected: "at most \(limits.decodedSizeAllowed(forArchiveOf: plist.count)) decoded bytes",
      found: "more, through objects that are referenced many times", offset: place.offset,
      advice: .raiseDecodedSize)
  }

  // MARK: Records

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    knownNumber(of: type) ?? add(ReaderType(.of(type)), type)
  }

  /// Opens the object at the current place as a record of a type: finds its plan and checks its class.
  @inline(__always)
  mutating func openRecord(ofType type: Int) throws -> Scope {
    let values = try openValues(ofType: type)
    return Scope(
      kind: .record, type: type, plan: types[type].recentNumber, slotBase: types[type].recent.structSlots,
      start: values)
  }

  /// Opens the object as a record and makes its plan the type's recent one. Returns the offset of the value
  /// references.
  @inline(__always)
  mutating func openValues(ofType type: Int) throws -> Int {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw notARecord(ofType: type) }
    let (count, start) = try plist.counted(at: place.offset, width: 2 &* plist.referenceSize)
    let keySize = count &* plist.referenceSize
    // The most recent plan fits nearly every object.
    if !matches(types[type].recent, count: count, start: start, size: keySize) {
      try choosePlan(ofType: type, count: count, start: start)
    }
    let values = start &+ keySize
    let classPosition = types[type].recent.classPosition
    guard classPosition >= 0 else { throw withoutClass(type) }
    let classReference = try plist.reference(at: values &+ classPosition &* plist.referenceSize)
    if classReference != types[type].recent.verifiedClass { try verify(classReference, ofType: type) }
    return values
  }

  @inline(__always)
  func matches(_ plan: RecordPlan.Core, count: Int, start: Int, size: Int) -> Bool {
    plan.entryCount == count && hasSameKeys(plan.keysStart, start, size: size)
  }

  /// Makes the plan for a dictionary, existing or new, the recent one of its type.
  @inline(never)
  private mutating func choosePlan(ofType type: Int, count: Int, start: Int) throws {
    let number: Int
    if let usual = try usualPlan(ofType: type, count: count, start: start) {
      number = usual
    } else {
      let shape = try shape(count: count, start: start)
      number = try shape.plans[type] ?? addPlan(ofType: type, shape)
    }
    types[type].recentNumber = number
    types[type].recent = plans[number].core
  }

  /// Returns the plan for a dictionary with exactly the keys that the library writes for a struct, followed by
  /// `$class`; `nil` for any other dictionary. These keys need not be read.
  private mutating func usualPlan(ofType type: Int, count: Int, start: Int) throws -> Int? {
    let known = types[type].usualPlan
    if known >= 0 {
      let size = count &* plist.referenceSize
      return matches(plans[known].core, count: count, start: start, size: size) ? known : nil
    }
    guard !types[type].isEnumeration else { return nil }
    let keys = types[type].known.keys[0]
    guard count == keys.count + 1 else { return nil }
    for position in 0..<count {
      let key = try plist.offset(of: plist.reference(at: start &+ position &* plist.referenceSize))
      let text = position < keys.count ? keys[position].text : ArchiveKey.classKey.text
      guard plist.isString(text, at: key) else { return nil }
    }
    let isVersioned = types[type].known.schema.version > 1
    try charge(128 &+ 32 &* count)
    plans.append(
      RecordPlan(
        core: RecordPlan.Core(
          keysStart: start, entryCount: count, classPosition: keys.count, structSlots: slots.count,
          versionPosition: isVersioned ? keys.count - 1 : -1, isVersioned: isVersioned)))
    for position in 0..<keys.count - (isVersioned ? 1 : 0) { slots.append(Int32(position)) }
    types[type].usualPlan = plans.count - 1
    return plans.count - 1
  }

  private mutating func addPlan(ofType type: Int, _ shape: DictionaryShape) throws -> Int {
    if let position = shape.positions[ArchiveSchema.failureKey] {
      throw halfWritten(reasonAt: shape.keysStart &+ (shape.count &+ position) &* plist.referenceSize)
    }
    var plan = RecordPlan(
      core: RecordPlan.Core(
        keysStart: shape.keysStart, entryCount: shape.count, classPosition: shape.classPosition))
    if types[type].isEnumeration {
      plan.cases = RecordPlan.Cases(
        shape: shape, slotBases: types[type].known.keys.map { _ in -1 },
        position: shape.positions[ArchiveSchema.caseKey] ?? -1)
    } else {
      plan.core.structSlots = try makeSlots(ofCase: 0, type: type, in: shape)
      plan.core.versionPosition = shape.positions[ArchiveSchema.versionKey] ?? -1
      plan.core.isVersioned = plan.core.versionPosition >= 0 || types[type].schema.version > 1
    }
    plans.append(plan)
    shape.plans[type] = plans.count - 1
    return plans.count - 1
  }

  /// Finds each field among the keys of a dictionary, and returns the index of the first slot.
  private mutating func makeSlots(ofCase index: Int, type: Int, in shape: DictionaryShape) throws -> Int {
    let base = slots.count
    slots += types[type].schema.cases[index].slots(among: shape.positions)
    try charge(64 &+ 16 &* (slots.count &- base))
    return base
  }

  /// Returns the index of the first slot for one case of an enumeration in the dictionaries of a plan.
  mutating func slotBase(ofCase index: Int, type: Int, plan: Int) throws -> Int {
    guard let cases = plans[plan].cases else { return -1 }
    if cases.slotBases[index] >= 0 { return cases.slotBases[index] }
    let base = try makeSlots(ofCase: index, type: type, in: cases.shape)
    plans[plan].cases!.slotBases[index] = base
    return base
  }

  /// Throws unless a `$class` names a class that can be read as the type.
  @inline(never)
  private mutating func verify(_ reference: Int, ofType type: Int) throws {
    let (offset, _) = try table.resolve(reference)
    if !plist.isString(types[type].known.schema.className, at: try classNameOffset(at: offset)) {
      try verify(className: className(at: offset), ofType: type)
    }
    types[type].recent.verifiedClass = reference
    plans[types[type].recentNumber].core.verifiedClass = reference
  }

  private func verify(className name: String, ofType type: Int) throws {
    let schema = types[type].schema
    if schema.accepts(className: name) || types[type].otherNames.contains(name) || stands(name, for: type) {
      return
    }
    if isOfNodes, let error = kindMismatch(name, ofType: type) { throw error }
    throw ArchiveError(
      .classMismatch, expected: "an object of class \(schema.className)",
      found: "one of class \(name)", offset: place.offset,
      advice: types[type].foundationClass != nil
        ? "Decode the type that was archived."
        : .addFormerName(name))
  }

  /// Whether an object of this class may represent a value of the type, in an archive written from nodes: a record
  /// without a class may be of any type, an array may represent a set, and a set an array.
  private func stands(_ className: String, for type: Int) -> Bool {
    guard isOfNodes else { return false }
    return switch types[type].foundationClass {
    case .array: FoundationClass.set.schema.accepts(className: className)
    case .set: FoundationClass.array.schema.accepts(className: className)
    case nil: className.isEmpty
    default: false
    }
  }

  /// Returns the error for an object of another kind in an archive written from nodes, whose collections and dates
  /// have no class; `nil` if both are objects with a class.
  private func kindMismatch(_ className: String, ofType type: Int) -> ArchiveError? {
    let expected = types[type].foundationClass?.kind
    let found = FoundationClass.allCases.first { $0.schema.accepts(className: className) }?.kind
    if expected == nil, found == nil { return nil }
    return ArchiveError(
      .typeMismatch, expected: expected ?? "an object of class \(types[type].schema.className)",
      found: found ?? "an object of class \(className)")
  }

}
