package import ArchiveBytes
package import ArchiveNodes

// Parts are set at the end of a path, or lent for an edit and returned: `node["owner"]?["name"] = "Ann"` lends the owner.

extension ArchiveNode {
  /// Sets the part at the end of a path.
  ///
  /// - Returns: Whether the path leads to a node that can have the part.
  @discardableResult
  package mutating func set(
    _ newValue: ArchiveNode?, at path: [ArchiveError.PathComponent], isAdopted: Bool = false
  ) -> Bool {
    guard let last = path.last else {
      // The root of a lent graph is a node of its table.
      switch (self, newValue) {
      case (_, nil): return false
      case (.graph(var graph), .reference?):
        graph.root = newValue ?? .null
        self = .graph(graph)
      case (_, let newValue?): self = newValue
      }
      return true
    }
    guard let way = way(along: Array(path.dropLast())) else { return false }
    let part = isAdopted ? newValue : newValue.map { adopt($0) }
    return edit(way) { $0.setPart(part, at: last, in: $1) }
  }

  /// Adds a node to this node's graph. In a tree, graphs are kept as they are.
  private mutating func adopt(_ part: ArchiveNode) -> ArchiveNode {
    guard case .graph(var graph) = self else { return part }
    // A part of this same graph is recognised as long as nothing has changed, without a look at the whole graph.
    if case .graph(let other) = part, other.hasSameObjects(as: graph) { return other.root }
    guard part.holdsGraphs else { return part }
    self = .null
    defer { self = .graph(graph) }
    return graph.adopt(part)
  }

  /// Makes the part at the end of a path an object of the node's graph, unless it already is one.
  ///
  /// - Returns: The reference to the object; `nil` if the path leads nowhere.
  package mutating func makeObject(at path: [ArchiveError.PathComponent]) -> ArchiveNode? {
    guard let way = way(along: path) else { return nil }
    if let object = way.object, way.steps.isEmpty { return .reference(object) }
    let number = if case .graph(let graph) = self { graph.objects.count } else { 0 }
    let object = edit(way) { part, _ in
      defer { part = .reference(number) }
      return part
    }
    guard case .graph(var graph) = self else {
      self = .graph(ArchiveGraph(root: self, objects: [object]))
      return .reference(0)
    }
    self = .null
    graph.objects.append(object)
    self = .graph(graph)
    return .reference(number)
  }
}

extension ArchiveNode {
  /// Takes the part at the end of a path, for an edit that returns it.
  package mutating func lend(_ path: [ArchiveError.PathComponent], _ token: ArchiveGraph.EditToken)
    -> ArchiveNode?
  {
    guard let part = find(path) else { return nil }
    if case .graph = self {
      guard case .graph(var graph) = part else { return part }
      graph.editToken = token
      return .graph(graph)
    }
    // Outside a graph, removes the part, so that it is edited in place.
    set(.null, at: path)
    return part
  }

  /// Returns an edited part to its place.
  package mutating func restore(
    _ part: ArchiveNode?, at path: [ArchiveError.PathComponent], _ token: ArchiveGraph.EditToken
  ) {
    if case .graph(var whole) = self {
      if case .graph(var graph) = part, graph.editToken === token {
        guard !path.isEmpty else {
          graph.editToken = whole.editToken
          self = .graph(graph)
          return
        }
        whole.objects = graph.objects
        self = .graph(whole)
        set(graph.root, at: path, isAdopted: true)
        return
      }
      // An unchanged leaf remains the same object.
      if let part, let old = find(path), Self.areSameLeaves(part, old) == true {
        return
      }
    }
    set(part, at: path)
  }
}
