internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import NodeCoding
internal import PropertyLists

/// Reads values directly from the object table of a keyed archive, without a tree or `NSObject`s.
///
/// The reader is always at one object of the property list, its place. Decoding a part moves there and back.
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
  /// It is saved and restored for every record, so it is small.
  struct Scope {
    enum Kind: UInt8 { case root, record, elements, loose }
    var kind = Kind.root
    private var typeNumber: UInt32 = 0
    private var planNumber: UInt32 = 0
    private var caseNumber: UInt32 = 0
    /// For a record: the index of its first slot in `slots`. For loose elements: the index of the first in
    /// `looseReferences`.
    var slotBase = 0
    /// The offset of the value references of the record, or of the references to the elements.
    var start = 0
    /// For elements: their number.
    var count = 0
    /// For a record: the offset added to field positions inside a composition.
    var firstField: Int {
      get { count }
      set { count = newValue }
    }
    /// For a dictionary: the offset of the references to its values, which follow those to its keys, or for loose
    /// references 1; otherwise 0.
    var secondStart = 0

    /// The type of the record.
    var type: Int { Int(typeNumber) }
    var plan: Int { Int(planNumber) }
    var caseIndex: Int {
      get { Int(caseNumber) }
      set { caseNumber = UInt32(truncatingIfNeeded: newValue) }
    }

    init() {}

    /// Creates the scope of a record; for an enumeration, before its case is known.
    init(kind: Kind, type: Int, plan: Int = 0, slotBase: Int = 0, start: Int = 0) {
      self.kind = kind
      typeNumber = UInt32(truncatingIfNeeded: type)
      planNumber = UInt32(truncatingIfNeeded: plan)
      self.slotBase = slotBase
      self.start = start
    }

    /// Creates the scope of a collection.
    init(kind: Kind, slotBase: Int = 0, start: Int = 0, count: Int) {
      self.kind = kind
      self.slotBase = slotBase
      self.start = start
      self.count = count
    }
  }

  let table: ObjectTable
  /// The table's property list, cached.
  let plist: BinaryPlist
  let limits: ArchiveLimits
  /// How objects of hand-written classes become nodes, for upgrades.
  let objects: any ObjectConversion.Type
  var place: Place
  var scope = Scope()
  var depth = 0
  var stack = StackGuard()
  /// The remaining budget of decoded bytes; see ``ArchiveLimits/maximumDecodedSize``.
  var budget: Int

  var types: [ReaderType]
  var typeNumbers: IdentityTable
  /// The positions of fields among the entries of a dictionary, for all plans; -1 for a missing field.
  var slots: [Int32]
  /// The types with plans, and the size of the keys known from earlier archives.
  var usedTypes: [Int]
  var patternSize: Int
  /// References to elements stored under separate keys (`NS.object.0` …); for a dictionary, to its keys and then its
  /// values.
  var looseReferences: [Int] = []
  /// The keys and classes of objects read without their types.
  var objectKeys: [ObjectKeys] = []
  var nodeClasses: [Int: NodeClass] = [:]
  /// The class instances created so far; `nil` until the first is read, as most archives have none.
  private(set) var ownInstances: DecodedObjects?
  var instances: DecodedObjects {
    _read { yield ownInstances ?? DecodedObjects() }
    _modify {
      if ownInstances == nil { ownInstances = DecodedObjects() }
      yield &ownInstances!
    }
  }
  /// The position of the fields of each.
  var instancePlaces: [InstancePlace] = []
  var strings = StringCache()
  /// The coder that reads objects of hand-written classes, created for the first one.
  var objectCoder: NSCoder?

  init(_ table: ObjectTable, limits: ArchiveLimits, objects: any ObjectConversion.Type) {
    var memory = ReaderMemory()
    self.init(table, limits: limits, objects: objects, &memory)
  }

  /// Creates a reader that takes what an earlier one knew.
  init(
    _ table: ObjectTable, limits: ArchiveLimits, objects: any ObjectConversion.Type,
    _ memory: inout ReaderMemory
  ) {
    types = memory.types.moved()
    typeNumbers = memory.typeNumbers
    memory.typeNumbers = .empty
    slots = memory.slots.moved()
    usedTypes = memory.usedTypes.moved()
    patternSize = memory.patternSize
    self.table = table
    plist = table.plist
    self.limits = limits
    self.objects = objects
    place = Place(offset: table.topOffset, object: ObjectTable.inline)
    budget = limits.decodedSizeAllowed(forArchiveOf: plist.count)
  }

  /// Reads the value that `$top` stores under `key`.
  mutating func decodeTop<Value: ArchiveValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    do {
      try moveToTop(key)
    } catch let error as ArchiveError where error.code == .missingField {
      guard let value = Value.valueWhenAbsent else { throw error }
      return value
    }
    do {
      let value = try Value.decodeValue(from: &self)
      try finishInstances()
      return value
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Moves to the value that `$top` stores under `key`.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if there is none.
  mutating func moveToTop(_ key: String) throws {
    guard let reference = table.reference(ofTop: key) ?? table.reference(ofTop: key.escapedKey) else {
      let top = table.top
      throw ArchiveError(
        .missingField, expected: "an entry “\(key)” at the top of the archive",
        found: top.isEmpty ? "none" : top.map { "“\($0.key)”" }.joined(separator: ", "),
        offset: table.topOffset, advice: "Pass one of the names found as the key.")
    }
    try move(to: reference)
  }

  /// Returns the number of a class whose instances are read.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = typeNumbers[key] { return number }
    var known = ReaderType(schema: type.archiveSchema)
    known.hasSubclasses = !type.archiveSubclasses.isEmpty
    types.append(known)
    typeNumbers.insert(types.count - 1, for: key)
    return types.count - 1
  }

  // MARK: Moving

  @inline(__always)
  mutating func move(to reference: Int) throws {
    let (offset, object) = try table.resolve(reference)
    place = Place(offset: offset, object: object)
  }

  /// Charges bytes to the budget of decoded bytes.
  @inline(__always)
  mutating func charge(_ size: Int) throws {
    budget &-= size
    if budget < 0 { throw overBudget() }
  }

  /// Throws unless the budget covers what a caller may spend on an object; does not change the budget.
  func requireBudget(_ size: Int) throws {
    if size > budget { throw overBudget() }
  }

  @inline(never)
  func overBudget() -> any Error {
    ArchiveError(
      .limitExceeded,
      expected: "at most \(limits.decodedSizeAllowed(forArchiveOf: plist.count)) decoded bytes",
      found: "more, through objects that are referenced many times", offset: place.offset,
      advice: "If the file is to be trusted, raise ArchiveLimits.maximumDecodedSize.")
  }

  // MARK: Records

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = typeNumbers[key] { return number }
    let schema = type.archiveSchema
    types.append(ReaderType(schema: schema, hooks: DecodingHooks(type, version: schema.version)))
    typeNumbers.insert(types.count - 1, for: key)
    return types.count - 1
  }

  /// Opens the object at the current place as a record of a type: finds its plan and checks its class.
  @inline(__always)
  mutating func openRecord(ofType type: Int) throws -> Scope {
    let values = try openValues(ofType: type)
    return Scope(
      kind: .record, type: type, plan: types[type].recentNumber, slotBase: types[type].recent.structSlots,
      start: values)
  }

  /// Opens the object as a record and makes its plan the recent one. Returns the offset of the value references.
  @inline(__always)
  mutating func openValues(ofType type: Int) throws -> Int {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw notARecord(ofType: type) }
    let (count, start) = try plist.counted(at: place.offset, width: 2 &* plist.referenceSize)
    let keySize = count &* plist.referenceSize
    // The most recent plan fits nearly every object.
    if !matches(types[type].recent, count: count, start: start, size: keySize) {
      try choosePlan(ofType: type, count: count, start: start, size: keySize)
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

  /// Returns whether the key references of two dictionaries, at these offsets, are equal.
  @inline(__always)
  func hasSameKeys(_ known: Int, _ found: Int, size: Int) -> Bool {
    // SAFETY: both ranges were checked by `counted(at:width:)` to be inside the content.
    unsafe memcmp(plist.base + known, plist.base + found, size) == 0
  }

  /// Makes the plan for a dictionary, existing or new, the recent one of its type.
  @inline(never)
  private mutating func choosePlan(ofType type: Int, count: Int, start: Int, size: Int) throws {
    let known = types[type].plans.firstIndex { matches($0.core, count: count, start: start, size: size) }
    // The search compares keys, and long keys that differ only at the end make it expensive, so it is charged.
    try charge(size &* (1 &+ (known ?? types[type].plans.count) / 4))
    if known == nil {
      try charge(size + 64)
      let plan = try makePlan(ofType: type, count: count, start: start)
      // A file whose objects all differ in shape must not make the search quadratic, so the plans are dropped.
      if types[type].plans.count >= 64 { types[type].plans.removeAll() }
      if types[type].plans.isEmpty { usedTypes.append(type) }
      types[type].plans.append(plan)
    }
    let number = known ?? types[type].plans.count - 1
    types[type].recentNumber = number
    types[type].recent = types[type].plans[number].core
  }

  private mutating func makePlan(ofType type: Int, count: Int, start: Int) throws -> RecordPlan {
    for known in types[type].knownPlans.indices
    where types[type].knownPlans[known].keys.matches(plist, count: count, start: start) {
      try charge(types[type].knownPlans[known].cost)
      var plan = types[type].knownPlans[known].plan
      plan.core.keysStart = start
      return plan
    }
    let schema = types[type].schema
    let names = try keyNames(count: count, start: start)
    if let position = names.lastIndex(of: ArchiveSchema.failureKey) {
      throw halfWritten(reasonAt: start &+ (count &+ position) &* plist.referenceSize)
    }
    var core = RecordPlan.Core(
      keysStart: start, entryCount: count, classPosition: names.lastIndex(of: "$class") ?? -1)
    var slotBases = schema.cases.map { _ in -1 }
    if !schema.isEnumeration {
      core.structSlots = makeSlots(of: schema.cases[0], keys: names)
      slotBases[0] = core.structSlots
      core.versionPosition = names.lastIndex(of: ArchiveSchema.versionKey) ?? -1
      core.isVersioned = core.versionPosition >= 0 || schema.version > 1
    }
    let casePosition = schema.isEnumeration ? names.lastIndex(of: ArchiveSchema.caseKey) : nil
    var plan = RecordPlan(core: core, slotBases: slotBases, casePosition: casePosition ?? -1)
    plan.known = keep(plan, names, ofType: type, start: start)
    return plan
  }

  /// Keeps a new plan for later archives. Returns its number, or -1 if the type has enough of them.
  private mutating func keep(_ plan: RecordPlan, _ names: [String], ofType type: Int, start: Int) -> Int {
    guard types[type].knownPlans.count < 4, patternSize < Self.mostPatternSize,
      let keys = KeyPattern(names, in: plist, start: start)
    else { return -1 }
    patternSize += keys.byteCount
    var plan = plan
    plan.known = types[type].knownPlans.count
    types[type].knownPlans.append(
      KnownPlan(keys: keys, plan: plan, slotBases: plan.slotBases, cost: Self.cost(ofKeys: names)))
    return plan.known
  }

  /// Returns what reading the keys of a dictionary costs: their number and length.
  private static func cost(ofKeys names: [String]) -> Int {
    names.reduce(16 * names.count) { $0 + $1.utf8.count }
  }

  /// Returns the keys of a dictionary, and charges their number and length.
  mutating func keyNames(count: Int, start: Int) throws -> [String] {
    let names = try plist.keyNames(count: count, start: start)
    try charge(Self.cost(ofKeys: names))
    return names
  }

  /// Finds each field among the keys of a dictionary, and returns the index of the first slot.
  private mutating func makeSlots(of fields: ArchiveSchema.Case, keys: [String]) -> Int {
    let base = slots.count
    slots += fields.slots(among: keys)
    return base
  }

  /// Returns the index of the first slot for one case of an enumeration in the dictionaries of a plan.
  mutating func slotBase(ofCase index: Int, type: Int, plan: Int) throws -> Int {
    let known = types[type].plans[plan].slotBases[index]
    if known >= 0 { return known }
    let (core, number) = (types[type].plans[plan].core, types[type].plans[plan].known)
    var base = number < 0 ? -1 : types[type].knownPlans[number].slotBases[index]
    if base >= 0 {
      try charge(types[type].knownPlans[number].cost)
    } else {
      base = makeSlots(
        of: types[type].schema.cases[index],
        keys: try keyNames(count: core.entryCount, start: core.keysStart))
      if number >= 0 { types[type].knownPlans[number].slotBases[index] = base }
    }
    types[type].plans[plan].slotBases[index] = base
    return base
  }

  /// Throws unless a `$class` names a class that can be read as the type.
  @inline(never)
  private mutating func verify(_ reference: Int, ofType type: Int) throws {
    let (offset, _) = try table.resolve(reference)
    if let known = types[type].knownClass, known.matches(plist, at: offset) {
      try charge(known.entriesCost)
      try charge(known.nameCost)
      return setVerified(reference, ofType: type)
    }
    let schema = types[type].schema
    let name = try className(at: offset)
    guard schema.accepts(className: name) || types[type].otherNames.contains(name) else {
      throw ArchiveError(
        .classMismatch, expected: "an object of class \(schema.className)",
        found: "one of class \(name)", offset: place.offset,
        advice: type < FoundationClass.allCases.count
          ? "Decode the type that was archived."
          : "If \(name) is an older name of the type, list it: @Archivable(formerly: [\"\(name)\"]).")
    }
    if schema.accepts(className: name), patternSize < Self.mostPatternSize {
      types[type].knownClass = KnownClass(plist, at: offset, name: name)
    }
    setVerified(reference, ofType: type)
  }

  private mutating func setVerified(_ reference: Int, ofType type: Int) {
    types[type].recent.verifiedClass = reference
    types[type].plans[types[type].recentNumber].core.verifiedClass = reference
  }

  /// Returns the name in the class record at an offset. Ignores the superclasses under `$classes`.
  mutating func className(at offset: Int) throws -> String {
    let name = try plist.className(at: offset, entries: entries(at: offset, what: "a class record"))
    try charge(name.utf8.count)
    return name
  }

  /// Returns the entries of the object at the current place, and charges their number and the length of their keys.
  mutating func keyedEntries() throws -> [(key: String, reference: Int)] {
    try entries(at: place.offset, what: "an object")
  }

  /// Returns the entries of the dictionary at an offset, and charges them in the same way.
  mutating func entries(at offset: Int, what expected: String) throws -> [(key: String, reference: Int)] {
    let entries = try plist.entries(at: offset, what: expected)
    try charge(entries.reduce(64 &* (1 &+ entries.count)) { $0 &+ $1.key.utf8.count })
    return entries
  }
}
