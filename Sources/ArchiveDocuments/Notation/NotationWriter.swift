internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Writes a node as a document: values of only the kinds that a format has, with notation for the rest.
///
/// An object of a graph is written at its first place; everywhere else, an alias refers to that place. If the place is
/// deep or its path is long, the object is written to the table `$objects` instead. So a chain of a million objects is
/// no deeper than a single one, and no path is longer than a line. The ``ListObjects`` of a property list are an
/// exception: they have no alias, and the output has them at all their places.
struct NotationWriter<Output: DocumentOutput> {
  private var output: Output
  private let kinds: DocumentKinds
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var names: NameBudget
  private var depth = 0
  /// The steps to the current place, in their written form.
  private var path: [String] = []
  private var pathSize = 0
  private let objects: [ArchiveNode]
  /// The number of references to each object.
  private let counts: [Int]
  /// The path of each object, once it is known.
  private var places: [String?]
  /// The numbers of the objects that belong into the table, written or not.
  private var tableNumbers: [Int] = []
  private let marks: ObjectMarks
  private let listObjects: ListObjects
  /// Whether the root is inside of a dictionary, beside the table.
  private let isWrapped: Bool

  private static var deepestPlace: Int { 64 }
  private static var longestPath: Int { 256 }
  private static var longestCopy: Int { 64 }
  private static var longestKeyCopy: Int { 256 }

  /// Writes the document of a node to a new output.
  ///
  /// - Complexity: Linear in the size of the node.
  static func write(
    _ node: ArchiveNode, head: ArchiverHead = ArchiverHead(), _ kinds: DocumentKinds, _ limits: ArchiveLimits,
    to output: Output
  ) throws -> Output {
    let graph = node.mergedGraph
    let counts = graph.referenceCounts()
    let marks = ObjectMarks(graph.objects, counts: counts)
    let lists = kinds.hasListObjects ? ListObjects(graph, counts: counts) : ListObjects()
    func write(isWrapped: Bool) throws -> Output? {
      var writer = NotationWriter(
        output, kinds, limits, graph.objects, counts, marks, lists, isWrapped: isWrapped)
      try writer.write(root: graph.root, head)
      return isWrapped || writer.tableNumbers.isEmpty ? writer.output : nil
    }
    // Few documents need a table, and whether one does is known at its end.
    if head.words.isEmpty, let output = try write(isWrapped: false) { return output }
    return try write(isWrapped: true) ?? output
  }

  /// Writes the document of an array to an output, a few elements at a time.
  ///
  /// - Returns: The output, with what ``write(_:head:_:_:to:)`` writes for an array of the elements.
  static func write(
    _ elements: ArchiveElements, _ kinds: DocumentKinds, _ limits: ArchiveLimits, to output: Output
  ) throws -> Output {
    var writer = NotationWriter(
      output, kinds, limits, [], [], ObjectMarks(), ListObjects(), isWrapped: false)
    try writer.output.beginArray()
    var position = 0
    try elements.forEachPiece { piece in
      for element in piece {
        try writer.at("\(position)") { try $0.write(element, .element) }
        position += 1
      }
    }
    writer.output.end()
    return writer.output
  }

  private init(
    _ output: Output, _ kinds: DocumentKinds, _ limits: ArchiveLimits, _ objects: [ArchiveNode],
    _ counts: [Int],
    _ marks: ObjectMarks, _ listObjects: ListObjects, isWrapped: Bool
  ) {
    (self.output, self.kinds, self.limits, self.objects) = (output, kinds, limits, objects)
    (self.counts, self.marks, self.isWrapped) = (counts, marks, isWrapped)
    self.listObjects = listObjects
    names = NameBudget(limits)
    places = Array(repeating: nil, count: objects.count)
  }

  private mutating func write(root: ArchiveNode, _ head: ArchiverHead) throws {
    guard isWrapped else { return try write(root, .element) }
    try output.beginDictionary()
    try write(head.words)
    try output.write(key: NotationWord.graph.rawValue)
    try write(root, .element)
    if !tableNumbers.isEmpty {
      try output.write(key: NotationWord.objects.rawValue)
      try output.beginArray()
      var written = 0
      while written < tableNumbers.count {
        path = ["$objects", "\(written)"]
        pathSize = 24
        try write(objects[tableNumbers[written]], .element)
        written += 1
      }
      output.end()
    }
    output.end()
  }

  // MARK: Parts

  private mutating func write(_ words: [(NotationWord, ArchiveNode)]) throws {
    for (word, value) in words {
      try output.write(key: word.rawValue)
      try write(word: value)
    }
  }

