internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Reads the objects of a keyed archive one after the other. References become nodes and are not followed, so the
/// shape of the graph does not matter.
struct GraphReader {
  private var reader: ObjectTableReader
  private let table: ObjectTable
  let plist: BinaryPlist
  /// How often each entry of `$objects` is referenced as a value, up to twice, if the whole archive is read.
  private var referenceCounts: [UInt8] = []
  /// The numbers of the entries in the graph, if it is a part of the archive.
  private var part = Part()
  /// The entries that look like class records.
  private var classRecords: [Int] = []
  /// The number of objects of each class.
  private(set) var classCounts: [String: Int] = [:]
  /// The number of Foundation objects with the keys of other archivers, which an archive made of the graph lacks.
  private(set) var otherLayoutCount = 0
  private var depth = 0
  private var stack = StackGuard()

  private static let nodeCost = 32

  /// The entries that the objects of a part refer to, in the order in which they are found.
  private struct Part {
    var entries = [0]
    private var numbers = [0: 0]

    mutating func number(of entry: Int) -> Int {
      if let number = numbers[entry] { return number }
      entries.append(entry)
      numbers[entry] = entries.count - 1
      return entries.count - 1
    }
  }

  /// What is added to the numbers of the objects of a part.
  var base = 0

  var budget: Int {
    get { reader.budget }
    set { reader.budget = newValue }
  }

  init(_ reader: ObjectTableReader) {
    self.reader = reader
    table = reader.table
    plist = reader.plist
    depth = reader.depth
  }

  /// Reads the value at the reader's place with everything that it refers to.
  ///
  /// - Returns: The tree, if it is one, and a graph otherwise.
  static func part(at reader: inout ObjectTableReader) throws -> ArchiveNode {
    var part = GraphReader(reader)
    let place = reader.place
    defer {
      reader = part.reader
      reader.place = place
    }
    return try part.readPart()
  }

  private mutating func readPart() throws -> ArchiveNode {
    let place = reader.place
    guard place.object != ObjectTable.inline else {
      let value = try plainValue(at: place.offset)
      return value.isNumber ? value : KeyedNodes.plain(value)
    }
    let root = ArchiveNode.reference(part.number(of: place.object))
    var objects: [ArchiveNode] = []
    try readPart(into: &objects) { true }
    return ArchiveNode(root: root, objects: objects).inlined()
  }

  /// Begins a part without objects.
  mutating func beginPart() { (part, base) = (Part(), 0) }

  /// Appends the objects of the part that were referred to since the last call, and those that these refer to.
  ///
  /// - Parameter isWanted: Whether to read an object with parts. In its place is an omission if not.
  mutating func readPart(into objects: inout [ArchiveNode], _ isWanted: () -> Bool) throws {
    if objects.isEmpty { objects.append(.null) }
    while objects.count < part.entries.count {
      let number = part.entries[objects.count]
      let hasParts = plist.kind(at: try table.offset(ofEntry: number)) == BinaryPlist.Kind.dictionary
      objects.append(hasParts && !isWanted() ? .omission(of: 1) : try entry(number))
    }
  }

  /// Whether an object has several references, other than a leaf and `NSNull`.
  mutating func sharesObjects() throws -> Bool {
    var isSmall: [Bool] = []
    _ = try readAll { _, node in isSmall.append(node.isLeaf || node.fields?.isUsualNull ?? false) }
    return zip(referenceCounts, isSmall).contains { $0 > 1 && !$1 }
  }

  /// Reads the whole archive.
  mutating func read() throws -> ArchiveGraph {
    var objects: [ArchiveNode] = []
    objects.reserveCapacity(table.objectCount)
    let root = try readAll { objects.append($1) }
    for number in classRecords where referenceCounts[number] == 0 { objects[number] = .null }
    return ArchiveGraph(root: root, objects: objects)
  }

