internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Converts a document with notation to the node that it describes.
///
/// The target of an alias becomes one object of a graph, with a reference at each of its places. A document without
/// aliases becomes a tree.
struct NotationReader {
  private let limits: ArchiveLimits
  /// Whether a key that resembles a keyword is an error.
  private let isStrict: Bool
  private let stack = StackGuard()
  /// The path to the current place, from the root or from the object that contains it.
  private var path: [ArchiveError.PathComponent] = []
  private var aliases: AliasTable
  /// The objects marked by `$object`. Their numbers follow the numbers of the document's own objects.
  private var ownObjects: [ArchiveNode] = []
  private var ownNumbers: [PooledValue: Int] = [:]
  private let firstOwn: Int
  /// The names of the last record of each class. The next record of the class shares them.
  private var recentNames: [String: [String]] = [:]

  private typealias Words = [NotationWord: ArchiveNode]

  /// Returns the node of a document, and the document's facts about the keyed archive it was made from.
  ///
  /// It takes ownership of the document: a large document is released while its node is made.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  /// - Complexity: Linear in the size of the document: the target of an alias is shared, never copied.
  static func read(
    _ document: consuming ArchiveNode, isStrict: Bool, _ limits: ArchiveLimits
  ) throws -> ArchiveContent {
    var graph = document.mergedGraph
    document = .null
    var reader = NotationReader(
      limits: limits, isStrict: isStrict, aliases: AliasTable(limits), firstOwn: graph.objects.count)
    var (content, table) = try reader.takeHead(&graph.root)
    let root = try reader.readRoot(&graph.root)
    for (number, node) in table.enumerated() {
      table[number] = try reader.part(node, .field("$objects[\(number)]"))
    }
    let objects = try graph.objects.map { try reader.read($0) }
    content.node = try reader.aliases.linked(root, table: table, objects: objects + reader.ownObjects)
    return content
  }

  /// Takes the archiver and the table of objects from the root, if it has them.
  private func takeHead(_ root: inout ArchiveNode) throws -> (ArchiveContent, table: [ArchiveNode]) {
    var head = ArchiveContent(.null)
    guard case .dictionary(let entries) = root,
      entries.contains(where: { $0.key == .string(NotationWord.graph.rawValue) })
    else { return (head, []) }
    var words: Words = [:]
    for entry in entries {
      guard case .string(let key) = entry.key, let word = NotationWord(rawValue: key),
        [.graph, .objects, .archiver, .archiveVersion].contains(word),
        words.updateValue(entry.value, forKey: word) == nil
      else { throw error("“$graph” with an array “$objects” and no other keys", "other keys") }
    }
    root = words[.graph] ?? .null
    head.archiver = try name(.archiver, words) ?? head.archiver
    head.archiveVersion = try number(.archiveVersion, words) ?? head.archiveVersion
    guard let objects = words[.objects] else { return (head, []) }
    guard case .array(let table) = objects else {
      throw error("an array “$objects”", objects.kindDescription)
    }
    return (head, table)
  }

  /// Returns the node of the root. The elements of an array are removed from it, one after the other.
  private mutating func readRoot(_ root: inout ArchiveNode) throws -> ArchiveNode {
    guard case .array(var elements) = root else { return try read(root) }
    root = .null
    for index in elements.indices {
      var element = ArchiveNode.null
      swap(&element, &elements[index])
      elements[index] = try part(element, .index(index))
    }
    return .array(elements)
  }

  // MARK: Values

  private mutating func part(
    _ node: ArchiveNode, _ component: ArchiveError.PathComponent
  ) throws -> ArchiveNode {
    path.append(component)
    let part = try read(node)
    path.removeLast()
    return part
  }

