internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Converts a node to a document: values of only the kinds that a format supports, with notation for the rest.
///
/// An object of a graph is written at its first place; everywhere else, an alias refers to that place. If the place
/// is deep or its path is long, the object is written in the table `$objects` instead. So a chain of a million
/// objects is no deeper than a single one, and no path is longer than a line.
struct NotationWriter {
  private let kinds: DocumentKinds
  private let limits: ArchiveLimits
  private let stack = StackGuard()
  private var names: NameBudget
  private var depth = 0
  /// The steps to the current place, in their written form.
  private var path: [String] = []
  private var pathSize = 0
  private let graph: ArchiveGraph
  private var objects: [ArchiveNode] { graph.objects }
  /// The number of references to each object.
  private let counts: [Int]
  /// The path of each object, once it is known.
  private var places: [String?]
  /// The numbers of the objects that belong in the table, converted or not.
  private var tableNumbers: [Int] = []
  /// The objects that must be distinguished from equal ones.
  private let equal: Set<Int>
  /// Takes the elements of the root, one after the other; `nil` to keep them.
  private var takeElement: ((ArchiveNode) throws -> Void)?

  private static let deepestPlace = 64
  private static let longestPath = 256
  private static let longestCopy = 64
  private static let longestKeyCopy = 256

  /// Returns the document of a content, which is a tree.
  ///
  /// - Parameter takeElement: Takes the elements of the document, if it is an array, so that not all are in memory.
  ///   If the document turns out to need a table, it is not an array, and the elements were taken in vain.
  /// - Complexity: Linear in the size of the node.
  static func document(
    _ content: ArchiveContent, _ kinds: DocumentKinds, _ limits: ArchiveLimits,
    _ takeElement: ((ArchiveNode) throws -> Void)? = nil
  ) throws -> ArchiveNode {
    var writer = NotationWriter(content.node.mergedGraph, kinds, limits)
    writer.takeElement = takeElement
    let root = try writer.document(writer.graph.root, .element)
    writer.takeElement = nil
    var table: [ArchiveNode] = []
    while table.count < writer.tableNumbers.count {
      writer.path = ["$objects", "\(table.count)"]
      writer.pathSize = 24
      table.append(try writer.document(writer.objects[writer.tableNumbers[table.count]], .element))
    }
    var words = content.headWords
    if !words.isEmpty || !table.isEmpty { words.append((.graph, root)) }
    if !table.isEmpty { words.append((.objects, .array(table))) }
    return words.isEmpty ? root : .words(words)
  }

  init(_ graph: ArchiveGraph, _ kinds: DocumentKinds, _ limits: ArchiveLimits) {
    (self.graph, self.kinds, self.limits) = (graph, kinds, limits)
    counts = graph.referenceCounts()
    equal = ObjectMarks.equal(graph.objects, counts: counts)
    names = NameBudget(limits)
    places = Array(repeating: nil, count: graph.objects.count)
  }

  // MARK: Values

  /// Returns the document of an element, which has no references.
  mutating func document(ofElement element: ArchiveNode) throws -> ArchiveNode {
    try at("") { try $0.document(element, .element) }
  }

  /// Runs `body` one step deeper in the document. The step is a step of the path, which only objects need.
  private mutating func at(
    _ step: @autoclosure () -> String, _ body: (inout Self) throws -> ArchiveNode
  ) throws -> ArchiveNode {
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
    return try body(&self)
  }

  private mutating func document(_ node: ArchiveNode, _ place: ObjectPlace) throws -> ArchiveNode {
    // The contents of a plain collection are plain.
    let inner = place == .plain ? place : .element
    switch node {
    case .array(let elements): return .array(try documents(elements, inner))
    case .set(let elements):
      return .word(.set, try at("$set") { .array(try $0.documents(elements, .element)) })
    case .dictionary(let entries): return try document(entries, inner)
    case .record(let fields): return try document(fields)
    case .instance(.brokenText, .string(let text))
    where kinds.hasBrokenText && KeyedNodes.brokenTextUnits(text) != nil:
      return node
    case .instance(let type, let content): return try document(content, type, place)
    case .reference(let number): return try document(reference: number, place)
    // Nested graphs were merged into the outer one.
    case .graph(let graph): return try document(graph.root, place)
    default: return document(leaf: node)
    }
  }

