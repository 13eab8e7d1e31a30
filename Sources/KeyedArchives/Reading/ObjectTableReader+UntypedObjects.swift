internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// What untyped objects have in common: their keys and their class.

extension ObjectTableReader {
  /// The keys of objects, analyzed once for all objects that share them.
  struct ObjectKeys {
    /// The offset of the key references of the first object with this shape, and the number of entries.
    let keysStart: Int
    let entryCount: Int
    /// The names of the fields, and the position of each field among the entries.
    let names: [String]
    let positions: [Int]
    /// The positions of `$class`, of the case name, and of the version; -1 if absent.
    let classPosition: Int
    let casePosition: Int
    let versionPosition: Int
  }

  /// Charges the cost of the fields of one object with a shape.
  mutating func chargeFields(of shape: ObjectKeys) throws { try charge(64 + 32 * shape.names.count) }

  /// Returns the number of the shape of the object at the current place, and the offset of the references to its
  /// values.
  mutating func openNode() throws -> (shape: Int, values: Int) {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw mismatch("an object") }
    let (count, start) = try plist.counted(at: place.offset, width: 2 * plist.referenceSize)
    let size = count * plist.referenceSize
    func matches(_ shape: ObjectKeys) -> Bool {
      shape.entryCount == count && hasSameKeys(shape.keysStart, start, size: size)
    }
    if let recent = objectKeys.indices.last, matches(objectKeys[recent]) { return (recent, start + size) }
    let known = objectKeys.firstIndex(where: matches)
    // As for plans: the search compares keys, and must not take quadratic time in a file whose objects all differ.
    try charge(size * (1 + (known ?? objectKeys.count) / 4))
    if let known { return (known, start + size) }
    let shape = try analyzeKeys(count: count, start: start)
    if objectKeys.count >= 64 { objectKeys.removeAll() }
    objectKeys.append(shape)
    return (objectKeys.count - 1, start + size)
  }

  private mutating func analyzeKeys(count: Int, start: Int) throws -> ObjectKeys {
    let keys = try keyNames(count: count, start: start)
    // If a key is repeated, which only damaged files do, the last one counts.
    let last = NamePositions(keys)
    let special = ["$class", ArchiveSchema.caseKey, ArchiveSchema.versionKey]
    let fields = keys.indices.filter { last[keys[$0]] == $0 && !special.contains(keys[$0]) }
    return ObjectKeys(
      keysStart: start, entryCount: count, names: fields.map { KeyedNodes.fieldName(ofKey: keys[$0]) },
      positions: fields, classPosition: last["$class"] ?? -1, casePosition: last[ArchiveSchema.caseKey] ?? -1,
      versionPosition: last[ArchiveSchema.versionKey] ?? -1)
  }

  /// A class as described by its record.
  struct NodeClass {
    let type: ArchiveClass
    /// Whether `type` holds everything in the record.
    let isRegular: Bool
    /// The Foundation class with its own kind of node in trees.
    let foundationClass: FoundationClass?
    /// The form of the class's objects in graphs, if their keys are the usual ones.
    let form: KeyedNodes.Form?
  }

  /// Returns the class whose record a reference refers to.
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
      KeyedNodes.className(ofClass: name), superclassNames: names.map { Array($0.dropFirst()) },
      fallbackNames: fallbacks)
    let found = NodeClass(
      type: type, isRegular: isRegular,
      foundationClass: FoundationClass.allCases.first { $0.schema.accepts(className: name) },
      form: KeyedNodes.Form(of: type))
    nodeClasses[offset] = found
    return found
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
