internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Converts a node to a document: a node of only the kinds that a format has, with notation for the rest.
///
/// An object of a graph is written at its first place; everywhere else, an alias refers to that place. If the place is
/// deep or its path is long, the object is written to the table `$objects` instead. So a chain of a million objects is
/// no deeper than a single one, and no path is longer than a line.
struct NotationWriter {
  private let kinds: DocumentKinds
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var names: NameBudget
  private var depth = 0
  /// The steps to the current place, in their written form.
  private var path: [String] = []
  private var pathSize = 0
  private var objects: [ArchiveNode] = []
  /// The number of references to each object.
  private var counts: [Int]
  /// The path of each object, once it is known.
  private var places: [String?]
  /// The objects in the table, and the numbers of all objects that belong there, written or not.
  private var table: [ArchiveNode] = []
  private var tableNumbers: [Int] = []
  private var marks = ObjectMarks()

  private static let (deepestPlace, longestPath) = (64, 256)
  private static let (longestCopy, longestKeyCopy) = (64, 256)

  /// Returns the document of a node.
  ///
  /// - Complexity: Linear in the size of the node.
  static func document(
    _ node: ArchiveNode, head: ArchiverHead = ArchiverHead(), _ kinds: DocumentKinds, _ limits: ArchiveLimits
  ) throws -> ArchiveNode {
    let graph = node.asGraph
    var writer = NotationWriter(kinds: kinds, limits: limits, objects: graph.objects)
    writer.counts = graph.referenceCounts()
    writer.marks = ObjectMarks(graph.objects, counts: writer.counts)
    return try writer.document(graph.root, head)
  }

  private init(kinds: DocumentKinds, limits: ArchiveLimits, objects: [ArchiveNode]) {
    self.kinds = kinds
    self.limits = limits
    self.objects = objects
    names = NameBudget(limits)
    counts = Array(repeating: 0, count: objects.count)
    places = Array(repeating: nil, count: objects.count)
  }

  private mutating func document(_ root: ArchiveNode, _ head: ArchiverHead) throws -> ArchiveNode {
    let document = try write(root, .element)
    var written = 0
    while written < tableNumbers.count {
      path = ["$objects", "\(written)"]
      pathSize = 24
      table.append(try write(objects[tableNumbers[written]], .element))
      written += 1
    }
    let words = head.words
    if table.isEmpty, words.isEmpty { return document }
    return Self.dictionary(words + [(.graph, document)] + (table.isEmpty ? [] : [(.objects, .array(table))]))
  }

  // MARK: Parts

  private static func dictionary(_ entries: [(NotationWord, ArchiveNode)]) -> ArchiveNode {
    .dictionary(entries.map { .init(key: .string($0.0.rawValue), value: $0.1) })
  }

  private static func say(_ word: NotationWord, _ content: ArchiveNode) -> ArchiveNode {
    dictionary([(word, content)])
  }

  /// Runs `body` one step deeper in the document.
  private mutating func at(_ step: String, _ body: (inout Self) throws -> ArchiveNode) throws -> ArchiveNode {
    path.append(step)
    pathSize += step.utf8.count + 1
    depth += 1
    defer {
      path.removeLast()
      pathSize -= step.utf8.count + 1
      depth -= 1
    }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    return try body(&self)
  }

  private mutating func write(_ node: ArchiveNode, _ place: ObjectPlace) throws -> ArchiveNode {
    // The contents of a plain collection are plain.
    let inner = place == .plain ? place : .element
    switch node {
    case .null: return kinds.hasNull ? .null : Self.say(.null, .bool(true))
    case .bool, .integer, .unsigned: return node
    case .float(let value):
      if kinds.hasFloat { return node }
      guard value.isFinite else { return Self.say(.float, .string(Notation.text(of: value))) }
      // The shortest digits that give this number.
      let short = Double("\(value)") ?? Double(value)
      return Self.say(.float, .double(Float(short) == value ? short : Double(value)))
    case .double(let value):
      return kinds.hasDouble(value) ? node : Self.say(.double, .string(Notation.text(of: value)))
    case .string(let value):
      guard !kinds.hasText(value) else { return node }
      let bytes = Data(value.utf8)
      return Self.say(.text, kinds.hasData ? .data(bytes) : .string(bytes.base64EncodedString()))
    case .date(let value): return try write(value)
    case .data(let value): return kinds.hasData ? node : Self.say(.data, .string(value.base64EncodedString()))
    case .array(let elements): return try write(elements, inner)
    case .set(let elements): return Self.say(.set, try at("$set") { try $0.write(elements, .element) })
    case .dictionary(let entries): return try write(entries, inner)
    case .record(let fields): return try write(fields)
    case .instance(let type, let content):
      let inner: ObjectPlace = type == .plain ? .plain : place == .plain ? .element : place
      let value = try at("$value") { try $0.write(content, inner) }
      return try Self.dictionary(
        head(type.name, type.superclassNames, type.fallbackNames) + [(.value, value)])
    case .reference(let number): return try write(reference: number, place)
    // `asGraph` merged nested graphs into the outer one.
    case .graph(let graph): return try write(graph.root, place)
    }
  }

