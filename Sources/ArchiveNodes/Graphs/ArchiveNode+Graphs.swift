extension ArchiveNode {
  /// Returns the node without unreachable objects. The reachable objects form one graph, numbered in the order in which
  /// they are first reached.
  ///
  /// Nested graphs become part of this one. References that lead nowhere get the number -1. A node without references
  /// is returned as it is.
  ///
  /// - Complexity: Linear in the size of the reachable content, at any depth.
  public func compacted() -> ArchiveNode { built(by: GraphBuilder()) }

  /// Returns the node with references replaced by their objects, where that changes nothing: objects with only one
  /// reference, and strings, numbers and dates, which have no identity.
  ///
  /// The node of a keyed archive, in which everything is an object, becomes a tree if its content is one. The remaining
  /// objects are shared, lead back to themselves, or are nested deeper than `levels`: such values continue in a
  /// separate object. The result is also ``compacted()``.
  ///
  /// - Parameter levels: The maximum nesting of values. Releasing a node that nests much deeper than the default of 256
  ///   needs a lot of stack.
  /// - Complexity: Linear in the size of the reachable content, at any depth.
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

  /// Returns whether two nodes are equal after objects replace the references to them and the remaining objects are
  /// numbered in the same way. Parts of two archives with the same content usually are.
  package func hasSameForm(as other: ArchiveNode) -> Bool { self == other || inlined() == other.inlined() }

  /// Not inlined, so that no function returns either a node or a new one around it: see “A miscompilation to avoid”.
  @inline(never)
  fileprivate func built(by builder: GraphBuilder) -> ArchiveNode {
    guard holdsGraphs else { return self }
    var builder = builder
    let root = builder.add(self)
    return ArchiveNode(root: root, objects: builder.objects)
  }

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

extension ArchiveGraph {
  /// Returns the number of references to each object from the reachable content.
  package func referenceCounts() -> [Int] {
    var counts = Array(repeating: 0, count: objects.count)
    var open = [root]
    while let node = open.popLast() {
      // A reference that leads nowhere is an error only for code that follows it.
      for object in node.references.compactMap(objects.target(of:)) {
        counts[object] += 1
        if counts[object] == 1 { open.append(objects[object]) }
      }
    }
    return counts
  }
}
