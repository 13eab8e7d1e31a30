// What `.ci/api` needs to know of the public API, from what the toolchain writes about it:
//
//   public-api list FOLDER    From the symbol graphs in a folder: prints the public declarations, sorted, one a line, and
//                             the conformances. Ends with status 1, and names them, when some have no documentation.
//   public-api trim FILE      From a dump of swift-api-digester: prints as much of it as finds what breaks clients, a
//                             declaration of the top level a line.

import Foundation

// MARK: Symbol graphs

struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Constraint: Decodable {
  var kind, lhs, rhs: String

  var text: String { "\(lhs) \(["conformance": ":", "superclass": ":"][kind] ?? "==") \(rhs)" }
}

struct Symbol: Decodable {
  struct Identifier: Decodable { var precise: String }
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
  var pathComponents: [String]
  var declarationFragments: [Fragment]?
  var docComment: Comment?
  var location: Location?
  var swiftExtension: Extension?

  /// The block of an extension, whose members are symbols of their own; it holds what the extension states.
  var isExtension: Bool { identifier.precise.hasPrefix("s:e:") }
  /// Whether the compiler repeats here what is declared for a protocol.
  var isRepeated: Bool { identifier.precise.contains("::SYNTHESIZED::") }
  /// What the compiler writes itself, such as `hash(into:)`, has no place in a source file.
  var isDeclared: Bool { location != nil && !isExtension && !isRepeated }
  var isDocumented: Bool { docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false }
  var name: String { pathComponents.joined(separator: ".") }

  var line: String {
    let declaration = (declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let owner = pathComponents.dropLast().joined(separator: ".")
    // Types are named in full by their own line, and macros have no owner.
    return owner.isEmpty ? declaration : "\(owner): \(declaration)" + condition
  }

  /// What holds for an extension beyond its members' own declarations.
  var condition: String { (swiftExtension?.constraints ?? []).isEmpty ? "" : " // \(Self.text(swiftExtension?.constraints))" }

  static func text(_ constraints: [Constraint]?) -> String {
    guard let constraints, !constraints.isEmpty else { return "" }
    return "where " + constraints.map(\.text).sorted().joined(separator: ", ")
  }
}

struct Relationship: Decodable {
  struct Origin: Decodable {}

  var kind, source, target: String
  var targetFallback: String?
  var swiftConstraints: [Constraint]?
  /// The requirement that the source is the witness of; its type's conformance says that it is there.
  var sourceOrigin: Origin?
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
  let witnesses = Set(relationships.lazy.filter { $0.sourceOrigin != nil }.map(\.source))
  var lines: [String] = []
  for symbol in symbols.values where symbol.isDeclared && !witnesses.contains(symbol.identifier.precise) {
    lines.append(symbol.line)
  }
  // Every type has these.
  let usual: Set = ["Copyable", "Escapable", "SendableMetatype"]
  for relationship in relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
    guard let source = symbols[relationship.source] else { continue }
    let target = symbols[relationship.target]?.name ?? relationship.targetFallback ?? relationship.target
    let name = target.split(separator: ".", maxSplits: 1).last.map(String.init) ?? target
    if usual.contains(name) { continue }
    let condition = Symbol.text(source.isExtension ? source.swiftExtension?.constraints : relationship.swiftConstraints)
    lines.append("\(source.name): \(target)" + (condition.isEmpty ? "" : " \(condition)"))
  }
  print(Array(Set(lines)).sorted().joined(separator: "\n"))

  let gaps = symbols.values.filter { $0.isDeclared && !$0.isDocumented }
  for gap in gaps.sorted(by: { $0.line < $1.line }) {
    let (uri, position) = (gap.location!.uri, gap.location!.position)
    let file = uri.range(of: "/Sources/").map { "Sources/" + uri[$0.upperBound...] } ?? uri
    complain("\(file):\(position.line + 1): no documentation: \(gap.line)")
  }
  if !gaps.isEmpty { exit(1) }
}

// MARK: Dumps of swift-api-digester

/// A node of a dump without what a client cannot see, and without what says nothing about what it sees.
func trimmed(_ value: Any) -> Any? {
  if let array = value as? [Any] { return array.compactMap(trimmed) }
  guard let node = value as? [String: Any] else { return value }
  if node["isInternal"] as? Bool == true || node["kind"] as? String == "Import" { return nil }
  return node.reduce(into: [String: Any]()) { result, entry in
    if !Set(["mangledName", "fixedbinaryorder"]).contains(entry.key) { result[entry.key] = trimmed(entry.value) }
  }
}

func trim(_ file: URL) throws {
  guard let dump = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
    var root = dump["ABIRoot"] as? [String: Any], let children = root["children"] as? [Any]
  else { complain("\(file.path) is no dump"); exit(1) }
  func text(_ value: Any) throws -> String {
    try String(
      decoding: JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes]),
      as: UTF8.self)
  }
  let lines = try children.compactMap(trimmed).map(text).sorted()
  root["children"] = nil
  print("{\"ABIRoot\":{\"children\":[\n\(lines.joined(separator: ",\n"))\n],\(try text(root).dropFirst())}")
}

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

let arguments = CommandLine.arguments
switch (arguments.count, arguments.dropFirst().first) {
case (3, "list"): try list(URL(fileURLWithPath: arguments[2]))
case (3, "trim"): try trim(URL(fileURLWithPath: arguments[2]))
default:
  complain("public-api list FOLDER, or public-api trim FILE")
  exit(2)
}
