internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Writes nodes into the object table of a keyed archive.
///
/// A referenced object gets its entry and its content at its first reference, as a value does. So a value and its
/// graph give the same archive. Where objects nest deeper than ``greatestDepth``, the content is written after the
/// enclosing objects are complete. So even a long chain of references needs no stack.
struct NodeWriter {
  typealias Mode = ObjectTableWriter.Mode

  var table: ObjectTableWriter
  let limits: ArchiveLimits
  var depth: Int
  let stack = StackGuard()
  /// The objects of the graph, the entries assigned so far, and the objects whose content is not written yet.
  private var objects: [ArchiveNode] = []
  private var entries: [Int: Int] = [:]
  private var waiting: [Int] = []
  /// The levels of nesting around the graph, and from the graph to the object being written.
  private var levels = (graph: 0, object: 0)
  private static let greatestDepth = 32
  /// The entries of pooled strings and numbers that are already assigned to an object of the graph.
  private var takenEntries: Set<Int> = []
  /// Whether records may lack a class, which only archives for this library's readers allow.
  private let allowsUnnamed: Bool
  /// The approximate size of the nodes in bytes. The archive may be smaller, since it stores equal texts once.
  private(set) var size = 0
  /// The maximum size of the nodes. Nodes that share parts in memory can be larger when written than all memory.
  var largestSize = Int.max

  /// - Parameter depth: The number of levels around the nodes.
  init(limits: ArchiveLimits, allowsUnnamed: Bool = false, depth: Int = 0) {
    (self.limits, self.allowsUnnamed, self.depth) = (limits, allowsUnnamed, depth)
    table = ObjectTableWriter(limits: limits)
  }

  /// Returns the bytes of an archive with the node as its value under a key.
  mutating func write(_ node: ArchiveNode, key: String) throws -> Data {
    var keys = [key.escapedKey]
    try within(node) { writer, root in
      guard case .record(let top) = root, top.className == KeyedNodes.topClassName else {
        return try writer.encode(root, .boxed)
      }
      keys = top.names
      try writer.encodeFields(of: top)
    }
    return try table.finish(keys: keys)
  }

  /// Returns the bytes of an archive with an array as its value under a key.
  ///
  /// - Parameter read: Calls its argument with the elements in order, a few at a time.
  mutating func writeArray(
    key: String, _ read: (_ take: ([ArchiveNode]) throws -> Void) throws -> Void
  ) throws -> Data {
    let entry = table.beginObject()
    depth += 1
    defer { depth -= 1 }
    let mark = table.pending.count
    try read { try encodeElements($0, after: table.pending.count - mark) }
    try finish(entry, .array, ArchiveClass("NSArray"), count: table.pending.count - mark, from: mark)
    return try table.finish(keys: [key.escapedKey])
  }

  /// Runs `body` with the root of a graph, then writes the objects it referred to. Any other node is its own root.
  private mutating func within(
    _ node: ArchiveNode, _ body: (inout NodeWriter, ArchiveNode) throws -> Void
  ) throws {
    guard case .graph(let graph) = node else { return try body(&self, node) }
    let outer = (objects, entries, waiting, levels)
    defer { (objects, entries, waiting, levels) = outer }
    levels = (depth, levels.object + depth - levels.graph)
    objects = graph.objects
    entries = [:]
    waiting = []
    try body(&self, graph.root)
    var taken = 0
    while taken < waiting.count {
      let number = waiting[taken]
      taken += 1
      try fill(entries[number] ?? 0, withObject: number)
    }
  }

  private mutating func fill(_ entry: Int, withObject number: Int) throws {
    try ArchiveError.located(at: .field("#\(number)")) { try fill(entry, with: objects[number]) }
  }

  // MARK: Places

  /// Writes a node as the value at the current place.
  mutating func encode(_ node: ArchiveNode, _ mode: Mode) throws {
    table.place.mode = mode
    size += 32
    guard size <= largestSize else { throw ArchiveError.tooMuchDecoded() }
    switch node {
    case .null: try table.encodeNil()
    case .string(let value):
      size += value.utf8.count
      try table.encode(value)
    case .date(let value): table.encode(value)
    case .data(let value):
      size += value.count
      try table.encode(value)
    case .reference(let number): try encodeReference(number)
    case .graph:
      // A nested graph has its own references.
      try within(node) { try $0.encode($1, mode) }
    case .instance(.plain, let content): table.pending.append(try plain(content))
    case .instance(.wideInteger, let content):
      let direct = try wideInteger(content)
      table.pending.append(mode == .inline ? direct : PlistReference.uid(table.addObject(direct)))
    case .instance(.brokenText, let content):
      table.pending.append(PlistReference.uid(table.addObject(try brokenText(content))))
    case .instance(_, let content) where !content.hasForm: try encode(content, mode)
    case .record(let fields) where fields.isUsualNull:
      table.place.mode = .element
      try table.encodeNil()
    case .bool, .integer, .unsigned, .float, .double:
      if let number = StoredNumber(node) { table._encode(number) }
    case .array, .set, .dictionary, .record, .instance: try fill(table.beginObject(), with: node)
    }
  }

