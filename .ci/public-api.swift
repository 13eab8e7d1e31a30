// Reads the symbol graphs in the folder that is its argument, and prints the public declarations of StructCoding, sorted,
// one a line: the path of names, and how it is declared. Ends with status 1, and says which, when declarations have no
// documentation. What the compiler writes itself, such as `hash(into:)`, has no place in a source file, and is left out.
// `.ci/api` compiles and runs it.

import Foundation

struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Relationship: Decodable {
  var kind: String
  var source: String
  var target: String
  var targetFallback: String?
}

struct Symbol: Decodable {
  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable { var identifier: String }
  struct Fragment: Decodable { var kind, spelling: String }
  struct Text: Decodable {
    struct Line: Decodable { var text: String }
    var lines: [Line]
  }
  struct Location: Decodable {
    struct Position: Decodable { var line: Int }
    var uri: String
    var position: Position
  }

  var identifier: Identifier
  var kind: Kind
  var pathComponents: [String]
  var declarationFragments: [Fragment]?
  var docComment: Text?
  var location: Location?

  var declaration: String {
    let fragments = declarationFragments ?? []
    return fragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The line of the list. Members begin with the names of what they are in.
  var line: String {
    (pathComponents.dropLast() + [declaration]).joined(separator: " . ")
  }

  /// An extension is no declaration of its own; its members are.
  var isListed: Bool { location != nil && kind.identifier != "swift.extension" }

  var isDocumented: Bool { docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false }
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
var symbols: [String: Symbol] = [:]
var conformances: Set<String> = []
for file in files.sorted(by: { $0.path < $1.path }) where file.path.hasSuffix(".symbols.json") {
  let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
  for symbol in graph.symbols { symbols[symbol.identifier.precise] = symbol }
}
for symbol in symbols.values.sorted(by: { $0.line < $1.line }) where symbol.isListed {
  print(symbol.line, symbol.isDocumented ? "" : "  UNDOC \(symbol.location!.uri.split(separator: "/").suffix(2).joined(separator: "/")):\(symbol.location!.position.line + 1) \(symbol.kind.identifier)")
}
