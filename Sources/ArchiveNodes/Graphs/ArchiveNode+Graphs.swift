extension ArchiveNode {
  /// The node without what nothing leads to: a graph of the objects that can be reached, numbered in the order in which
  /// they are first met.
  ///
  /// Graphs inside become part of this one; objects that lead nowhere have the number -1. A node without references
  /// comes back as it is.
  ///
  /// - Complexity: Linear in the size of what can be reached, at any depth.
  public func compacted() -> ArchiveNode { built(by: GraphBuilder()) }

  /// The node with objects in the places of the references to them, where that changes nothing: objects that one
  /// reference leads to, and texts, numbers and dates, which have no identity.
  ///
  /// The node of a keyed archive, in which everything is an object, becomes a tree where it is one. What is left are
  /// objects that are shared, that lead back to themselves, or that are deeper than the levels allow: those go on in an
  /// object of their own. The result is ``compacted()`` as well.
  ///
  /// - Parameter levels: How deeply values may nest. A node that nests much deeper than the 256 that are usual needs
  ///   much stack where it is released.
  /// - Complexity: Linear in the size of what can be reached, at any depth.
  public func inlined(levels: Int = 256) -> ArchiveNode {
    guard holdsGraphs else { return self }
    let single = ReferenceCounts(of: self)
    return built(
      by: GraphBuilder(levels: levels) { identity, object in
        switch object {
        case .data: single.isOne(identity)
        default: object.isLeaf || single.isOne(identity)
        }
      })
  }

  private func built(by builder: GraphBuilder) -> ArchiveNode {
    guard holdsGraphs else { return self }
    var builder = builder
    let root = builder.add(self)
    return ArchiveNode(root: root, objects: builder.objects)
  }
}

/// How many references lead to each object of a node's graphs.
private struct ReferenceCounts {
  private var counts: [ObjectIdentity: Int] = [:]

  init(of root: ArchiveNode) {
    var open: [(node: ArchiveNode, objects: [ArchiveNode]?)] = [(root, nil)]
    while let (node, objects) = open.popLast() {
      switch node {
      case .graph(let graph): open.append((graph.root, graph.objects))
      case .reference(let number):
        guard let objects, let number = objects.target(of: number) else { continue }
        let count = counts[ObjectIdentity(number, in: objects), default: 0] + 1
        counts[ObjectIdentity(number, in: objects)] = count
        if count == 1 { open.append((objects[number], objects)) }
      default:
        for part in node.heldNodes where !part.isLeaf { open.append((part, objects)) }
      }
    }
  }

  func isOne(_ identity: ObjectIdentity) -> Bool { counts[identity] == 1 }
}