  private func document(leaf: ArchiveNode) -> ArchiveNode {
    switch leaf {
    case .null: return kinds.null
    case .float(let value) where !kinds.hasFloat:
      guard value.isFinite else { return .word(.float, .string(Notation.text(of: value))) }
      // The shortest digits that represent this number.
      let short = Double("\(value)") ?? Double(value)
      return .word(.float, .double(Float(short) == value ? short : Double(value)))
    case .double(let value) where !kinds.hasDouble(value):
      return .word(.double, .string(Notation.text(of: value)))
    case .string(let value) where !kinds.hasText(value):
      let bytes = Data(value.utf8)
      return .word(.text, kinds.hasData ? .data(bytes) : .string(bytes.base64EncodedString()))
    case .data(let value) where !kinds.hasData: return .word(.data, .string(value.base64EncodedString()))
    case .date(let value) where !kinds.hasDate(value):
      let seconds = value.timeIntervalSinceReferenceDate
      let dates = ISO8601DateTransformer()
      if let text = try? dates.encode(value), let back = try? dates.decode(text),
        back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern
      {
        return .word(.date, .string(text))
      }
      return .word(.date, seconds.isFinite ? .double(seconds) : .string(Notation.text(of: seconds)))
    default: return leaf
    }
  }

  private mutating func documents(_ elements: [ArchiveNode], _ place: ObjectPlace) throws -> [ArchiveNode] {
    var documents: [ArchiveNode] = []
    if depth > 0 { documents.reserveCapacity(elements.count) }
    for (position, element) in elements.enumerated() {
      let document = try at("\(position)") { try $0.document(element, place) }
      if depth == 0, let takeElement { try takeElement(document) } else { documents.append(document) }
    }
    return documents
  }

  private mutating func document(_ entries: [ArchiveNode.Entry], _ place: ObjectPlace) throws -> ArchiveNode {
    let holdsAllKeys = kinds.hasOtherKeys && holdsAsKeys(entries)
    let keys: [String?] = entries.map { entry in
      guard case .string(let key) = target(ofKey: entry.key), kinds.hasText(key) else { return nil }
      return key
    }
    let names = keys.compactMap { $0 }
    guard holdsAllKeys || names.count == entries.count && names.areDistinct else {
      let pairs = entries.map { ArchiveNode.array([$0.key, $0.value]) }
      return .word(.entries, try at("$entries") { .array(try $0.documents(pairs, place)) })
    }
    var parts: [ArchiveNode.Entry] = []
    parts.reserveCapacity(entries.count)
    for (key, entry) in zip(keys, entries) {
      // A key that is not a string is written like an element.
      parts.append(
        try key.map { try document($0, entry.value, place) }
          ?? .init(key: entry.key, value: try at("") { try $0.document(entry.value, place) }))
    }
    return .dictionary(parts)
  }

  /// Whether a dictionary has keys other than strings, and all of them can be written as they are. No path leads
  /// through such a key, so no part may need an alias.
  private func holdsAsKeys(_ entries: [ArchiveNode.Entry]) -> Bool {
    guard objects.isEmpty, entries.contains(where: { $0.key.stringValue == nil }),
      entries.allSatisfy({ $0.key.isLeaf && !$0.key.isNull })
    else { return false }
    return Set(entries.map(\.key)).count == entries.count
  }

  /// Returns the target of a key: in a keyed archive, keys are references to objects.
  private func target(ofKey key: ArchiveNode) -> ArchiveNode {
    guard case .reference(let number) = key, let object = objects.target(of: number),
      case .string(let text) = objects[object], text.utf8.count <= Self.longestKeyCopy,
      !equal.contains(object)
    else { return key }
    return objects[object]
  }

