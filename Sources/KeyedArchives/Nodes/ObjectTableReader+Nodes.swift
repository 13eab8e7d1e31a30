internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// Objects without their types, as nodes. In a tree, nodes hold what the archive refers to, as values do. They are plain:
// an `NSMutableArray` is an array. In a graph they refer to objects, and keep all that an archive says of them. Which of
// them is read, `references` says.
extension ObjectTableReader {
  /// The cost of a node besides its content.
  private static let nodeCost = 32

  private var isTree: Bool { references.map { $0.extent == .tree } ?? true }

  /// Returns the tree of the value at the current place.
  mutating func _decodeNode() throws -> ArchiveNode {
    if let references, place.object != ObjectTable.inline {
      if let number = references.numbers[place.object] {
        try charge(Self.nodeCost)
        return .reference(number)
      }
      if references.foreign.contains(place.object) { return try _decodeForeign() }
    }
    return try nodeHere()
  }

  /// Returns the node of the value at the current place, even if other nodes refer to it by number.
  mutating func nodeHere() throws -> ArchiveNode {
    try charge(Self.nodeCost)
    if table.isNull(at: place.offset, object: place.object) { return .null }
    switch plist.kind(at: place.offset) {
    case BinaryPlist.Kind.dictionary: return try objectHere()
    case BinaryPlist.Kind.array, BinaryPlist.Kind.date: return marked(try plainNode(at: place.offset))
    case BinaryPlist.Kind.uid where !isTree: return try referenceNode(at: place.offset)
    default: return try scalar(at: place.offset)
    }
  }

  /// Marks a value as plain, where nodes say this.
  private func marked(_ value: ArchiveNode) -> ArchiveNode {
    references?.keepsMarks ?? false ? KeyedNodes.plain(value) : value
  }

  // MARK: Places

  /// Reads the value of a field of an object.
  mutating func fieldNode(_ reference: Int) throws -> ArchiveNode {
    let offset = try plist.offset(of: reference)
    if plist.kind(at: offset) == BinaryPlist.Kind.uid { return try referenceNode(at: offset) }
    let value = try plainNode(at: offset)
    return value.isNumber ? value : marked(value)
  }

  /// Reads an element of a collection. In a graph, the result is a reference even to entry 0, since a plain `nil` would be
  /// written as an `NSNull`. A part of an archive has no entry 0, so a `nil` is one of the property list there.
  mutating func elementNode(_ reference: Int) throws -> ArchiveNode {
    let offset = try plist.offset(of: reference)
    if plist.kind(at: offset) == BinaryPlist.Kind.uid {
      return try referenceNode(at: offset, isElement: true)
    }
    return marked(try plainNode(at: offset))
  }

  /// Reads what the UID at an offset refers to, or refers to it.
  private mutating func referenceNode(at offset: Int, isElement: Bool = false) throws -> ArchiveNode {
    let entry = try table.entry(ofUIDAt: offset)
    guard let references, references.extent != .tree else {
      let outer = place
      defer { place = outer }
      try charge(16)
      place = Place(offset: try table.offset(ofEntry: entry), object: entry)
      return try _decodeNode()
    }
    try charge(Self.nodeCost)
    if isElement, references.extent == .part,
      table.isNull(at: try table.offset(ofEntry: entry), object: entry)
    {
      return marked(.null)
    }
    let number = references.number(ofEntry: entry)
    return entry == 0 && !isElement ? .null : .reference(number)
  }

  // MARK: Plain values

