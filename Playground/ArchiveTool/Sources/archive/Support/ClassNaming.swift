import ArchiveDocuments
import StructCoding

/// Sets the class names of records that have none: a column archive stores the class of its elements, but not the
/// classes of nested records.
struct ClassNaming {
  /// The class names by field path, as `archive inspect` shows the columns: `events`, `counts.value`; the path of the
  /// elements themselves is empty.
  let names: [String: String]
  /// Whether all other records are named after their paths.
  let namesAll: Bool
  /// The paths of records that still have no name.
  private(set) var unnamed: Set<String> = []

  init(names: [String: String], namesAll: Bool) {
    self.names = names
    self.namesAll = namesAll
  }

  mutating func apply(to node: ArchiveNode) -> ArchiveNode {
    guard case .graph(let graph) = node else { return named(node, at: "") }
    return .graph(
      ArchiveGraph(root: named(graph.root, at: ""), objects: graph.objects.map { named($0, at: "") }))
  }

  // Recurses as deep as the file, whose depth the reader has limited.
  private mutating func named(_ node: ArchiveNode, at path: String) -> ArchiveNode {
    switch node {
    case .array(let elements): return .array(elements.map { named($0, at: path) })
    case .set(let elements): return .set(elements.map { named($0, at: path) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { entry in
          ArchiveNode.Entry(
            key: named(entry.key, at: join(path, "key")), value: named(entry.value, at: join(path, "value")))
        })
    case .record(var fields):
      if fields.className.isEmpty { fields.className = className(at: path) }
      let inner = fields.caseName.map { join(path, $0) } ?? path
      for name in fields.names {
        guard let field = fields[name], !isPlain(field) else { continue }
        fields[name] = named(field, at: join(inner, name))
      }
      return .record(fields)
    case .instance(let type, let content): return .instance(type, named(content, at: path))
    default: return node
    }
  }

  private func isPlain(_ node: ArchiveNode) -> Bool {
    switch node {
    case .array, .set, .dictionary, .record, .instance: false
    default: true
    }
  }

  private mutating func className(at path: String) -> String {
    if let name = names[path] { return name }
    guard namesAll else {
      unnamed.insert(path.isEmpty ? "the elements" : path)
      return ""
    }
    return path.isEmpty ? "Root" : path.split(separator: ".").joined(separator: "_")
  }

  private func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