  /// Returns an entry of a dictionary, or a field of a record.
  private mutating func document(
    _ name: String, _ node: ArchiveNode, _ place: ObjectPlace
  ) throws -> ArchiveNode.Entry {
    try names.charge(name)
    let key = Notation.escaped(name)
    return .init(
      key: .string(key), value: try at(Notation.escapedStep(key)) { try $0.document(node, place) })
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
      head.append((.superclasses, superclassNames.map { .array($0.map { .string($0) }) } ?? kinds.null))
    }
    if !fallbackNames.isEmpty { head.append((.fallbacks, .array(fallbackNames.map { .string($0) }))) }
    return head
  }

  /// Returns the document of a value of an unusual class.
  private mutating func document(
    _ content: ArchiveNode, _ type: ArchiveClass, _ place: ObjectPlace
  ) throws -> ArchiveNode {
    let inner: ObjectPlace = type == .plain ? .plain : place == .plain ? .element : place
    let head = try head(type.name, type.superclassNames, type.fallbackNames)
    return .words(head + [(.value, try at("$value") { try $0.document(content, inner) })])
  }

  private mutating func document(_ fields: ArchiveNode.Fields) throws -> ArchiveNode {
    var words = try head(fields.className, fields.superclassNames, fields.fallbackClassNames)
    if let name = fields.caseName { words.append((.caseName, .string(name))) }
    if fields.version != 1 { words.append((.version, .integer(Int64(fields.version)))) }
    if let form = fields.fastCodingForm { words.append((.form, .string(form.notation))) }
    var parts: [ArchiveNode.Entry] = []
    for (name, node) in zip(fields.names, fields.values) {
      parts.append(
        try document(name, node, KeyedNodes.isPlainData(name, of: fields.className) ? .plain : .field))
    }
    return .words(words, parts)
  }

  private mutating func document(reference number: Int, _ place: ObjectPlace) throws -> ArchiveNode {
    let number = try objects.requiredTarget(of: number)
    let isOneOfMany = equal.contains(number)
    if !isOneOfMany, isCopied(objects[number]) { return try document(object: number, place) }
    if let place = places[number] { return .word(.alias, .string(place)) }
    if isOneOfMany || depth > Self.deepestPlace || counts[number] > 1 && pathSize > Self.longestPath {
      let place = "$objects.\(tableNumbers.count)"
      tableNumbers.append(number)
      places[number] = place
      return .word(.alias, .string(place))
    }
    // No alias needs the path of an object with a single reference.
    guard counts[number] > 1 else { return try document(object: number, place) }
    places[number] = Notation.path(path)
    return try document(objects[number], .element)
  }

  /// Returns an object at a place, marked by `$object` if it would not be an object there.
  private mutating func document(object number: Int, _ place: ObjectPlace) throws -> ArchiveNode {
    let object = objects[number]
    guard ObjectMarks.needsWord(object, at: place) else { return try document(object, .element) }
    return .word(.object, try at("$object") { try $0.document(object, .element) })
  }

  /// Returns whether an object is written at each of its places. This applies to short strings and numbers, because
  /// an archive stores equal ones once.
  private func isCopied(_ node: ArchiveNode) -> Bool {
    switch node {
    case .null, .bool, .integer, .unsigned, .float, .double: true
    case .string(let value): value.utf8.count <= Self.longestCopy
    default: false
    }
  }
}

extension ArchiveNode {
  /// A dictionary with keywords, and other parts.
  fileprivate static func words(_ words: [(NotationWord, ArchiveNode)], _ others: [Entry] = []) -> ArchiveNode
  {
    .dictionary(words.map { .init(key: .string($0.rawValue), value: $1) } + others)
  }

  /// A dictionary with a keyword alone.
  fileprivate static func word(_ word: NotationWord, _ value: ArchiveNode) -> ArchiveNode {
    .words([(word, value)])
  }
}

extension DocumentKinds {
  /// The document of `nil`.
  fileprivate var null: ArchiveNode { hasNull ? .null : .word(.null, .bool(true)) }
}

extension ArchiveContent {
  /// The keywords for the archiver and its version, if they are not the usual ones.
  fileprivate var headWords: [(NotationWord, ArchiveNode)] {
    let usual = ArchiveContent(.null)
    return (archiver == usual.archiver ? [] : [(.archiver, .string(archiver))])
      + (archiveVersion == usual.archiveVersion ? [] : [(.archiveVersion, .integer(Int64(archiveVersion)))])
  }
}
