// Extracts the public API for `.ci/api` from the toolchain's output:
//
//   public-api list FOLDER    Reads the symbol graphs in a folder. Prints every public type with its conformances, and
//                             below it its declarations, one per line. Exits with status 1 and names the declarations
//                             if some have no documentation, or a first sentence that does not say what they do.
//   public-api trim FILE      Reads a dump of swift-api-digester. Prints the part that clients can depend on, with a
//                             line for each type and each extension.
//
// Omits names that begin with an underscore, and the requirements of listed conformances.

import Foundation

func complain(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

// MARK: Symbol graphs

struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Relationship: Decodable {
  struct Origin: Decodable {}

  var kind, source, target: String
  var targetFallback: String?
  var swiftConstraints: [Constraint]?
  /// The requirement that the source fulfils.
  var sourceOrigin: Origin?
}

struct Constraint: Decodable {
  var kind, lhs, rhs: String

  /// `nil` for what holds of every type.
  var text: String? {
    if ["Copyable", "Escapable"].contains(rhs) { return nil }
    return lhs + (kind == "sameType" ? " == " : ": ") + rhs
  }
}

extension [Constraint]? {
  var text: String {
    let texts = (self ?? []).compactMap(\.text).sorted()
    return texts.isEmpty ? "" : " where " + texts.joined(separator: ", ")
  }
}

struct Symbol: Decodable {
  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable { var identifier: String }
  struct Fragment: Decodable { var spelling: String }
  struct Comment: Decodable {
    struct Line: Decodable { var text: String }
    var lines: [Line]
  }
  struct Location: Decodable {
    struct Position: Decodable { var line: Int }
    var uri: String
    var position: Position
  }
  struct Extension: Decodable { var constraints: [Constraint]? }

  var identifier: Identifier
  var kind: Kind
  var pathComponents: [String]
  var declarationFragments: [Fragment]?
  var docComment: Comment?
  var location: Location?
  var swiftExtension: Extension?

  /// A block of an extension of another module's type. Its members are symbols of their own.
  var isExtension: Bool { kind.identifier == "swift.extension" }
  var isType: Bool {
    ["class", "enum", "protocol", "struct"].contains { kind.identifier == "swift.\($0)" }
  }
  /// Whether it is in a source file, once: not what the compiler writes itself, such as `hash(into:)`, and not what it
  /// repeats for each type that conforms to a protocol.
  var isDeclared: Bool {
    location != nil && !isExtension && !identifier.precise.contains("::SYNTHESIZED::")
  }
  var name: String { pathComponents.joined(separator: ".") }
  var isFunction: Bool {
    ["init", "method", "type.method", "func", "func.op", "macro"].contains {
      kind.identifier == "swift.\($0)"
    }
  }

  /// What is wrong with the first sentence of the documentation, if anything: that of a function begins with a verb, "Returns",
  /// that of anything else does not begin with a question word, and both end.
  var flaw: String? {
    // Foundation documents what overrides it.
    if declaration.hasPrefix("override ") { return nil }
    let lines = (docComment?.lines ?? []).map(\.text).prefix { !$0.allSatisfy(\.isWhitespace) }
    let words = lines.joined(separator: " ").split(separator: " ").map(String.init)
    guard let first = words.first else { return "no documentation" }
    if isFunction, first.wholeMatch(of: /[A-Z][a-z]+s/) == nil { return "no verb first: \(first)" }
    let questions: Set = ["What", "How", "Why", "Where", "That", "Those", "This", "It", "See", "Same", "As"]
    if questions.contains(first.trimmingCharacters(in: .punctuationCharacters)) {
      return "nothing is named: \(first)"
    }
    if words.count < 3, kind.identifier != "swift.enum.case" {
      return "too short: \(words.joined(separator: " "))"
    }
    return words.contains { $0.last.map(".:;".contains) ?? false } ? nil : "no end"
  }

  var declaration: String {
    let text = (declarationFragments ?? []).map(\.spelling).joined()
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  var place: String {
    guard let location else { return name }
    let file = location.uri.range(of: "/Sources/").map { "Sources/" + location.uri[$0.upperBound...] }
    return "\(file ?? location.uri):\(location.position.line + 1)"
  }
}

/// A type, or an extension of one of another module, with its part of the list.
struct Section {
  var head: String
  var conformances: Set<String> = []
  var members: Set<String> = []

  var text: String {
    let list = conformances.sorted().joined(separator: ", ")
    return ([list.isEmpty ? head : "\(head) // \(list)"] + members.sorted().map { "  " + $0 })
      .joined(separator: "\n")
  }
}

func list(_ folder: URL) throws {
  var symbols: [String: Symbol] = [:]
  var relationships: [Relationship] = []
  for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  where file.path.hasSuffix(".symbols.json") {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
    for symbol in graph.symbols { symbols[symbol.identifier.precise] = symbol }
    relationships += graph.relationships
  }

  var sections: [String: Section] = [:]
  for symbol in symbols.values where symbol.isType && symbol.isDeclared {
    // The conformances of a protocol are part of its declaration.
    let owner = symbol.pathComponents.dropLast().map { $0 + "." }.joined()
    let words = symbol.declaration.split(separator: " ").map(String.init)
    let named = words.map { $0.hasPrefix(symbol.pathComponents.last!) ? owner + $0 : $0 }
    sections[symbol.name] = Section(head: (owner.isEmpty ? words : named).joined(separator: " "))
  }
  func add(to name: String, _ change: (inout Section) -> Void) {
    change(&sections[name, default: Section(head: "extension \(name)")])
  }
  let witnesses = Set(relationships.lazy.filter { $0.sourceOrigin != nil }.map(\.source))
  for symbol in symbols.values where symbol.isDeclared && !symbol.isType {
    if witnesses.contains(symbol.identifier.precise) { continue }
    let owner = symbol.pathComponents.dropLast().joined(separator: ".")
    let condition = symbol.declaration.contains(" where ") ? "" : symbol.swiftExtension?.constraints.text
    add(to: owner.isEmpty ? symbol.declaration : owner) {
      if owner.isEmpty {
        $0.head = symbol.declaration
      } else {
        $0.members.insert(symbol.declaration + (condition ?? ""))
      }
    }
  }
  let universal: Set = ["Copyable", "Escapable", "SendableMetatype"]
  for relationship in relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
    guard let source = symbols[relationship.source] else { continue }
    let target = symbols[relationship.target]?.name ?? relationship.targetFallback ?? relationship.target
    let name = target.split(separator: ".").last.map(String.init) ?? target
    if universal.contains(name) || source.kind.identifier == "swift.protocol" { continue }
    let constraints = source.isExtension ? source.swiftExtension?.constraints : relationship.swiftConstraints
    add(to: source.name) { $0.conformances.insert(name + constraints.text) }
  }
  // Extensions that do no more than repeat what a protocol brings.
  let texts = sections.values.filter { !$0.head.hasPrefix("extension ") || $0.text != $0.head }.map(\.text)
  print(texts.sorted { name(of: $0) < name(of: $1) }.joined(separator: "\n"))

  let gaps = symbols.values.filter(\.isDeclared).compactMap { symbol in
    symbol.flaw.map { "\(symbol.place): \($0): \(symbol.name): \(symbol.declaration)" }
  }
  for gap in gaps.sorted() { complain(gap) }
  if !gaps.isEmpty { exit(1) }
}

/// What a section is sorted by: what follows the keywords, then the whole.
func name(of section: String) -> String {
  let keywords: Set = ["final", "class", "enum", "extension", "protocol", "struct"]
  let words = section.split(separator: " ").drop { keywords.contains(String($0)) || $0.hasPrefix("@") }
  return words.joined(separator: " ") + section
}

// MARK: Dumps of swift-api-digester

/// What is left of a node; `nil` for what clients cannot name.
func trimmed(_ value: Any) -> Any? {
  if let array = value as? [Any] { return array.compactMap(trimmed) }
  guard var node = value as? [String: Any] else { return value }
  if node["isInternal"] as? Bool == true || node["kind"] as? String == "Import" { return nil }
  // Symbols of the binary, of which nothing is promised.
  node["mangledName"] = nil
  return node.compactMapValues(trimmed)
}

func trim(_ file: URL) throws {
  let dump = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
  guard var root = dump?["ABIRoot"] as? [String: Any], let children = root["children"] as? [Any] else {
    complain("\(file.path) is no dump of swift-api-digester")
    exit(1)
  }
  func json(_ value: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return try String(
      decoding: JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }
  let lines = try children.compactMap(trimmed).map(json).sorted()
  root["children"] = nil
  print("{\"ABIRoot\":{\"children\":[\n\(lines.joined(separator: ",\n"))\n],\(try json(root).dropFirst())}")
}

let arguments = CommandLine.arguments
switch (arguments.count, arguments.dropFirst().first) {
case (3, "list"): try list(URL(fileURLWithPath: arguments[2]))
case (3, "trim"): try trim(URL(fileURLWithPath: arguments[2]))
default:
  complain("public-api list FOLDER, or public-api trim FILE")
  exit(2)
}
