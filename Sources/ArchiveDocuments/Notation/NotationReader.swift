internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Converts a document with notation to the node it describes.
///
/// The target of an alias becomes one object of a graph, with a reference at each of its places. A document without
/// aliases becomes a tree.
struct NotationReader {
  private let limits: ArchiveLimits
  /// Whether a key that resembles a keyword is an error.
  private let isStrict: Bool
  private var stack = StackGuard()
  private var aliases: AliasTable
  /// The path to the current place, from the root or from the object that contains it.
  private var path: [ArchiveError.PathComponent] = []
  /// The objects marked by `$object`. Their numbers follow those of the document's own objects and of alias targets.
  private var ownObjects: [ArchiveNode] = []
  private var ownNumbers: [PooledValue: Int] = [:]
  private let firstOwn: Int
  private var recentNames: [String: [String]] = [:]

  /// Returns the node of a document.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  /// - Complexity: Linear in the size of the document: the target of an alias is shared, never copied.
  static func node(of document: ArchiveNode, isStrict: Bool, _ limits: ArchiveLimits) throws -> ArchiveNode {
    try read(document, isStrict: isStrict, limits).node
  }

  /// Returns the node of a document, and what the document stores about the keyed archive it was made from.
  ///
  /// It takes the document: a large one is released while its node is made.
  static func read(
    _ document: consuming ArchiveNode, isStrict: Bool, _ limits: ArchiveLimits
  ) throws -> (node: ArchiveNode, head: ArchiverHead) {
    var parts = try NotationDocument(document.asGraph)
    document = .null
    let aliases = try AliasTable(parts, limits)
    var reader = NotationReader(
      limits: limits, isStrict: isStrict, aliases: aliases,
      firstOwn: parts.objects.count + aliases.targets.count)
    return (try reader.node(of: &parts), parts.head)
  }

  private init(limits: ArchiveLimits, isStrict: Bool, aliases: AliasTable, firstOwn: Int) {
    (self.limits, self.isStrict, self.aliases, self.firstOwn) = (limits, isStrict, aliases, firstOwn)
  }

  private mutating func node(of document: inout NotationDocument) throws -> ArchiveNode {
    let root = try readRoot(&document.root)
    var objects: [ArchiveNode] = []
    for (number, object) in document.objects.enumerated() {
      let step = aliases.stepOfObject(number)
      objects.append(try located(step) { try $0.readContent(object, step) })
    }
    for target in aliases.targets {
      objects.append(try located(target.step) { try $0.readTarget(target.node, target.step) })
    }
    return ArchiveNode(root: root, objects: objects + ownObjects)
  }

  /// Returns the node of the root. The elements of an array are taken from it, one after the other.
  private mutating func readRoot(_ root: inout ArchiveNode) throws -> ArchiveNode {
    guard aliases.object(at: 0) == nil, case .array(var elements) = root else { return try read(root, 0) }
    root = .null
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(elements.count)
    for index in elements.indices {
      var element = ArchiveNode.null
      swap(&element, &elements[index])
      nodes.append(try part(element, 0, index, .index(index)))
    }
    return .array(nodes)
  }

  // MARK: Places

  /// Runs `body`, and prefixes the paths of its errors with the path to an object.
  private mutating func located(
    _ step: Int?, _ body: (inout Self) throws -> ArchiveNode
  ) throws -> ArchiveNode {
    do {
      return try body(&self)
    } catch var error as ArchiveError {
      error.path.insert(contentsOf: aliases.path(of: step), at: 0)
      throw error
    }
  }

  /// Returns the node at a place of the document; `step` is the place's entry in the alias table.
  private mutating func read(_ node: ArchiveNode, _ step: Int?) throws -> ArchiveNode {
    if let object = aliases.object(at: step) { return .reference(object) }
    return try readContent(node, step)
  }

  private mutating func part(
    _ node: ArchiveNode, _ step: Int?, _ index: Int, _ component: ArchiveError.PathComponent
  ) throws -> ArchiveNode {
    path.append(component)
    let part = try read(node, aliases.child(of: step, index))
    path.removeLast()
    return part
  }