  /// Reads a value of the property list with its contents.
  private mutating func plainNode(at offset: Int) throws -> ArchiveNode {
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.uid: return try referenceNode(at: offset)
    case BinaryPlist.Kind.array, BinaryPlist.Kind.dictionary:
      try charge(Self.nodeCost)
      let outer = place
      defer { place = outer }
      place = Place(offset: offset, object: ObjectTable.inline)
      let isTree = isTree
      guard let parts = try plist.parts(at: offset) else { return .null }
      // What belongs to a value is an object, even if it is not an entry of `$objects`.
      if isTree, parts.isDictionary { return try objectHere() }
      return try inside { reader in
        parts.isDictionary ? try reader.plainDictionary(parts) : try reader.plainArray(parts)
      }
    default:
      try charge(Self.nodeCost)
      return isTree && table.isNull(at: offset, object: ObjectTable.inline) ? .null : try scalar(at: offset)
    }
  }

  private mutating func plainArray(_ parts: PlistParts) throws -> ArchiveNode {
    .array(
      try (0..<parts.count).map { position in
        try ArchiveError.located(at: .index(position)) {
          try plainNode(at: plist.offset(of: plist.reference(position, of: parts)))
        }
      })
  }

  private mutating func plainDictionary(_ parts: PlistParts) throws -> ArchiveNode {
    let keys = try keyNames(count: parts.count, start: parts.start)
    return .dictionary(
      try keys.enumerated().map { position, key in
        .init(
          key: .string(key), value: try plainNode(at: plist.offset(of: plist.value(position, of: parts))))
      })
  }

  /// Reads a value without parts.
  private mutating func scalar(at offset: Int) throws -> ArchiveNode {
    guard let node = try plist.leaf(at: offset) else {
      throw BinaryPlist.malformed(.malformed, "an object", plist.describe(at: offset), at: offset)
    }
    try charge(plist.contentSize(at: offset))
    return node
  }

  // MARK: Objects

  /// Reads the object with keys at the current place.
  private mutating func objectHere() throws -> ArchiveNode {
    let (shape, values) = try openDictionary()
    guard let found = try objectClass(shape, values) else { return marked(try plainNode(at: place.offset)) }
    if found.foundationClass == .null, !(references?.keepsMarks ?? false) { return .null }
    return try inside { reader in
      try reader.foundationNode(shape, values, found)
        ?? .record(reader.record(shape.fields, values, found.type))
    }
  }

  /// Returns the class of an object; `nil` for a dictionary that a graph has as a plain value.
  private mutating func objectClass(_ shape: DictionaryShape, _ values: Int) throws -> ObjectClass? {
    guard shape.classPosition >= 0 else {
      if isTree { throw withoutClass() }
      if shape.positions["$classname"] != nil { references?.classRecords.append(place.object) }
      return nil
    }
    let found = try objectClass(plist.reference(at: values + shape.classPosition * plist.referenceSize))
    if let references, references.extent == .archive {
      references.classCounts[found.type.name, default: 0] += 1
    }
    // Graphs cannot represent everything in an irregular class record, so its objects stay as they are.
    return found.isRegular || isTree ? found : nil
  }

  /// Reads the object of a Foundation class that has its own kind of node; `nil` for any other object, and for one whose
  /// keys are not those of the class, or lead to other values.
  private mutating func foundationNode(
    _ shape: DictionaryShape, _ values: Int, _ found: ObjectClass
  ) throws -> ArchiveNode? {
    guard let form = isTree ? found.foundationClass : found.form, let layout = shape.layout,
      // Only Foundation's own collections are empty without any key.
      !shape.fields.names.isEmpty || found.foundationClass != nil || form == .orderedSet
    else { return nil }
    let content: ArchiveNode
    if let leaf = try leaf(form, layout, values) {
      content = leaf
    } else if let elements = try elements(form, layout, values) {
      content = Self.collection(form, try elementNodes(elements, ofDictionary: form == .dictionary))
    } else {
      return nil
    }
    // The node of a value says that an array is an ordered set: only the field's type knows it otherwise.
    if isTree {
      return references != nil && found.form == .orderedSet ? .instance(found.type, content) : content
    }
    if !layout.isUsual(form) { references?.otherLayoutCount += 1 }
    let isPlain = form.isPlain(found.type) || KeyedNodes.isNullLookalike(content, found.type)
    return isPlain ? content : .instance(found.type, content)
  }

  private static func collection(_ form: FoundationClass, _ nodes: [ArchiveNode]) -> ArchiveNode {
    switch form {
    case .set: return .set(nodes)
    case .dictionary:
      let count = nodes.count / 2
      return .dictionary((0..<count).map { .init(key: nodes[$0], value: nodes[count + $0]) })
    default: return .array(nodes)
    }
  }

  /// Reads the elements to which the property list has these references; those of a dictionary are its keys and then its
  /// values.
  private mutating func elementNodes(_ elements: [Int], ofDictionary: Bool = false) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(elements.count)
    for position in elements.indices {
      try ArchiveError.located(at: .index(ofDictionary ? position % (elements.count / 2) : position)) {
        nodes.append(try elementNode(elements[position]))
      }
    }
    return nodes
  }

  /// Returns the offset of a value that an object holds itself. In a tree, it may also be an entry of `$objects`.
  private func contentOffset(_ position: Int, _ values: Int) throws -> Int {
    let value = try plist.reference(at: values + position * plist.referenceSize)
    return try isTree ? table.resolve(value).offset : plist.offset(of: value)
  }

  /// Returns the references to the elements of a collection; for a dictionary, to its keys and then its values.
  private mutating func elements(
    _ form: FoundationClass, _ layout: FoundationLayout, _ values: Int
  ) throws -> [Int]? {
    let plist = plist
    func array(_ position: Int) throws -> [Int]? {
      let offset = try contentOffset(position, values)
      guard plist.kind(at: offset) == BinaryPlist.Kind.array, let parts = try plist.parts(at: offset) else {
        return nil
      }
      try charge(8 * parts.count)
      return try (0..<parts.count).map { try plist.reference($0, of: parts) }
    }
    func numbered(_ positions: [Int]) throws -> [Int] {
      try positions.map { try plist.reference(at: values + $0 * plist.referenceSize) }
    }
    switch (form, layout) {
    case (.array, .elements(let position)), (.set, .elements(let position)): return try array(position)
    case (.dictionary, .entries(let keys, let values)):
      guard let keys = try array(keys), let values = try array(values), keys.count == values.count else {
        return nil
      }
      return keys + values
    case (.array, .numbered(let positions)), (.set, .numbered(let positions)),
      (.orderedSet, .numbered(let positions)):
      return try numbered(positions)
    case (.dictionary, .numbered(let positions)) where positions.isEmpty: return []
    case (.dictionary, .numberedEntries(let keys, let values)): return try numbered(keys + values)
    default: return nil
    }
  }

  /// Returns the content of a date, of data or of a string.
  private mutating func leaf(
    _ form: FoundationClass, _ layout: FoundationLayout, _ values: Int
  ) throws -> ArchiveNode? {
    switch (form, layout) {
    case (.date, .value(.time, let position)), (.data, .value(.data, let position)),
      (.string, .value(.string, let position)):
      return try usualValue(form, at: contentOffset(position, values))
    case (.data, .value(.bytes, let position)), (.string, .value(.bytes, let position)):
      guard case .data(let bytes)? = try usualValue(.data, at: contentOffset(position, values)) else {
        return nil
      }
      return form == .data ? .data(bytes) : String(validUTF8: bytes).map { .string($0) }
    default: return nil
    }
  }

  /// Returns the value at an offset as the content of a date, of data or of a string; `nil` if it is of another kind.
  private mutating func usualValue(_ form: FoundationClass, at offset: Int) throws -> ArchiveNode? {
    switch (form, plist.kind(at: offset)) {
    case (.date, BinaryPlist.Kind.real):
      guard case .double(let seconds) = try scalar(at: offset) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.data, BinaryPlist.Kind.data), (.string, BinaryPlist.Kind.ascii), (.string, BinaryPlist.Kind.utf16):
      return try scalar(at: offset)
    default: return nil
    }
  }

  // MARK: Records

  /// Reads the record at the current place, whatever its class, as the tree of its fields.
  mutating func decodeFields(className: String) throws -> ArchiveNode.Fields {
    let (shape, values) = try openDictionary()
    return try inside { try $0.record(shape.fields, values, ArchiveClass(className)) }
  }

  /// Returns the fields of the entered object; the references to its values begin at `values`.
  private mutating func record(
    _ shape: DictionaryShape.Fields, _ values: Int, _ type: ArchiveClass
  ) throws -> ArchiveNode.Fields {
    try charge(64 + 32 * shape.names.count)
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(shape.names.count)
    for (name, position) in zip(shape.names, shape.positions) {
      nodes.append(try field(position, values, name, of: type))
    }
    var fields = ArchiveNode.Fields(
      className: type.name, superclassNames: type.superclassNames, names: shape.names, nodes: nodes)
    fields.fallbackClassNames = type.fallbackNames
    // In objects from other programs these may be the names of ordinary fields.
    if shape.casePosition >= 0 {
      if let name = try caseName(shape.casePosition, values) {
        fields.caseName = name
      } else {
        let key = ArchiveSchema.caseKey
        fields.append(try field(shape.casePosition, values, key, of: type), named: key)
      }
    }
    if shape.versionPosition >= 0 {
      let key = ArchiveSchema.versionKey
      let version = try field(shape.versionPosition, values, key, of: type)
      if case .integer(let number) = version, number > (isTree ? 0 : 1), let number = Int(exactly: number) {
        fields.version = number
      } else {
        fields.append(version, named: key)
      }
    }
    return fields
  }

  private mutating func field(
    _ position: Int, _ values: Int, _ name: String, of type: ArchiveClass
  ) throws -> ArchiveNode {
    let node = try ArchiveError.located(at: .field(name)) {
      try fieldNode(plist.reference(at: values + position * plist.referenceSize))
    }
    if case .instance(.plain, let content) = node, case .data = content,
      KeyedNodes.isPlainData(name, of: type.name)
    {
      return content
    }
    return node
  }

  /// Returns the name of an enumeration's case: a string that is an object. Any other value is a field with that name.
  private mutating func caseName(_ position: Int, _ values: Int) throws -> String? {
    let (offset, object) = try table.resolve(
      plist.reference(at: values + position * plist.referenceSize))
    guard object > 0, !table.isNull(at: offset, object: object), let name = try plist.string(at: offset)
    else {
      return nil
    }
    try charge(name.utf8.count)
    return name
  }
}
