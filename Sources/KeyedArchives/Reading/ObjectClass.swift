internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import PropertyLists

/// A class as described by its record in an archive.
struct ObjectClass {
  let type: ArchiveClass
  /// Whether `type` holds everything in the record.
  let isRegular: Bool
  /// The Foundation class with its own kind of node in trees.
  let foundationClass: FoundationClass?
  /// The form of the class's objects in graphs, if their keys are the usual ones.
  let form: FoundationClass?
}

extension ObjectTableReader {
  /// Returns the class whose record a reference refers to.
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