  /// Writes a node, and returns the reference to it instead of leaving it pending.
  mutating func reference(to node: ArchiveNode, _ mode: Mode) throws -> UInt32 {
    try encode(node, mode)
    defer { table.pending.count -= 1 }
    return table.pending[table.pending.count - 1]
  }

  private mutating func encodeReference(_ number: Int) throws {
    guard objects.indices.contains(number) else {
      throw ArchiveError(
        .invalidValue, expected: "a reference to one of \(objects.count) objects",
        found: "a reference to object \(number)",
        advice: .changeCode("Add the target of the reference to the objects of the graph."))
    }
    let object = objects[number]
    if number == 0, case .null = object { return table.pending.append(PlistReference.null) }
    let entry: Int
    if let known = entries[number] {
      entry = known
    } else if let leaf = try leafEntry(object) {
      entry = leaf
    } else {
      entry = table.addObject(0)
      // The content may lead back to the object.
      entries[number] = entry
      let (inner, outer) = (depth, levels.object)
      let object = outer + inner - levels.graph
      if object < Self.greatestDepth {
        (depth, levels.object) = (levels.graph, object)
        defer { (depth, levels.object) = (inner, outer) }
        try fill(entry, withObject: number)
      } else {
        waiting.append(number)
      }
    }
    entries[number] = entry
    table.pending.append(PlistReference.uid(entry))
  }

  /// Returns the entry of an object without parts. Each object has its own entry, even if they are equal. The first
  /// of several equal objects shares its entry with equal values that are not objects of the graph.
  private mutating func leafEntry(_ object: ArchiveNode) throws -> Int? {
    switch object {
    case .null: return table.addObject(PlistReference.nullString)
    case .bool, .integer, .unsigned, .float, .double:
      let entry = PlistReference.object(try reference(to: object, .boxed))
      if takenEntries.insert(entry).inserted { return entry }
      return table.addObject(try reference(to: object, .inline))
    case .date, .data: return PlistReference.object(try reference(to: object, .boxed))
    case .string(let text):
      let entry = PlistReference.object(try reference(to: object, .boxed))
      if takenEntries.insert(entry).inserted { return entry }
      return text == "$null" ? table.addNullLookalike() : table.addObject(table.list.note(string: text))
    default: return nil
    }
  }

  // MARK: Objects

