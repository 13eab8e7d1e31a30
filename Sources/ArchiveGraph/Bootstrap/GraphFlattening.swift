internal import ArchiveBytes
internal import ArchiveValues

/// Makes one graph of a node that has graphs inside.
enum GraphFlattening {
  /// The graph of a node: the objects of graphs inside of it are among its own, and references lead to them.
  static func flatten(_ node: ArchiveNode, _ limits: ArchiveLimits) throws -> ArchiveGraph {
    var run = Run(limits: limits)
    let root = try run.flatten(node, nil)
    return ArchiveGraph(root: root, objects: run.objects)
  }

  /// The number of the object that a reference leads to, past objects that are references themselves.
  static func object(_ number: Int, of objects: [ArchiveNode]) throws -> Int {
    var (number, steps) = (number, 0)
    while true {
      guard objects.indices.contains(number) else {
        throw ArchiveError(
          .malformed, expected: "a reference to one of \(objects.count) objects", found: "one to object \(number)")
      }
      guard case .reference(let next) = objects[number] else { return number }
      steps += 1
      guard steps <= objects.count else {
        throw ArchiveError(.cycle, expected: "an object", found: "references that lead to each other alone")
      }
      number = next
    }
  }

  private struct Run {
    let limits: ArchiveLimits
    var stack = StackGuard()
    var depth = 0
    var objects: [ArchiveNode] = []

    init(limits: ArchiveLimits) { self.limits = limits }

    /// A node of the graph whose objects begin at `base`; `nil` outside of every graph.
    mutating func flatten(_ node: ArchiveNode, _ base: Int?) throws -> ArchiveNode {
      depth += 1
      defer { depth -= 1 }
      try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
      switch node {
      case .null, .bool, .integer, .unsigned, .float, .double, .string, .date, .data: return node
      case .array(let elements): return .array(try elements.map { try flatten($0, base) })
      case .set(let elements): return .set(try elements.map { try flatten($0, base) })
      case .dictionary(let entries):
        return .dictionary(
          try entries.map { .init(key: try flatten($0.key, base), value: try flatten($0.value, base)) })
      case .record(let fields): return .record(try fields.mapNodes { try flatten($1, base) })
      case .instance(let type, let content): return .instance(type, try flatten(content, base))
      case .reference(let number):
        guard let base else { return .reference(-1) }
        return .reference(number >= 0 && number < .max - base ? base + number : -1)
      case .graph(let graph):
        let base = objects.count
        objects += graph.objects
        for number in graph.objects.indices { objects[base + number] = try flatten(graph.objects[number], base) }
        return try flatten(graph.root, base)
      }
    }
  }
}

/// How often each object of a graph is referred to from what the root leads to.
enum ReferenceCounts {
  static func of(_ graph: ArchiveGraph) -> [Int] {
    var counts = Array(repeating: 0, count: graph.objects.count)
    var waiting = [graph.root]
    while let node = waiting.popLast() {
      switch node {
      case .null, .bool, .integer, .unsigned, .float, .double, .string, .date, .data: break
      case .array(let elements), .set(let elements): waiting += elements
      case .dictionary(let entries): for entry in entries { waiting += [entry.key, entry.value] }
      case .record(let fields): waiting += fields.nodes
      case .instance(_, let content): waiting.append(content)
      case .reference(let number):
        // A reference that leads nowhere is an error for whoever follows it.
        guard let object = try? GraphFlattening.object(number, of: graph.objects) else { continue }
        counts[object] += 1
        if counts[object] == 1 { waiting.append(graph.objects[object]) }
      case .graph(let inner): waiting.append(inner.root)
      }
    }
    return counts
  }
}

extension ArchiveFields {
  /// The nodes of the fields, in the order of their names.
  var nodes: [ArchiveNode] {
    names.enumerated().map { node(named: $1, near: $0) ?? .null }
  }

  /// The same record with other nodes.
  func mapNodes(_ make: (String, ArchiveNode) throws -> ArchiveNode) rethrows -> ArchiveFields {
    var fields = ArchiveFields(
      className: className, caseName: caseName, version: version, names: names,
      nodes: try zip(names, nodes).map(make))
    fields.superclassNames = superclassNames
    return fields
  }
}
