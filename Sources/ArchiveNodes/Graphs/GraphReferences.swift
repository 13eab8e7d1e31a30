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
