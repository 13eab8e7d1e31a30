// The targets of the references in a graph.

extension [ArchiveNode] {
  /// Returns the number of the object to which a reference leads, through references to references; `nil` if it leads
  /// nowhere.
  package func target(of reference: Int) -> Int? {
    var number = reference
    for _ in 0..<NodePlace.longestChain {
      guard indices.contains(number) else { return nil }
      guard case .reference(let next) = self[number] else { return number }
      number = next
    }
    return nil
  }
}

extension ArchiveNode {
  /// The numbers of all references in the node, in its order. References inside a nested graph belong to that graph,
  /// and are left out.
  package var references: [Int] {
    var (numbers, open) = ([Int](), [self])
    while let node = open.popLast() {
      switch node {
      case .reference(let number): numbers.append(number)
      case .graph: break
      default: open += node.heldNodes.lazy.filter { !$0.isLeaf }.reversed()
      }
    }
    return numbers
  }
}