  private func write(_ date: Date) throws -> ArchiveNode {
    if kinds.hasDate(date) { return .date(date) }
    let seconds = date.timeIntervalSinceReferenceDate
    let transformer = ISO8601DateTransformer()
    if let text = try? transformer.encode(date),
      try transformer.decode(text).timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern
    {
      return Self.say(.date, .string(text))
    }
    return Self.say(.date, seconds.isFinite ? .double(seconds) : .string(Notation.text(of: seconds)))
  }

  private mutating func write(_ elements: [ArchiveNode], _ place: ObjectPlace) throws -> ArchiveNode {
    var parts: [ArchiveNode] = []
    parts.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      parts.append(try at("\(position)") { try $0.write(element, place) })
    }
    return .array(parts)
  }

  private mutating func write(_ entries: [ArchiveNode.Entry], _ place: ObjectPlace) throws -> ArchiveNode {
    let keys: [String] = entries.compactMap { entry in
      guard case .string(let key) = target(ofKey: entry.key), kinds.hasText(key) else { return nil }
      return key
    }
    guard keys.count == entries.count, Set(keys).count == keys.count else {
      let pairs = entries.map { ArchiveNode.array([$0.key, $0.value]) }
      return Self.say(.entries, try at("$entries") { try $0.write(pairs, place) })
    }
    return .dictionary(try zip(keys, entries).map { try entry($0, $1.value, place) })
  }

  /// Returns the target of a key: in a keyed archive, keys are references to objects.
  private func target(ofKey key: ArchiveNode) -> ArchiveNode {
    guard case .reference(let number) = key, let object = objects.target(of: number),
      case .string(let text) = objects[object], text.utf8.count <= Self.longestKeyCopy,
      !marks.isOneOfMany(object)
    else { return key }
    return objects[object]
  }

  private mutating func entry(
    _ name: String, _ node: ArchiveNode, _ place: ObjectPlace
  ) throws -> ArchiveNode.Entry {
    try names.charge(name)
    let key = Notation.escaped(name)
    return .init(key: .string(key), value: try at(Notation.escapedStep(key)) { try $0.write(node, place) })
  }

  // MARK: Objects

  private mutating func head(
    _ name: String, _ superclassNames: [String]?, _ fallbackNames: [String]
  ) throws -> [(NotationWord, ArchiveNode)] {
    try names.charge(name)
    try names.charge(superclassNames ?? [])
    try names.charge(fallbackNames)
    var head = [(NotationWord.className, ArchiveNode.string(name))]
    if superclassNames != ["NSObject"] {
      head.append(
        (.superclasses, try superclassNames.map { .array($0.map { .string($0) }) } ?? write(.null, .element)))
    }
    if !fallbackNames.isEmpty { head.append((.fallbacks, .array(fallbackNames.map { .string($0) }))) }
    return head
  }

  private mutating func write(_ fields: ArchiveNode.Fields) throws -> ArchiveNode {
    var words = try head(fields.className, fields.superclassNames, fields.fallbackClassNames)
    if let name = fields.caseName { words.append((.caseName, .string(name))) }
    if fields.version != 1 { words.append((.version, .integer(Int64(fields.version)))) }
    if let form = fields.fastCodingForm { words.append((.form, .string(Notation.text(of: form)))) }
    guard case .dictionary(var entries) = Self.dictionary(words) else { return .null }
    for (name, node) in zip(fields.names, fields.values) {
      let place: ObjectPlace = KeyedNodes.isPlainData(name, of: fields.className) ? .plain : .field
      entries.append(try entry(name, node, place))
    }
    return .dictionary(entries)
  }

  private mutating func write(reference number: Int, _ place: ObjectPlace) throws -> ArchiveNode {
    let number = try objects.requiredTarget(of: number)
    let isOneOfMany = marks.isOneOfMany(number)
    if !isOneOfMany, isCopied(objects[number]) { return try write(object: number, place) }
    if let place = places[number] { return Self.say(.alias, .string(place)) }
    if isOneOfMany || depth > Self.deepestPlace || counts[number] > 1 && pathSize > Self.longestPath {
      let place = "$objects.\(tableNumbers.count)"
      tableNumbers.append(number)
      places[number] = place
      return Self.say(.alias, .string(place))
    }
    // No alias needs the path of an object with a single reference.
    guard counts[number] > 1 else { return try write(object: number, place) }
    places[number] = Notation.path(path)
    return try write(objects[number], .element)
  }

  /// Writes an object at a place, marked by `$object` if it would not be an object there.
  private mutating func write(object number: Int, _ place: ObjectPlace) throws -> ArchiveNode {
    let object = objects[number]
    guard ObjectMarks.needsWord(object, at: place) else { return try write(object, .element) }
    return Self.say(.object, try at(NotationWord.object.rawValue) { try $0.write(object, .element) })
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