  /// Writes the content of an entry.
  private mutating func fill(_ entry: Int, with node: ArchiveNode) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits)
    switch node {
    case .array, .set, .dictionary: try fill(entry, node, of: ArchiveClass(node.usualClassName ?? ""))
    case .record(let fields): table.objects[entry] = try object(fields)
    case .instance(.plain, let content): table.objects[entry] = try plain(content)
    case .instance(.wideInteger, let content): table.objects[entry] = try wideInteger(content)
    case .instance(.brokenText, let content): table.objects[entry] = try brokenText(content)
    case .instance(let type, let content) where content.hasForm: try fill(entry, content, of: type)
    case .instance(_, let content) where content.isNumber:
      table.objects[entry] = try reference(to: content, .inline)
    case .instance(_, let content): try fill(entry, with: content)
    default: table.objects[entry] = try reference(to: node, .boxed)
    }
  }

  /// Writes the content of an entry that is an object of a Foundation class.
  private mutating func fill(_ entry: Int, _ content: ArchiveNode, of type: ArchiveClass) throws {
    try checkName(type.name)
    let mark = table.pending.count
    switch content {
    case .array(let elements):
      if FoundationClass(of: type) == .orderedSet {
        try encodeElements(elements)
        note(entry, type, elements.indices.map(KeyedNodes.orderedSetKey), from: mark)
      } else {
        try fill(entry, .array, type, elements)
      }
    case .set(let elements): try fill(entry, .set, type, elements)
    case .dictionary(let entries):
      try table.checkCount(entries.count)
      for part in entries {
        try ArchiveError.located(at: part.key.asComponent) { try encode(part.key, .element) }
      }
      for part in entries {
        try ArchiveError.located(at: part.key.asComponent) { try encode(part.value, .element) }
      }
      try finish(entry, .dictionary, type, count: entries.count, from: mark)
    case .date(let date):
      table.place.mode = .inline
      table._encode(.double(date.timeIntervalSinceReferenceDate))
      note(entry, type, ["NS.time"], from: mark)
    case .string, .instance(.brokenText, _):
      table.pending.append(try plain(content))
      note(entry, type, ["NS.string"], from: mark)
    case .data:
      table.pending.append(try plain(content))
      note(entry, type, ["NS.data"], from: mark)
    default: note(entry, type, [], from: mark)
    }
  }

  private mutating func fill(
    _ entry: Int, _ kind: _ArchiveCollection, _ type: ArchiveClass, _ elements: [ArchiveNode]
  ) throws {
    let mark = table.pending.count
    try encodeElements(elements)
    try finish(entry, kind, type, count: elements.count, from: mark)
  }

  /// Writes the elements of a collection, which follow others.
  private mutating func encodeElements(_ elements: [ArchiveNode], after count: Int = 0) throws {
    try table.checkCount(count + elements.count)
    for (position, element) in elements.enumerated() {
      try ArchiveError.located(at: .index(count + position)) { try encode(element, .element) }
    }
  }

  private mutating func finish(
    _ entry: Int, _ kind: _ArchiveCollection, _ type: ArchiveClass, count: Int, from mark: Int
  ) throws {
    let shape = shape(type, kind == .dictionary ? ["NS.keys", "NS.objects"] : ["NS.objects"])
    table.objects[entry] = try table.note(kind, count: count, shape: shape, from: mark)
  }

  /// Stores the pending values as the content of an entry, under the given keys.
  private mutating func note(_ entry: Int, _ type: ArchiveClass, _ keys: [String], from mark: Int) {
    table.objects[entry] = table.note(recordOf: shape(type, keys), from: mark)
  }

  /// Returns the number of the shape of dictionaries with these keys and a class.
  private mutating func shape(_ type: ArchiveClass, _ keys: [String]) -> Int {
    let keys = keys.map { table.key($0) }
    let names = ClassNames(
      [KeyedNodes.className(inArchiveOf: type.name)] + (type.superclassNames ?? []),
      fallbackNames: type.fallbackNames, listsClasses: type.superclassNames != nil)
    return table.addShape(keys, table.classNumber(names))
  }

  // MARK: Records

  private func checkName(_ className: String) throws {
    guard className.isEmpty, !allowsUnnamed else { return }
    throw ArchiveError(
      .unsupported, expected: "the class name of an object", found: "a record without one",
      advice: "Column archives do not store the classes of objects inside a value.")
  }

  private mutating func object(_ fields: ArchiveNode.Fields) throws -> UInt32 {
    try checkName(fields.className)
    let shape = shape(
      ArchiveClass(
        fields.className, superclassNames: fields.superclassNames, fallbackNames: fields.fallbackClassNames),
      (fields.caseName == nil ? [] : [ArchiveSchema.caseKey]) + fields.names.map(KeyedNodes.fieldName(ofKey:))
        + (fields.version > 1 ? [ArchiveSchema.versionKey] : []))
    let mark = table.pending.count
    if let name = fields.caseName { try encode(.string(name), .inline) }
    try encodeFields(of: fields)
    if fields.version > 1 { try encode(.integer(Int64(fields.version)), .inline) }
    return table.note(recordOf: shape, from: mark)
  }

  private mutating func encodeFields(of fields: ArchiveNode.Fields) throws {
    for (position, name) in fields.names.enumerated() {
      try ArchiveError.located(at: .field(name)) {
        let node = fields.node(named: name, near: position) ?? .null
        if case .data = node, KeyedNodes.isPlainData(name, of: fields.className) {
          table.pending.append(try plain(node))
        } else {
          try encode(node, .inline)
        }
      }
    }
  }
}

extension ObjectTableWriter {
  mutating func _encodeForeign(_ object: ArchiveNode) throws {
    foreignEntries.append(objects.count)
    let mode = place.mode
    var writer = NodeWriter(limits: limits, depth: place.depth)
    // The writer continues this archive, and leaves a placeholder here until it is done.
    swap(&writer.table, &self)
    defer {
      swap(&writer.table, &self)
      place.mode = mode
    }
    try writer.encode(object, mode)
  }
}

extension ArchiveNode {
  /// The path component of the value that has this node as its key.
  var asComponent: ArchiveError.PathComponent {
    if case .string(let text) = self { .key(text) } else { .key("\(self)") }
  }

  /// Whether a class instance with this content is stored as an object of the class. A number is stored without a
  /// class, and a record has its own.
  fileprivate var hasForm: Bool {
    switch self {
    case .null, .string, .date, .data, .array, .set, .dictionary, .instance(.brokenText, _): true
    default: false
    }
  }
}

extension ArchiveNode.Fields {
  /// Whether the record is an `NSNull` as this library writes it, which an archive stores once.
  package var isUsualNull: Bool {
    className == "NSNull" && names.isEmpty && caseName == nil && version == 1
      && superclassNames == ["NSObject"]
      && fallbackClassNames.isEmpty
  }
}