  private mutating func read(_ node: ArchiveNode) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits)
    switch node {
    case .array(let elements): return .array(try read(elements))
    case .set(let elements): return .set(try read(elements))
    case .dictionary(let entries): return try read(entries)
    case .record(let fields): return .record(try fields.mapFields { try part($1, .field($0)) })
    case .instance(let type, let content):
      return .instance(type, try part(content, .field(NotationWord.value.rawValue)))
    default: return node
    }
  }

  private mutating func read(_ elements: [ArchiveNode]) throws -> [ArchiveNode] {
    try elements.enumerated().map { try part($1, .index($0)) }
  }

  // MARK: Dictionaries

  // The stack space per level limits the nesting depth of documents, so the functions below use little of it.

  private mutating func read(_ entries: [ArchiveNode.Entry]) throws -> ArchiveNode {
    var words: Words = [:]
    let others = try split(entries, &words)
    if words.isEmpty { return .dictionary(others) }
    if words.keys.allSatisfy(\.isOfRecord) {
      return try words[.value] == nil ? record(words, others) : instance(words, hasFields: !others.isEmpty)
    }
    guard words.count == 1, others.isEmpty, let (word, value) = words.first else {
      let name = words.keys.filter { !$0.isOfRecord }.map(\.rawValue).min() ?? ""
      throw error("“\(name)” alone", "other keys next to it", for: name)
    }
    guard word != .alias else {
      guard case .string(let target) = value else {
        throw error("a path", value.kindDescription, for: "$alias")
      }
      return aliases.add(target, at: path)
    }
    path.append(.field(word.rawValue))
    let node = try self.value(word, value)
    path.removeLast()
    return node
  }

  /// Sets the keywords of a dictionary, and returns its other entries, converted.
  private mutating func split(
    _ entries: [ArchiveNode.Entry], _ words: inout Words
  ) throws -> [ArchiveNode.Entry] {
    var others: [ArchiveNode.Entry] = []
    for (index, entry) in entries.enumerated() {
      guard case .string(let key) = entry.key else {
        others.append(
          .init(key: try part(entry.key, .index(index)), value: try part(entry.value, .index(index))))
        continue
      }
      if key.utf8.first == UInt8(ascii: "$") {
        if let word = NotationWord(rawValue: key) {
          guard words.updateValue(entry.value, forKey: word) == nil else {
            throw error("“\(key)” once", "it twice")
          }
          continue
        }
        if isStrict, !key.hasPrefix("$$") { try checkSpelling(of: key) }
      }
      others.append(
        .init(key: .string(Notation.unescaped(key)), value: try part(entry.value, .field(key))))
    }
    return others
  }

  private func checkSpelling(of key: String) throws {
    guard let word = nearestName(to: key, among: NotationWord.allCases.map(\.rawValue)) else { return }
    throw ArchiveError(
      .malformed, expected: "a keyword of the notation", found: "“\(key)”", path: path,
      advice: "Did you mean “\(word)”? For an ordinary key, write “$\(key)”.")
  }

  /// Returns the meaning of a dictionary with a single keyword. ``leaf(_:_:)`` handles the keywords that contain no
  /// other values, because its many local values would take stack space at each level.
  private mutating func value(_ word: NotationWord, _ node: ArchiveNode) throws -> ArchiveNode {
    switch (word, node) {
    case (.object, _): own(try read(node))
    case (.set, .array(let elements)): .set(try read(elements))
    case (.entries, .array(let pairs)): .dictionary(try entries(pairs))
    default: try leaf(word, node)
    }
  }

  /// Returns the meaning of a keyword that contains no other values.
  private func leaf(_ word: NotationWord, _ node: ArchiveNode) throws -> ArchiveNode {
    switch (word, node) {
    case (.null, _): return .null
    case (.date, .date), (.data, .data), (.float, .float), (.double, .double): return node
    case (.date, .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .string(let text)):
      if let seconds = Notation.double(text) { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
      do {
        return .date(try ISO8601DateTransformer().decode(text))
      } catch let found as ArchiveError {
        throw ArchiveError(found.code, expected: found.expected, found: found.found, path: path)
      }
    case (.data, .string(let text)): return .data(try base64(text))
    case (.text, .string(let text)): return .string(try self.text(base64(text)))
    case (.text, .data(let bytes)): return .string(try self.text(bytes))
    case (.float, .double(let value)) where Float(value).isFinite: return .float(Float(value))
    case (.float, .integer(let value)): return .float(Float(value))
    case (.double, .integer(let value)): return .double(Double(value))
    case (.float, .string(let text)):
      if let value = Notation.float(text) { return .float(value) }
    case (.double, .string(let text)):
      if let value = Notation.double(text) { return .double(value) }
    default: break
    }
    throw error(word.meaning, node.kindDescription, for: word.rawValue)
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

  private mutating func entries(_ pairs: [ArchiveNode]) throws -> [ArchiveNode.Entry] {
    var entries: [ArchiveNode.Entry] = []
    for (index, pair) in pairs.enumerated() {
      path.append(.index(index))
      guard case .array(let parts) = pair, parts.count == 2 else {
        throw error("an array of a key and its value", pair.kindDescription)
      }
      let nodes = try read(parts)
      entries.append(.init(key: nodes[0], value: nodes[1]))
      path.removeLast()
    }
    return entries
  }

  private func base64(_ text: String) throws -> Data {
    guard let data = Data(base64Encoded: text) else { throw error("Base64", "“\(text.prefix(40))”") }
    return data
  }

  private func text(_ bytes: Data) throws -> String {
    guard let text = String(validUTF8: bytes) else { throw error("text in UTF-8", "invalid UTF-8") }
    return text
  }

  // MARK: Records

  /// Returns a value of an unusual class.
  private mutating func instance(_ words: Words, hasFields: Bool) throws -> ArchiveNode {
    guard !hasFields, words[.caseName] == nil, words[.version] == nil, words[.form] == nil else {
      throw ArchiveError(
        .malformed, expected: "“$value” without fields next to it", found: "other keys", path: path,
        advice: "For a field of this name, write “$$value”.")
    }
    return .instance(
      try self.type(words), try part(words[.value] ?? .null, .field(NotationWord.value.rawValue)))
  }

  private mutating func record(_ words: Words, _ others: [ArchiveNode.Entry]) throws -> ArchiveNode {
    let version = try number(.version, words) ?? 1
    guard version > 0 else { throw wrong(.version, "a number above 0", "\(version)") }
    guard var names = others.fieldNames else {
      throw error("fields with distinct names", "equal or non-string keys")
    }
    let type = try self.type(words)
    if let known = recentNames[type.name], known.haveSameBytes(as: names) { names = known }
    recentNames[type.name] = names
    var fields = ArchiveNode.Fields(
      className: type.name, superclassNames: type.superclassNames, caseName: try name(.caseName, words),
      version: version, names: names, nodes: others.map(\.value))
    fields.fallbackClassNames = type.fallbackNames
    fields.fastCodingForm = try take(.form, words, "“coded”, “properties” or “keyedArchive”") {
      $0.text.flatMap(FastCodingForm.init(notation:))
    }
    return .record(fields)
  }

  /// Returns the class that the keywords describe. Its superclasses are `nil` if the document marks them as unknown.
  private func type(_ words: Words) throws -> ArchiveClass {
    var superclassNames: [String]? = ["NSObject"]
    if let node = words[.superclasses] {
      superclassNames = node.saysNull ? nil : try names(.superclasses, words)
    }
    return ArchiveClass(
      try name(.className, words) ?? "", superclassNames: superclassNames,
      fallbackNames: try names(.fallbacks, words) ?? [])
  }

  private func name(_ word: NotationWord, _ words: Words) throws -> String? {
    try take(word, words, "a name", \.text)
  }

  private func number(_ word: NotationWord, _ words: Words) throws -> Int? {
    try take(word, words, "a number") {
      if case .integer(let number) = $0 { Int(clamping: number) } else { nil }
    }
  }

  private func names(_ word: NotationWord, _ words: Words) throws -> [String]? {
    try take(word, words, "an array of class names") { node in
      guard case .array(let elements) = node else { return nil }
      let names = elements.compactMap(\.stringValue)
      return names.count == elements.count ? names : nil
    }
  }

  /// Returns the value of a keyword; `nil` if the document lacks it.
  private func take<Value>(
    _ word: NotationWord, _ words: Words, _ expected: String, _ value: (ArchiveNode) -> Value?
  ) throws -> Value? {
    guard let node = words[word] else { return nil }
    guard let value = value(node) else { throw wrong(word, expected, node.kindDescription) }
    return value
  }

  private func wrong(_ word: NotationWord, _ expected: String, _ found: String) -> ArchiveError {
    var error = error(expected, found, for: word.rawValue)
    error.path.append(.field(word.rawValue))
    return error
  }

  /// - Parameter key: The keyword that is misused.
  private func error(_ expected: String, _ found: String, for key: String? = nil) -> ArchiveError {
    ArchiveError(
      .malformed, expected: expected, found: found, path: path,
      advice: key.map { "For an ordinary key, write “$\($0)”." })
  }
}

extension NotationWord {
  /// The expected value of the keyword, for errors.
  fileprivate var meaning: String {
    switch self {
    case .date: "a date in ISO 8601, or seconds after the start of 2001"
    case .data: "data in Base64"
    case .text: "UTF-8 in Base64"
    case .float, .double: "a number, or one of “inf”, “-inf”, “nan” and “0x” with bits"
    case .set: "an array of elements"
    case .entries: "an array of pairs"
    case .graph, .objects: "“\(rawValue)” at the root alone"
    case .archiver, .archiveVersion: "“\(rawValue)” beside “$graph” at the root alone"
    default: "another place for “\(rawValue)”"
    }
  }
}

extension ArchiveNode {
  /// Whether the node is `nil`, in formats with and without null.
  fileprivate var saysNull: Bool {
    guard case .dictionary(let entries) = self else { return isNull }
    return entries.first?.key == .string(NotationWord.null.rawValue)
  }

  /// The content of a string; `nil` for every other node, even around a string.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension [ArchiveNode.Entry] {
  /// The keys, if they can be field names: all are strings, and no two are equal. Otherwise `nil`.
  var fieldNames: [String]? {
    let names = compactMap { if case .string(let key) = $0.key { key } else { nil } }
    return names.count == count && names.areDistinct ? names : nil
  }
}

extension [String] {
  /// Whether no two strings have the same bytes.
  var areDistinct: Bool {
    // Sets of a few strings each would leave the memory of a large document in pieces.
    guard count < 8 else { return Set(map(ExactName.init)).count == count }
    return indices.allSatisfy { position in
      !self[..<position].contains { $0.hasSameBytes(as: self[position]) }
    }
  }
}