  /// Reads the whole archive, and keeps no object.
  ///
  /// - Parameter progress: Called after each entry with its number.
  mutating func check(_ progress: (Int) -> Void) throws { _ = try readAll { number, _ in progress(number) } }

  /// Reads all entries one after the other, and then the value at the top.
  private mutating func readAll(_ take: (Int, ArchiveNode) -> Void) throws -> ArchiveNode {
    referenceCounts = Array(repeating: 0, count: table.objectCount)
    for number in 0..<table.objectCount {
      try ArchiveError.located(at: .field("$objects")) {
        try ArchiveError.located(at: .index(number)) {
          take(number, number == 0 ? .null : try entry(number))
        }
      }
    }
    return try top()
  }

  private mutating func top() throws -> ArchiveNode {
    let entries = try table.top()
    if entries.count == 1, entries[0].key == "root" {
      let value = try field(entries[0].reference)
      return value.isNumber ? KeyedNodes.plain(value) : value
    }
    var fields = ArchiveNode.Fields(className: KeyedNodes.topClassName)
    fields.superclassNames = []
    var names: Set<ExactName> = []
    for (key, reference) in entries where names.insert(ExactName(key)).inserted {
      try ArchiveError.located(at: .field(key)) {
        try reader.charge(Self.nodeCost + key.utf8.count)
        fields.append(try field(reference), named: key)
      }
    }
    return .record(fields)
  }

  // MARK: Places

  /// Returns the number in the graph of the entry that the UID at an offset refers to.
  private mutating func reference(at offset: Int) throws -> Int {
    let object = try table.entry(ofUIDAt: offset)
    if referenceCounts.isEmpty { return base + part.number(of: object) }
    referenceCounts[object] = min(referenceCounts[object] + 1, 2)
    return object
  }

  /// Reads the value of a field of an object.
  private mutating func field(_ reference: Int) throws -> ArchiveNode {
    let offset = try plist.offset(of: reference)
    if plist.kind(at: offset) == BinaryPlist.Kind.uid {
      try reader.charge(Self.nodeCost)
      let object = try self.reference(at: offset)
      return object == 0 ? .null : .reference(object)
    }
    let value = try plainValue(at: offset)
    return value.isNumber ? value : KeyedNodes.plain(value)
  }

  /// Reads an element of a collection. The result is a reference even to entry 0, since a plain `nil` would be written
  /// as an `NSNull`. A part of an archive has no entry 0, so a `nil` is one of the property list there.
  mutating func element(_ reference: Int) throws -> ArchiveNode {
    let offset = try plist.offset(of: reference)
    if plist.kind(at: offset) == BinaryPlist.Kind.uid {
      try reader.charge(Self.nodeCost)
      if referenceCounts.isEmpty {
        let entry = try table.entry(ofUIDAt: offset)
        if table.isNull(at: try table.offset(ofEntry: entry), object: entry) {
          return KeyedNodes.plain(.null)
        }
      }
      return .reference(try self.reference(at: offset))
    }
    return KeyedNodes.plain(try plainValue(at: offset))
  }

