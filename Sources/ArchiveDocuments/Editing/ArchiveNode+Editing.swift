internal import ArchiveBytes
public import ArchiveNodes

// Edits change the stored part, so a part of a shared object changes wherever the object is shared.

extension ArchiveNode {
  /// The part at the end of a path. To edit the part, the node lends it.
  subscript(steps steps: [ArchiveError.PathComponent]) -> ArchiveNode? {
    get { find(steps) }
    set { set(newValue, at: steps) }
    _modify {
      let token = ArchiveGraph.EditToken()
      var part = lend(steps, token)
      let isThere = part != nil
      // The part returns to its place even if the edit throws.
      defer { if isThere || part != nil { restore(part, at: steps, token) } }
      yield &part
    }
  }

  /// The field of a record, or the value of a string key in a dictionary; `nil` if it does not exist.
  ///
  /// Set it to replace or add the field or value; set it to `nil` to remove it. A node of another kind has no named
  /// parts and does not change. The new value may be a graph: its objects are added too.
  ///
  /// ```swift
  /// node["title"] = "New"
  /// node["owner"]?["name"] = "Ann"      // at every place that has this owner
  /// node["editor"] = node["owner"]      // the same object, since it comes from this node
  /// ```
  ///
  /// In a graph, the second line copies the table of objects once; `node[path: "owner.name"]` does not.
  ///
  /// - Complexity: Linear in the number of fields or entries.
  public subscript(name: String) -> ArchiveNode? {
    get { find([.field(name)]) }
    set { set(newValue, at: [.field(name)]) }
    _modify { yield &self[steps: [.field(name)]] }
  }

  /// The element of an array or a set; `nil` if it does not exist.
  ///
  /// Set it to replace the element; set it to `nil` to remove it. Setting the position after the last element
  /// appends. Setting any other position, or an element of another kind of node, has no effect.
  public subscript(position: Int) -> ArchiveNode? {
    get { find([.index(position)]) }
    set { set(newValue, at: [.index(position)]) }
    _modify { yield &self[steps: [.index(position)]] }
  }

  /// Appends an element to an array or a set.
  ///
  /// - Returns: Whether the node is an array or a set.
  @discardableResult
  public mutating func append(_ element: ArchiveNode) -> Bool {
    set(element, at: [.index(count)])
  }
}

// Parts are set, or lent for an edit and returned: `node["owner"]?["name"] = "Ann"` lends the owner.

extension ArchiveNode {
  /// Sets the part at the end of a path.
  ///
  /// - Returns: Whether the path leads to a node that can have the part.
  @discardableResult
  mutating func set(
    _ newValue: ArchiveNode?, at path: [ArchiveError.PathComponent], isAdopted: Bool = false
  ) -> Bool {
    guard let last = path.last else {
      guard let newValue else { return false }
      // The root of a lent graph is a node of its table.
      if case .graph(var graph) = self, case .reference = newValue {
        graph.root = newValue
        self = .graph(graph)
      } else {
        self = newValue
      }
      return true
    }
    guard let way = way(along: path.dropLast()) else { return false }
    let part = isAdopted ? newValue : newValue.map { adopt($0) }
    guard case .graph(var graph) = self else {
      guard let changed = setting(part, at: last, along: way.steps[...], in: nil) else { return false }
      self = changed
      return true
    }
    // Nothing else holds the table of objects meanwhile, so it is not copied.
    self = .null
    defer { self = .graph(graph) }
    let node = way.object.map { graph.objects[$0] } ?? graph.root
    guard let changed = node.setting(part, at: last, along: way.steps[...], in: graph.objects) else {
      return false
    }
    if let object = way.object { graph.objects[object] = changed } else { graph.root = changed }
    return true
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

  /// Returns the node with a part set at the end of steps that follow no reference; `nil` if it cannot have the part.
  private func setting(
    _ part: ArchiveNode?, at last: ArchiveError.PathComponent,
    along steps: ArraySlice<ArchiveError.PathComponent>, in objects: [ArchiveNode]?
  ) -> ArchiveNode? {
    guard let step = steps.first else { return setting(part, at: last, in: objects) }
    let inner = NodePlace(self, in: objects).part(at: step) ?? .null
    return inner.setting(part, at: last, along: steps.dropFirst(), in: objects)
      .flatMap { setting($0, at: step, in: objects) }
  }

  /// Returns the node with a direct part set; `nil` if it cannot have the part.
  private func setting(
    _ part: ArchiveNode?, at step: ArchiveError.PathComponent, in objects: [ArchiveNode]?
  ) -> ArchiveNode? {
    switch (self, step) {
    case (.instance(let type, let content), _):
      return content.setting(part, at: step, in: objects).map { .instance(type, $0) }
    case (.array(let elements), .index(let position)):
      return elements.setting(part, at: position).map { .array($0) }
    case (.set(let elements), .index(let position)):
      return elements.setting(part, at: position).map { .set($0) }
    case (.record(var fields), .field(let name)), (.record(var fields), .key(let name)):
      fields[name] = part
      return .record(fields)
    case (.dictionary(var entries), .field(let name)), (.dictionary(var entries), .key(let name)):
      switch (entries.position(ofKey: name, in: objects), part) {
      case (let position?, let part?): entries[position].value = part
      case (let position?, nil): entries.remove(at: position)
      case (nil, let part?): entries.append(ArchiveNode.Entry(key: .string(name), value: part))
      case (nil, nil): break
      }
      return .dictionary(entries)
    default: return nil
    }
  }
}

extension [ArchiveNode] {
  /// Returns the elements with one replaced, appended or removed; `nil` if the position is not valid.
  fileprivate func setting(_ element: ArchiveNode?, at position: Int) -> [ArchiveNode]? {
    var elements = self
    switch element {
    case let element? where indices.contains(position): elements[position] = element
    case let element? where position == count: elements.append(element)
    case nil where indices.contains(position): elements.remove(at: position)
    default: return nil
    }
    return elements
  }
}

extension ArchiveNode {
  /// Returns the part at the end of a path, for an edit that returns it.
  func lend(_ path: [ArchiveError.PathComponent], _ token: ArchiveGraph.EditToken)
    -> ArchiveNode?
  {
    guard case .graph = self, case .graph(var graph)? = find(path) else { return find(path) }
    graph.editToken = token
    return .graph(graph)
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