  /// Writes what stands beside a keyword: a leaf, or the names of classes.
  private mutating func write(word value: ArchiveNode) throws {
    guard case .array(let names) = value else {
      return value.isNull ? try write(value, .element) : try output.write(value)
    }
    try output.beginArray()
    for name in names { try output.write(name) }
    output.end()
  }

  private mutating func say(_ word: NotationWord, _ leaf: ArchiveNode) throws {
    try output.dictionary {
      try $0.write(key: word.rawValue)
      try $0.write(leaf)
    }
  }

  /// Writes a dictionary with a keyword alone, whose value is the document of other values.
  private mutating func say(_ word: NotationWord, _ content: (inout Self) throws -> Void) throws {
    try output.beginDictionary()
    try output.write(key: word.rawValue)
    try at(word.rawValue, content)
    output.end()
  }

  /// Runs `body` one step deeper in the document. The step is that of the path, which only objects have.
  private mutating func at(_ step: @autoclosure () -> String, _ body: (inout Self) throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits)
    if objects.isEmpty { return try body(&self) }
    let step = step()
    path.append(step)
    pathSize += step.utf8.count + 1
    defer {
      path.removeLast()
      pathSize -= step.utf8.count + 1
    }
    try body(&self)
  }

  private mutating func write(_ node: ArchiveNode, _ place: ObjectPlace) throws {
    // The contents of a plain collection are plain.
    let inner = place == .plain ? place : .element
    switch node {
    case .null: kinds.hasNull ? try output.write(.null) : try say(.null, .bool(true))
    case .bool, .integer, .unsigned: try output.write(node)
    case .float(let value): try write(value)
    case .double(let value):
      kinds.hasDouble(value) ? try output.write(node) : try say(.double, .string(Notation.text(of: value)))
    case .string(let value):
      guard !kinds.hasText(value) else { return try output.write(node) }
      let bytes = Data(value.utf8)
      try say(.text, kinds.hasData ? .data(bytes) : .string(bytes.base64EncodedString()))
    case .date(let value): try write(value)
    case .data(let value):
      kinds.hasData ? try output.write(node) : try say(.data, .string(value.base64EncodedString()))
    case .array(let elements): try write(elements, inner)
    case .set(let elements): try say(.set) { try $0.write(elements, .element) }
    case .dictionary(let entries): try write(entries, inner)
    case .record(let fields): try write(fields)
    case .instance(.brokenText, .string(let text))
    where kinds.hasBrokenText && KeyedNodes.brokenTextUnits(text) != nil:
      try output.write(node)
    case .instance(let type, let content):
      let inner: ObjectPlace = type == .plain ? .plain : place == .plain ? .element : place
      try output.beginDictionary()
      try write(head(type.name, type.superclassNames, type.fallbackNames))
      try output.write(key: NotationWord.value.rawValue)
      try at("$value") { try $0.write(content, inner) }
      output.end()
    case .reference(let number): try write(reference: number, place)
    // Nested graphs were merged into the outer one.
    case .graph(let graph): try write(graph.root, place)
    }
  }

  private mutating func write(_ value: Float) throws {
    if kinds.hasFloat { return try output.write(.float(value)) }
    guard value.isFinite else { return try say(.float, .string(Notation.text(of: value))) }
    // The shortest digits that give this number.
    let short = Double("\(value)") ?? Double(value)
    try say(.float, .double(Float(short) == value ? short : Double(value)))
  }

  private mutating func write(_ date: Date) throws {
    if kinds.hasDate(date) { return try output.write(.date(date)) }
    if let text = ISO8601DateTransformer().exactText(of: date) { return try say(.date, .string(text)) }
    let seconds = date.timeIntervalSinceReferenceDate
    try say(.date, seconds.isFinite ? .double(seconds) : .string(Notation.text(of: seconds)))
  }

  private mutating func write(_ elements: [ArchiveNode], _ place: ObjectPlace) throws {
    try output.beginArray()
    for (position, element) in elements.enumerated() {
      try at("\(position)") { try $0.write(element, place) }
    }
    output.end()
  }

  private mutating func write(_ entries: [ArchiveNode.Entry], _ place: ObjectPlace) throws {
    if kinds.hasOtherKeys, holdsAsKeys(entries) {
      try output.beginDictionary()
      for entry in entries {
        if case .string(let key) = entry.key {
          try write(key, entry.value, place)
        } else {
          // A key is written like an element.
          try output.write(entry.key)
          try at("") { try $0.write(entry.value, place) }
        }
      }
      return output.end()
    }
    let keys: [String] = entries.compactMap { entry in
      guard case .string(let key) = target(ofKey: entry.key), kinds.hasText(key) else { return nil }
      return key
    }
    guard keys.count == entries.count, keys.areDistinct else {
      let pairs = entries.map { ArchiveNode.array([$0.key, $0.value]) }
      return try say(.entries) { try $0.write(pairs, place) }
    }
    try output.beginDictionary()
    for (key, entry) in zip(keys, entries) { try write(key, entry.value, place) }
    output.end()
  }

  /// Whether a dictionary has keys other than strings, and all of them can be written as they are. No path leads through
  /// such a key, so no part may need an alias.
  private func holdsAsKeys(_ entries: [ArchiveNode.Entry]) -> Bool {
    guard listObjects.areAll, entries.contains(where: { $0.key.stringValue == nil }),
      entries.allSatisfy({ $0.key.isLeaf && !$0.key.isNull })
    else { return false }
    return Set(entries.map(\.key)).count == entries.count
  }

  /// Returns the target of a key: in a keyed archive, keys are references to objects.
  private func target(ofKey key: ArchiveNode) -> ArchiveNode {
    guard case .reference(let number) = key, let object = objects.target(of: number),
      case .string(let text) = objects[object], text.utf8.count <= Self.longestKeyCopy,
      !marks.isOneOfMany(object)
    else { return key }
    return objects[object]
  }

  /// Writes an entry of a dictionary, or a field of a record.
  private mutating func write(_ name: String, _ node: ArchiveNode, _ place: ObjectPlace) throws {
    try names.charge(name)
    let key = Notation.escaped(name)
    try output.write(key: key)
    try at(Notation.escapedStep(key)) { try $0.write(node, place) }
  }

  // MARK: Objects

  private mutating func head(
    _ name: String, _ superclassNames: [String]?, _ fallbackNames: [String]
  ) throws -> [(NotationWord, ArchiveNode)] {
    try names.charge(name)
    try names.charge(superclassNames ?? [])
    try names.charge(fallbackNames)
    var head = [(NotationWord.className, ArchiveNode.string(name))]
    if superclassNames?.count != 1 || superclassNames?[0] != "NSObject" {
      head.append(
        (.superclasses, superclassNames.map { .array($0.map { .string($0) }) } ?? .null))
    }
    if !fallbackNames.isEmpty { head.append((.fallbacks, .array(fallbackNames.map { .string($0) }))) }
    return head
  }

  private mutating func write(_ fields: ArchiveNode.Fields) throws {
    var words = try head(fields.className, fields.superclassNames, fields.fallbackClassNames)
    if let name = fields.caseName { words.append((.caseName, .string(name))) }
    if fields.version != 1 { words.append((.version, .integer(Int64(fields.version)))) }
    if let form = fields.fastCodingForm { words.append((.form, .string(form.notation))) }
    try output.beginDictionary()
    try write(words)
    for (name, node) in zip(fields.names, fields.values) {
      try write(name, node, KeyedNodes.isPlainData(name, of: fields.className) ? .plain : .field)
    }
    output.end()
  }

  private mutating func write(reference number: Int, _ place: ObjectPlace) throws {
    let number = try objects.requiredTarget(of: number)
    if listObjects.contains(number) {
      guard output.beginObject(number) else { return }
      try write(objects[number], .element)
      return output.endObject()
    }
    let isOneOfMany = marks.isOneOfMany(number)
    if !isOneOfMany, isCopied(objects[number]) { return try write(object: number, place) }
    if let place = places[number] { return try say(.alias, .string(place)) }
    if isOneOfMany || depth > Self.deepestPlace || counts[number] > 1 && pathSize > Self.longestPath {
      let place = "$objects.\(tableNumbers.count)"
      tableNumbers.append(number)
      places[number] = place
      return try say(.alias, .string(place))
    }
    // No alias needs the path of an object with a single reference.
    guard counts[number] > 1 else { return try write(object: number, place) }
    places[number] = Notation.path(path)
    try write(objects[number], .element)
  }

  /// Writes an object at a place, marked by `$object` if it would not be an object there.
  private mutating func write(object number: Int, _ place: ObjectPlace) throws {
    let object = objects[number]
    guard ObjectMarks.needsWord(object, at: place) else { return try write(object, .element) }
    try say(.object) { try $0.write(object, .element) }
  }

  /// Whether an object is written at each of its places: a short string or a number, since an archive stores equal
  /// ones once.
  private func isCopied(_ node: ArchiveNode) -> Bool {
    switch node {
    case .null, .bool, .integer, .unsigned, .float, .double: true
    case .string(let value): value.utf8.count <= Self.longestCopy
    default: false
    }
  }
}

extension NotationWriter<NodeDocument> {
  /// Returns the document of a node.
  static func document(
    _ node: ArchiveNode, head: ArchiverHead = ArchiverHead(), _ kinds: DocumentKinds, _ limits: ArchiveLimits
  ) throws -> ArchiveNode {
    try write(node, head: head, kinds, limits, to: NodeDocument()).node
  }
}