  private mutating func elements(of array: PlistParts) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(array.count)
    for position in 0..<array.count {
      try ArchiveError.located(at: .index(position)) {
        nodes.append(try element(plist.reference(position, of: array)))
      }
    }
    return nodes
  }

  // MARK: Plain values

  /// Reads a value of the property list with its contents.
  private mutating func plainValue(at offset: Int) throws -> ArchiveNode {
    try reader.charge(Self.nodeCost)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.uid:
      let object = try reference(at: offset)
      return object == 0 ? .null : .reference(object)
    case BinaryPlist.Kind.array, BinaryPlist.Kind.dictionary:
      guard let parts = try plist.parts(at: offset) else { return .null }
      return try inside { parts.isDictionary ? try $0.plainDictionary(parts) : try $0.plainArray(parts) }
    default: return try scalar(at: offset)
    }
  }

  private mutating func plainArray(_ parts: PlistParts) throws -> ArchiveNode {
    .array(try (0..<parts.count).map { try plainValue(at: plist.offset(of: plist.reference($0, of: parts))) })
  }

  private mutating func plainDictionary(_ parts: PlistParts) throws -> ArchiveNode {
    let keys = try reader.keyNames(count: parts.count, start: parts.start)
    return .dictionary(
      try keys.enumerated().map { position, key in
        .init(
          key: .string(key), value: try plainValue(at: plist.offset(of: plist.value(position, of: parts))))
      })
  }

  private mutating func inside<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    try stack.check(
      depth: depth, reader.limits)
    return try body(&self)
  }

  /// Reads a value without parts.
  mutating func scalar(at offset: Int) throws -> ArchiveNode {
    guard let node = try plist.leaf(at: offset) else {
      throw BinaryPlist.malformed(.malformed, "an object", plist.describe(at: offset), at: offset)
    }
    try reader.charge(plist.contentSize(at: offset))
    return node
  }

  // MARK: Objects

  /// Reads an entry of `$objects`.
  private mutating func entry(_ number: Int) throws -> ArchiveNode {
    let offset = try table.offset(ofEntry: number)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.uid: return .reference(try reference(at: offset))
    case BinaryPlist.Kind.array, BinaryPlist.Kind.date: return KeyedNodes.plain(try plainValue(at: offset))
    case BinaryPlist.Kind.dictionary:
      reader.place = ObjectTableReader.Place(offset: offset, object: number)
      return try object(number)
    default:
      try reader.charge(Self.nodeCost)
      return table.isNull(at: offset, object: number) ? .null : try scalar(at: offset)
    }
  }

  /// Reads the object with keys at the reader's place.
  private mutating func object(_ number: Int) throws -> ArchiveNode {
    let offset = reader.place.offset
    let (shape, values) = try reader.openDictionary()
    let (plist, fields) = (plist, shape.fields)
    func value(_ position: Int) throws -> Int {
      try plist.reference(at: values + position * plist.referenceSize)
    }
    guard shape.classPosition >= 0 else {
      if shape.positions["$classname"] != nil { classRecords.append(number) }
      return KeyedNodes.plain(try plainValue(at: offset))
    }
    let found = try reader.objectClass(value(shape.classPosition))
    classCounts[found.type.name, default: 0] += 1
    // Graphs cannot represent everything in an irregular class record, so its objects stay as they are.
    guard found.isRegular else { return KeyedNodes.plain(try plainValue(at: offset)) }
    try reader.charge(fields)
    if let form = found.form, let layout = shape.layout,
      // Only Foundation's own collections are empty without any key.
      !fields.names.isEmpty || found.foundationClass != nil || form == .orderedSet,
      let (content, isUsual) = try content(form, layout, value)
    {
      if !isUsual { otherLayoutCount += 1 }
      let isPlain = form.usualClass == found.type || KeyedNodes.isNullLookalike(content, found.type)
      return isPlain ? content : .instance(found.type, content)
    }
    return .record(try record(fields, found.type, value))
  }

  /// Returns the node of a Foundation object, and whether its keys are the usual ones; `nil` if they are not those of
  /// the form, or lead to other values.
  private mutating func content(
    _ form: KeyedNodes.Form, _ layout: FoundationLayout, _ value: (Int) throws -> Int
  ) throws -> (ArchiveNode, isUsual: Bool)? {
    func array(_ position: Int) throws -> PlistParts? {
      let offset = try plist.offset(of: value(position))
      return plist.kind(at: offset) == BinaryPlist.Kind.array ? try plist.parts(at: offset) : nil
    }
    func collection(_ nodes: [ArchiveNode]) -> ArchiveNode { form == .set ? .set(nodes) : .array(nodes) }
    func entries(_ keys: [ArchiveNode], _ values: [ArchiveNode]) -> ArchiveNode {
      .dictionary(zip(keys, values).map { .init(key: $0, value: $1) })
    }
    switch (form, layout) {
    case (.date, .value(.time, let position)), (.data, .value(.data, let position)),
      (.string, .value(.string, let position)):
      let offset = try plist.offset(of: value(position))
      return try usualValue(form, at: offset).map { ($0, true) }
    case (.data, .value(.bytes, let position)), (.string, .value(.bytes, let position)):
      let offset = try plist.offset(of: value(position))
      guard case .data(let bytes)? = try usualValue(.data, at: offset) else { return nil }
      return form == .data ? (.data(bytes), false) : String(validUTF8: bytes).map { (.string($0), false) }
    case (.array, .elements(let position)), (.set, .elements(let position)):
      guard let array = try array(position) else { return nil }
      return (collection(try elements(of: array)), true)
    case (.dictionary, .entries(let keys, let values)):
      guard let keys = try array(keys), let values = try array(values), keys.count == values.count else {
        return nil
      }
      return (entries(try elements(of: keys), try elements(of: values)), true)
    case (.array, .numbered(let positions)), (.set, .numbered(let positions)),
      (.orderedSet, .numbered(let positions)):
      return (collection(try positions.map { try element(value($0)) }), form == .orderedSet)
    case (.dictionary, .numbered(let positions)) where positions.isEmpty: return (.dictionary([]), false)
    case (.dictionary, .numberedEntries(let keys, let values)):
      return (
        entries(try keys.map { try element(value($0)) }, try values.map { try element(value($0)) }), false
      )
    default: return nil
    }
  }

  /// Returns the value at an offset as the content of a date, of data or of a string; `nil` if it is of another kind.
  private mutating func usualValue(_ form: KeyedNodes.Form, at offset: Int) throws -> ArchiveNode? {
    switch (form, plist.kind(at: offset)) {
    case (.date, BinaryPlist.Kind.real):
      guard case .double(let seconds) = try scalar(at: offset) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.data, BinaryPlist.Kind.data), (.string, BinaryPlist.Kind.ascii), (.string, BinaryPlist.Kind.utf16):
      return try scalar(at: offset)
    default: return nil
    }
  }

  private mutating func record(
    _ shape: DictionaryShape.Fields, _ type: ArchiveClass, _ value: (Int) throws -> Int
  ) throws -> ArchiveNode.Fields {
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(shape.names.count)
    for (name, position) in zip(shape.names, shape.positions) {
      nodes.append(try field(value(position), named: name, of: type))
    }
    var fields = ArchiveNode.Fields(
      className: type.name, caseName: nil, version: 1, names: shape.names, nodes: nodes)
    fields.superclassNames = type.superclassNames
    fields.fallbackClassNames = type.fallbackNames
    if shape.casePosition >= 0 {
      let reference = try value(shape.casePosition)
      if let name = try caseName(reference) {
        fields.caseName = name
      } else {
        fields.append(try field(reference), named: ArchiveSchema.caseKey)
      }
    }
    if shape.versionPosition >= 0 {
      let version = try field(value(shape.versionPosition))
      if case .integer(let number) = version, number > 1, let number = Int(exactly: number) {
        fields.version = number
      } else {
        fields.append(version, named: ArchiveSchema.versionKey)
      }
    }
    return fields
  }

  private mutating func field(_ reference: Int, named name: String, of type: ArchiveClass) throws
    -> ArchiveNode
  {
    let node = try ArchiveError.located(at: .field(name)) { try field(reference) }
    if case .instance(_, let content) = node, case .data = content,
      KeyedNodes.isPlainData(name, of: type.name)
    {
      return content
    }
    return node
  }

  /// Returns the name of an enumeration's case: a string that is an object. Any other value is a field with that name.
  private mutating func caseName(_ reference: Int) throws -> String? {
    let (offset, object) = try table.resolve(reference)
    guard object > 0, !table.isNull(at: offset, object: object), let name = try plist.string(at: offset)
    else {
      return nil
    }
    try reader.charge(name.utf8.count)
    return name
  }
}
