internal import ArchiveBytes
internal import ArchiveNodes

// Parts are set where they are stored: their container is taken apart meanwhile, so that nothing is copied. Or they
// are lent for an edit and returned: `node["owner"]?["name"] = "Ann"` lends the owner.

extension ArchiveNode {
  /// Sets the part at the end of a path.
  ///
  /// - Returns: Whether the path leads to a node that can have the part.
  @discardableResult
  mutating func set(
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
    guard let way = way(along: path.dropLast()) else { return false }
    let part = isAdopted ? newValue : newValue.map { adopt($0) }
    guard isGraph, case .graph(var graph) = take() else {
      return setPart(part, at: last, along: way.steps, in: nil)
    }
    defer { self = .graph(graph) }
    guard let object = way.object else {
      return graph.root.setPart(part, at: last, along: way.steps, in: graph.objects)
    }
    var node = graph.objects[object]
    graph.objects[object] = .null
    defer { graph.objects[object] = node }
    return node.setPart(part, at: last, along: way.steps, in: graph.objects)
  }

  /// Adds a node to this node's graph. In a tree, graphs are kept as they are.
  private mutating func adopt(_ part: ArchiveNode) -> ArchiveNode {
    guard case .graph(var graph) = self else { return part }
    // A part of this same graph is recognised without searching the whole graph, as long as nothing has changed.
    if case .graph(let other) = part, other.hasSameObjects(as: graph) { return other.root }
    guard part.holdsGraphs else { return part }
    self = .null
    defer { self = .graph(graph) }
    return graph.adopt(part)
  }

  /// Returns the location at the end of a path: an object, or `nil` for the root, and the steps from there, which
  /// follow no reference. Returns `nil` if the path leads nowhere.
  ///
  /// A nested graph on the path is merged into this graph first.
  private mutating func way(
    along path: ArraySlice<ArchiveError.PathComponent>
  ) -> (object: Int?, steps: [ArchiveError.PathComponent])? {
    var place = NodePlace(self)
    var (object, steps) = (place.object, [ArchiveError.PathComponent]())
    var isNested = place.isNested
    if case .instance = self, place.objects != nil { isNested = true }
    if place.isMissing { return nil }
    for step in path {
      guard let part = place.part(at: step) else { return nil }
      steps.append(step)
      let isPlain = place.objects == nil
      place = NodePlace(part, in: place.objects)
      isNested = isNested || place.isNested || isPlain && place.objects != nil
      if let number = place.object { (object, steps) = (number, []) }
      if place.isMissing { return nil }
    }
    guard isNested else { return (object, steps) }
    self = compacted()
    return way(along: path)
  }

  /// Sets a part of the node at the end of steps that follow no reference.
  private mutating func setPart(
    _ part: ArchiveNode?, at last: ArchiveError.PathComponent, along steps: [ArchiveError.PathComponent],
    in objects: [ArchiveNode]?
  ) -> Bool {
    var holders: [ArchiveNode] = []
    for step in steps {
      let inner = NodePlace(self, in: objects).part(at: step) ?? .null
      setPart(.null, at: step, in: objects)
      holders.append(take())
      self = inner
    }
    let isSet = setPart(part, at: last, in: objects)
    while var holder = holders.popLast() {
      holder.setPart(take(), at: steps[holders.count], in: objects)
      self = holder
    }
    return isSet
  }

  /// Sets a direct part of the node.
  ///
  /// - Returns: Whether the node can have the part.
  @discardableResult
  private mutating func setPart(
    _ part: ArchiveNode?, at step: ArchiveError.PathComponent, in objects: [ArchiveNode]?
  ) -> Bool {
    if isInstance, case .instance(let type, var content) = take() {
      defer { self = .instance(type, content) }
      return content.setPart(part, at: step, in: objects)
    }
    switch step {
    case .index(let position):
      if var elements = take({ if case .array(let elements) = $0 { elements } else { nil } }) {
        defer { self = .array(elements) }
        return elements.setElement(part, at: position)
      }
      if var elements = take({ if case .set(let elements) = $0 { elements } else { nil } }) {
        defer { self = .set(elements) }
        return elements.setElement(part, at: position)
      }
    case .field(let name), .key(let name):
      if var fields = take({ if case .record(let fields) = $0 { fields } else { nil } }) {
        defer { self = .record(fields) }
        fields[name] = part
        return true
      }
      if var entries = take({ if case .dictionary(let entries) = $0 { entries } else { nil } }) {
        defer { self = .dictionary(entries) }
        entries.setValue(part, at: entries.position(ofKey: name, in: objects), name)
        return true
      }
    }
    return false
  }

  private var isGraph: Bool { if case .graph = self { true } else { false } }
  private var isInstance: Bool { if case .instance = self { true } else { false } }

  // Separate functions remove the part to be edited: if anything else held it meanwhile, it would be copied.

  private mutating func take() -> ArchiveNode {
    var node = ArchiveNode.null
    swap(&node, &self)
    return node
  }

  @inline(never)
  private mutating func take<Content>(_ content: (ArchiveNode) -> Content?) -> Content? {
    guard let content = content(self) else { return nil }
    self = .null
    return content
  }
}

extension [ArchiveNode.Entry] {
  /// Replaces the value of an entry, or adds or removes an entry.
  fileprivate mutating func setValue(_ value: ArchiveNode?, at position: Int?, _ name: String) {
    switch (position, value) {
    case (let position?, let value?): self[position].value = value
    case (let position?, nil): remove(at: position)
    case (nil, let value?): append(ArchiveNode.Entry(key: .string(name), value: value))
    case (nil, nil): break
    }
  }
}

extension [ArchiveNode] {
  /// Replaces, appends or removes an element.
  ///
  /// - Returns: Whether the position is valid.
  fileprivate mutating func setElement(_ element: ArchiveNode?, at position: Int) -> Bool {
    switch element {
    case let element? where indices.contains(position): self[position] = element
    case let element? where position == count: append(element)
    case nil where indices.contains(position): remove(at: position)
    default: return false
    }
    return true
  }
}

extension ArchiveNode {
  /// Takes the part at the end of a path, for an edit that returns it.
  mutating func lend(_ path: [ArchiveError.PathComponent], _ token: ArchiveGraph.EditToken)
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
  mutating func restore(
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
