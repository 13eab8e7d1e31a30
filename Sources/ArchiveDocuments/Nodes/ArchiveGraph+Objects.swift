internal import ArchiveBytes
public import ArchiveNodes

extension ArchiveGraph {
  /// The object that a reference leads to, as stored in the table; `nil` if it leads nowhere.
  ///
  /// Setting it replaces the object at all its places.
  public subscript(reference: ArchiveNode) -> ArchiveNode? {
    get {
      guard case .reference(let number) = reference, objects.indices.contains(number) else { return nil }
      return objects[number]
    }
    set {
      guard case .reference(let number) = reference, let newValue, self[reference] != nil else { return }
      objects[number] = adopt(newValue)
    }
  }

  /// Adds a node to the table, as a separate object.
  ///
  /// References in the node lead to objects of this graph, unless the node is itself a graph: then its objects are
  /// added too, with new numbers.
  ///
  /// - Returns: The reference to the object.
  /// - Complexity: Linear in the size of the added content.
  public mutating func add(_ node: ArchiveNode) -> ArchiveNode {
    let node = adopt(node)
    if case .reference = node { return node }
    objects.append(node)
    return .reference(objects.count - 1)
  }

  /// Adopts a node into this graph: adds the objects of graphs in it to the table.
  ///
  /// If neither this graph nor a copy of it was edited, the objects of the copy are the objects of this graph.
  ///
  /// - Returns: The node, with references to this graph.
  /// - Complexity: Linear in the size of the added content.
  public mutating func adopt(_ node: ArchiveNode) -> ArchiveNode {
    if case .graph(let graph) = node, hasSameObjects(as: graph) { return graph.root }
    guard node.holdsGraphs else { return node }
    var builder = GraphBuilder(addingTo: objects)
    objects = []
    let adopted = builder.add(node)
    objects = builder.objects
    return adopted
  }

  /// Returns whether the graphs are parts of the same graph, and neither was edited since.
  func hasSameObjects(as other: ArchiveGraph) -> Bool {
    !objects.isEmpty && objects.address == other.objects.address
  }
}

extension ArchiveNode {
  /// The node as one graph. If no other graph is nested in it, this is its own graph.
  package var mergedGraph: ArchiveGraph {
    if case .graph(let graph) = self, !graph.root.holdsGraphs { return graph }
    return switch compacted() {
    case .graph(let graph): graph
    case let node: ArchiveGraph(root: node)
    }
  }
}

extension [ArchiveNode] {
  /// Returns the number of the object to which a reference leads. Throws if the reference leads nowhere.
  func requiredTarget(of reference: Int) throws -> Int {
    if let target = target(of: reference) { return target }
    throw ArchiveError(
      .malformed, expected: "a reference to one of \(count) objects",
      found: reference < 0 ? "one that leads to no object" : "one to object \(reference)")
  }
}
