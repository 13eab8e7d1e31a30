internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// What objects that are read without their types have in common: their keys, and their class.

extension ObjectTableReader {
  /// The keys that objects share, looked at once.
  struct NodeShape {
    /// Where the key references of the first object of the shape are, and how many entries it has.
    let keysStart: Int
    let entryCount: Int
    /// The names of the fields, and the position of each among the entries.
    let names: [String]
    let positions: [Int]
    /// The positions of `$class`, of the name of a case, and of the version; -1 when there is none.
    let classPosition: Int
    let casePosition: Int
    let versionPosition: Int
  }

  /// Pays for the fields of one object of a shape.
  mutating func chargeFields(of shape: NodeShape) throws { try charge(64 + 32 * shape.names.count) }

  /// The shape of the object at the current place, by its number, and where the references to its values begin.
  mutating func openNode() throws -> (shape: Int, values: Int) {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw mismatch("an object") }
    let (count, start) = try plist.counted(at: place.offset, width: 2 * plist.referenceSize)
    let size = count * plist.referenceSize
    func matches(_ shape: NodeShape) -> Bool {
      shape.entryCount == count && hasSameKeys(shape.keysStart, start, size: size)
    }
    if let recent = nodeShapes.indices.last, matches(nodeShapes[recent]) { return (recent, start + size) }
    let known = nodeShapes.firstIndex(where: matches)
    // As for plans: a search compares keys, and a file whose objects all differ must not make it quadratic.
    try charge(size * (1 + (known ?? nodeShapes.count) / 4))
    if let known { return (known, start + size) }
    let shape = try makeNodeShape(count: count, start: start)
    if nodeShapes.count >= 64 { nodeShapes.removeAll() }
    nodeShapes.append(shape)
    return (nodeShapes.count - 1, start + size)
  }

  private mutating func makeNodeShape(count: Int, start: Int) throws -> NodeShape {
    let keys = try keyNames(count: count, start: start)
    // Of a key that is there twice, only a damaged file's, the last counts.
    let last = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
    let special = ["$class", ArchiveSchema.caseKey, ArchiveSchema.versionKey]
    let fields = keys.indices.filter { last[keys[$0]] == $0 && !special.contains(keys[$0]) }
    return NodeShape(
      keysStart: start, entryCount: count, names: fields.map { KeyedNodes.fieldName(ofKey: keys[$0]) },
      positions: fields, classPosition: last["$class"] ?? -1, casePosition: last[ArchiveSchema.caseKey] ?? -1,
      versionPosition: last[ArchiveSchema.versionKey] ?? -1)
  }

  /// A class, as its record says it.
  struct NodeClass {
    let type: ArchiveClass
    /// Whether the record says nothing that `type` does not.
    let isRegular: Bool
    /// The class of Foundation that has a node of its own in trees.
    let foundationClass: FoundationClass?
    /// What objects of the class are in graphs when their keys are the usual ones.
    let form: KeyedNodes.Form?
  }

  /// The class whose record a reference leads to.
  mutating func nodeClass(_ reference: Int) throws -> NodeClass {
    let (offset, _) = try table.resolve(reference)
    if let known = nodeClasses[offset] { return known }
    let entries = try entries(at: offset, what: "a class record")
    let name = try plist.className(at: offset, entries: entries)
    try charge(name.utf8.count)
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
      name, superclassNames: names.map { Array($0.dropFirst()) }, fallbackNames: fallbacks)
    let found = NodeClass(
      type: type, isRegular: isRegular,
      foundationClass: FoundationClass.allCases.first { $0.schema.accepts(className: name) },
      form: KeyedNodes.Form(of: type))
    nodeClasses[offset] = found
    return found
  }

  /// The strings of a plain array; `nil` when something else is there.
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