  /// Returns the target of an alias. It becomes an object whether or not `$object` marks it.
  private mutating func readTarget(_ node: ArchiveNode, _ step: Int?) throws -> ArchiveNode {
    guard case .dictionary(let entries) = node, entries.count == 1,
      entries[0].key == .string(NotationWord.object.rawValue)
    else { return try readContent(node, step) }
    path.append(.field(NotationWord.object.rawValue))
    let content = try readContent(entries[0].value, aliases.child(of: step, 1))
    path.removeLast()
    return content
  }

  private mutating func readContent(_ node: ArchiveNode, _ step: Int?) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits)
    if step == nil, node.isWithoutNotation { return node }
    switch node {
    case .array(let elements): return .array(try read(elements, step))
    case .set(let elements): return .set(try read(elements, step))
    case .dictionary(let entries): return try read(entries, step)
    case .record(let fields):
      var index = -1
      return .record(
        try fields.mapFields { name, node in
          index += 1
          return try part(node, step, index, .field(name))
        })
    case .instance(let type, let content):
      return .instance(type, try part(content, step, 0, .field(NotationWord.value.rawValue)))
    default: return node
    }
  }

  private mutating func read(_ elements: [ArchiveNode], _ step: Int?) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      nodes.append(try part(element, step, index, .index(index)))
    }
    return nodes
  }

  // MARK: Dictionaries

  /// A keyword in a dictionary: its value, and the value's position.
  private struct Said {
    let index: Int
    let node: ArchiveNode
  }

  // The stack space per level limits how deep documents may nest, so the functions below use little of it.

  private mutating func read(_ entries: [ArchiveNode.Entry], _ step: Int?) throws -> ArchiveNode {
    let (words, others) = try split(entries, step)
    if words.isEmpty { return .dictionary(others) }
    if words[.value] != nil, words.keys.allSatisfy(\.isOfRecord) {
      return try instance(words, hasFields: !others.isEmpty, step)
    }
    guard let (word, said) = try onlyWord(words, others) else { return try record(words, others) }
    path.append(.field(word.rawValue))
    let node = try value(word, said, step)
    path.removeLast()
    return node
  }

  /// Returns the keywords of a dictionary, and its other entries, already converted.
  private mutating func split(
    _ entries: [ArchiveNode.Entry], _ step: Int?
  ) throws -> (words: [NotationWord: Said], others: [ArchiveNode.Entry]) {
    var words: [NotationWord: Said] = [:]
    var others: [ArchiveNode.Entry] = []
    for (position, entry) in entries.enumerated() {
      let index = 2 * position + 1
      guard case .string(let key) = entry.key else {
        others.append(
          .init(
            key: try part(entry.key, step, index - 1, .index(position)),
            value: try part(entry.value, step, index, .index(position))))
        continue
      }
      if let word = NotationWord(rawValue: key) {
        guard words[word] == nil else { throw error("“\(key)” once", "it twice") }
        words[word] = Said(index: index, node: entry.value)
        continue
      }
      if isStrict, key.hasPrefix("$"), !key.hasPrefix("$$") { try checkSpelling(of: key) }
      others.append(
        .init(
          key: .string(Notation.unescaped(key)), value: try part(entry.value, step, index, .field(key))))
    }
    return (words, others)
  }

  /// Returns the only keyword of a dictionary; `nil` if its keywords are those of a record.
  private func onlyWord(
    _ words: [NotationWord: Said], _ others: [ArchiveNode.Entry]
  ) throws -> (NotationWord, Said)? {
    if words.keys.allSatisfy(\.isOfRecord) { return nil }
    if words.count == 1, others.isEmpty, let (word, said) = words.first { return (word, said) }
    let name = words.keys.filter { !$0.isOfRecord }.map(\.rawValue).min() ?? ""
    throw error("“\(name)” alone", "other keys next to it", "For an ordinary key, write “$\(name)”.")
  }

  private func checkSpelling(of key: String) throws {
    guard let word = nearestName(to: key, among: NotationWord.allCases.map(\.rawValue)) else { return }
    throw error(
      "a keyword of the notation", "“\(key)”",
      "Did you mean “\(word)”? For an ordinary key, write “$\(key)”.")
  }

  /// Returns the meaning of a dictionary with a single keyword.
  ///
  /// Keywords that contain other values are handled here, so that the many local values of ``leaf(_:_:)`` take no
  /// stack space at each level.
  private mutating func value(_ word: NotationWord, _ said: Said, _ step: Int?) throws -> ArchiveNode {
    let inner = aliases.child(of: step, said.index)
    switch word {
    case .object: return own(try read(said.node, inner))
    case .set:
      guard case .array(let elements) = said.node else { break }
      return .set(try read(elements, inner))
    case .entries:
      guard case .array(let pairs) = said.node else { break }
      return .dictionary(try entries(pairs, inner))
    default: break
    }
    return try leaf(word, said.node)
  }

  /// Returns the meaning of a keyword that contains no other values.
  private func leaf(_ word: NotationWord, _ node: ArchiveNode) throws -> ArchiveNode {
    switch (word, node) {
    case (.null, _): return .null
    case (.date, .date): return node
    case (.date, .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .string(let text)):
      if let seconds = Notation.double(text) { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
      do {
        return .date(try ISO8601DateTransformer().decode(text))
      } catch let found as ArchiveError {
        throw ArchiveError(found.code, expected: found.expected, found: found.found, path: path)
      }
    case (.data, .data): return node
    case (.data, .string(let text)): return .data(try base64(text))
    case (.text, .string(let text)): return .string(try self.text(base64(text)))
    case (.text, .data(let bytes)): return .string(try self.text(bytes))
    case (.float, .float), (.double, .double): return node
    case (.float, .double(let value)) where Float(value).isFinite: return .float(Float(value))
    case (.float, .integer(let value)): return .float(Float(value))
    case (.double, .integer(let value)): return .double(Double(value))
    case (.float, .string(let text)):
      guard let value = Notation.float(text) else { break }
      return .float(value)
    case (.double, .string(let text)):
      guard let value = Notation.double(text) else { break }
      return .double(value)
    default: break
    }
    throw error(
      Self.meaning(of: word), node.kindDescription,
      "For an ordinary key, write “$\(word.rawValue)”.")
  }

  /// Returns the reference to a value that is an object. Equal numbers and strings share one object, as in archives.
  private mutating func own(_ content: ArchiveNode) -> ArchiveNode {
    if case .reference = content { return content }
    let value = PooledValue(content)
    if let value, let known = ownNumbers[value] { return .reference(known) }
    // In a keyed archive, a nil object 0 is not an object.
    if firstOwn == 0, ownObjects.isEmpty, content.isNull { ownObjects.append(.null) }
    ownObjects.append(content)
    let number = firstOwn + ownObjects.count - 1
    if let value { ownNumbers[value] = number }
    return .reference(number)
  }

  private mutating func entries(_ pairs: [ArchiveNode], _ step: Int?) throws -> [ArchiveNode.Entry] {
    var entries: [ArchiveNode.Entry] = []
    for (index, pair) in pairs.enumerated() {
      path.append(.index(index))
      guard case .array(let parts) = pair, parts.count == 2 else {
        throw error("an array of a key and its value", pair.kindDescription)
      }
      let nodes = try read(parts, aliases.child(of: step, index))
      entries.append(.init(key: nodes[0], value: nodes[1]))
      path.removeLast()
    }
    return entries
  }

  private static func meaning(of word: NotationWord) -> String {
    switch word {
    case .date: "a date in ISO 8601, or seconds after the start of 2001"
    case .data: "data in Base64"
    case .text: "UTF-8 in Base64"
    case .float, .double: "a number, or one of “inf”, “-inf”, “nan” and “0x” with bits"
    case .set: "an array of elements"
    case .entries: "an array of pairs"
    case .graph, .objects: "“\(word.rawValue)” at the root alone"
    case .archiver, .archiveVersion: "“\(word.rawValue)” beside “$graph” at the root alone"
    default: "another place for “\(word.rawValue)”"
    }
  }

  private func base64(_ text: String) throws -> Data {
    guard let data = Data(base64Encoded: text) else { throw error("Base64", "“\(text.prefix(40))”") }
    return data
  }

  private func text(_ bytes: Data) throws -> String {
    guard let text = String(validUTF8: bytes) else {
      throw error("text in UTF-8", "invalid UTF-8")
    }
    return text
  }

  // MARK: Records

  /// Returns a value of an unusual class.
  private mutating func instance(
    _ words: [NotationWord: Said], hasFields: Bool, _ step: Int?
  ) throws -> ArchiveNode {
    let type = try instanceType(words, hasFields: hasFields)
    guard let said = words[.value] else { return .null }
    return .instance(type, try part(said.node, step, said.index, .field(NotationWord.value.rawValue)))
  }

  private func instanceType(_ words: [NotationWord: Said], hasFields: Bool) throws -> ArchiveClass {
    guard !hasFields, words[.caseName] == nil, words[.version] == nil, words[.form] == nil else {
      throw error(
        "“$value” without fields next to it", "other keys", "For a field of this name, write “$$value”.")
    }
    return ArchiveClass(
      try string(words, .className) ?? "", superclassNames: try superclassNames(words),
      fallbackNames: try names(words, .fallbacks) ?? [])
  }

  private mutating func record(
    _ words: [NotationWord: Said], _ others: [ArchiveNode.Entry]
  ) throws -> ArchiveNode {
    var version = 1
    if let said = words[.version] {
      guard case .integer(let number) = said.node else { throw wrong(.version, "a number", said) }
      guard number > 0 else { throw wrong(.version, "a number above 0", said, found: "\(number)") }
      version = Int(clamping: number)
    }
    guard let names = others.fieldNames else {
      throw error("fields with distinct names", "equal or non-string keys")
    }
    let className = try string(words, .className) ?? ""
    var fields = ArchiveNode.Fields(
      className: className, superclassNames: try superclassNames(words),
      caseName: try string(words, .caseName), version: version, names: shared(names, of: className),
      nodes: others.map(\.value))
    fields.fallbackClassNames = try self.names(words, .fallbacks) ?? []
    if let said = words[.form] {
      guard case .string(let text) = said.node, let form = Notation.form(text) else {
        throw wrong(.form, "“coded”, “properties” or “keyedArchive”", said)
      }
      fields.fastCodingForm = form
    }
    return .record(fields)
  }

  /// Returns the same names; those of the last record of a class are shared by the next one.
  private mutating func shared(_ names: [String], of className: String) -> [String] {
    if let known = recentNames[className], known.elementsEqual(names, by: { $0.utf8.elementsEqual($1.utf8) })
    {
      return known
    }
    recentNames[className] = names
    return names
  }

  /// Returns the superclasses of a class; `nil` if the document marks them as unknown.
  private func superclassNames(_ words: [NotationWord: Said]) throws -> [String]? {
    switch words[.superclasses]?.node {
    case nil: return ["NSObject"]
    case .null?: return nil
    case .dictionary(let entries)? where entries.first?.key == .string(NotationWord.null.rawValue): return nil
    default: return try names(words, .superclasses)
    }
  }

  private func string(_ words: [NotationWord: Said], _ word: NotationWord) throws -> String? {
    guard let said = words[word] else { return nil }
    guard case .string(let text) = said.node else { throw wrong(word, "a name", said) }
    return text
  }

  private func names(_ words: [NotationWord: Said], _ word: NotationWord) throws -> [String]? {
    guard let said = words[word] else { return nil }
    guard case .array(let elements) = said.node else { throw wrong(word, "an array of class names", said) }
    return try elements.map { element in
      guard case .string(let name) = element else { throw wrong(word, "an array of class names", said) }
      return name
    }
  }

  private func wrong(
    _ word: NotationWord, _ expected: String, _ said: Said, found: String? = nil
  ) -> ArchiveError {
    ArchiveError(
      .malformed, expected: expected, found: found ?? said.node.kindDescription,
      path: path + [.field(word.rawValue)],
      advice: "For an ordinary key, write “$\(word.rawValue)”.")
  }

  private func error(_ expected: String, _ found: String, _ advice: ArchiveError.Advice? = nil)
    -> ArchiveError
  {
    ArchiveError(.malformed, expected: expected, found: found, path: path, advice: advice)
  }
}

extension ArchiveNode {
  /// Whether the node means itself, as all its parts do: none has parts of its own, and no key is a keyword.
  fileprivate var isWithoutNotation: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isLeaf)
    case .dictionary(let entries):
      entries.allSatisfy { entry in
        guard case .string(let key) = entry.key else { return false }
        return key.utf8.first != UInt8(ascii: "$") && entry.value.isLeaf
      }
    default: false
    }
  }
}
