internal import ArchiveBytes

/// What the references of a graph lead to.
package enum GraphReferences {
  /// The number of the object that a reference leads to, past objects that are references themselves.
  package static func object(_ number: Int, of objects: [ArchiveNode]) throws -> Int {
    var (number, steps) = (number, 0)
    while true {
      guard objects.indices.contains(number) else {
        throw ArchiveError(
          .malformed, expected: "a reference to one of \(objects.count) objects",
          found: number < 0 ? "one that leads to none" : "one to object \(number)")
      }
      guard case .reference(let next) = objects[number] else { return number }
      steps += 1
      guard steps <= objects.count else {
        throw ArchiveError(.cycle, expected: "an object", found: "references that lead to each other alone")
      }
      number = next
    }
  }

  /// How often each object of a graph is referred to from what the root leads to.
  package static func counts(in graph: ArchiveGraph) -> [Int] {
    var counts = Array(repeating: 0, count: graph.objects.count)
    var waiting = [graph.root]
    while let node = waiting.popLast() {
      switch node {
      case .reference(let number):
        // A reference that leads nowhere is an error for whoever follows it.
        guard let object = try? self.object(number, of: graph.objects) else { continue }
        counts[object] += 1
        if counts[object] == 1 { waiting.append(graph.objects[object]) }
      default: waiting += node.heldNodes
      }
    }
    return counts
  }
}

extension ArchiveNode {
  /// The node as one graph: the objects of graphs inside of it are among its own.
  package var asGraph: ArchiveGraph {
    switch compacted() {
    case .graph(let graph): graph
    case let node: ArchiveGraph(root: node)
    }
  }
}
