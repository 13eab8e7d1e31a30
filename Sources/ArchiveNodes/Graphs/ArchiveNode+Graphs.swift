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
    let whole = compacted()
    guard case .graph(let graph) = whole else { return whole }
    let counts = graph.referenceCounts()
    return whole.built(
      by: GraphBuilder(levels: levels) { identity, object in
        switch object {
        case .data: counts[identity.number] == 1
        default: object.isLeaf || counts[identity.number] == 1
        }
      })
  }

  /// Not inlined, so that no function returns either a node or one it makes of it: see “A miscompilation to avoid”.
  @inline(never)
  fileprivate func built(by builder: GraphBuilder) -> ArchiveNode {
    guard holdsGraphs else { return self }
    var builder = builder
    let root = builder.add(self)
    return ArchiveNode(root: root, objects: builder.objects)
  }
}

extension ArchiveGraph {
  /// How many references lead to each object, from what the root leads to.
  package func referenceCounts() -> [Int] {
    var counts = Array(repeating: 0, count: objects.count)
    var open = [root]
    while let node = open.popLast() {
      // A reference that leads nowhere is an error for whoever follows it.
      for object in node.references.compactMap(objects.target(of:)) {
        counts[object] += 1
        if counts[object] == 1 { open.append(objects[object]) }
      }
    }
    return counts
  }
}
