public import ArchiveBytes

// Edits change the stored part, so a part of a shared object changes wherever the object is shared.

extension ArchiveNode {
  /// The part after one step; see ``subscript(path:)``.
  public subscript(step: ArchiveError.PathComponent) -> ArchiveNode? {
    get {
      let place = NodePlace(self)
      return place.part(at: step).flatMap { place.standalone($0) }
    }
    set { set(newValue, at: [step]) }
    _modify {
      let loan = Loan()
      var part = lend([step], loan)
      let isThere = part != nil
      yield &part
      if isThere || part != nil { restore(part, at: [step], loan) }
    }
  }

  /// The field of a record, or the value of a string key in a dictionary; `nil` if there is none.
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
    get { self[.field(name)] }
    set { self[.field(name)] = newValue }
    _modify { yield &self[.field(name)] }
  }

  /// The element of an array or a set; `nil` if there is none.
  ///
  /// Set it to replace the element; set it to `nil` to remove it. Setting the position after the last element appends.
  /// Setting any other position, or an element of another kind of node, has no effect.
  public subscript(position: Int) -> ArchiveNode? {
    get { self[.index(position)] }
    set { self[.index(position)] = newValue }
    _modify { yield &self[.index(position)] }
  }

  /// Appends an element to an array or a set.
  ///
  /// - Returns: Whether the node is an array or a set.
  @discardableResult
  public mutating func append(_ element: ArchiveNode) -> Bool {
    set(element, at: [.index(count)])
  }

  /// Removes an element from an array or a set.
  ///
  /// - Returns: The element; `nil` if there is none at the position.
  @discardableResult
  public mutating func remove(at position: Int) -> ArchiveNode? {
    let element = self[position]
    self[position] = nil
    return element
  }

  /// Removes a field from a record, or an entry from a dictionary.
  ///
  /// - Returns: The field, or the value; `nil` if none has the name.
  @discardableResult
  public mutating func remove(_ name: String) -> ArchiveNode? {
    let part = self[name]
    self[name] = nil
    return part
  }

  /// Renames a field of a record without moving it; see ``ArchiveNode/Fields/rename(_:to:)``.
  ///
  /// - Returns: Whether there is a field with the old name.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    guard let way = way(along: []) else { return false }
    return edit(way) { node, _ in
      node.editContent { content in
        guard case .record(var fields) = content else { return false }
        content = .null
        defer { content = .record(fields) }
        return fields.rename(name, to: newName)
      }
    }
  }
}

// MARK: Implementation of edits

extension ArchiveNode {
  /// Marks a part of a graph that is being edited, so that the edited graph is recognised when it is returned.
  final class Loan: Sendable {}

  /// Takes the part at the end of a path, for an edit that returns it.
  mutating func lend(_ path: [ArchiveError.PathComponent], _ loan: Loan) -> ArchiveNode? {
    guard let part = find(path) else { return nil }
    if case .graph = self {
      guard case .graph(var graph) = part else { return part }
      graph.loan = loan
      return .graph(graph)
    }
    // Outside a graph, removes the part, so that it is edited in place.
    set(.null, at: path)
    return part
  }

  /// Returns an edited part to its place.
  mutating func restore(_ part: ArchiveNode?, at path: [ArchiveError.PathComponent], _ loan: Loan) {
    if case .graph(var whole) = self {
      if case .graph(var graph) = part, graph.loan === loan {
        guard !path.isEmpty else {
          graph.loan = whole.loan
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
    guard let way = way(along: Array(path.dropLast())) else { return false }
    let part = isAdopted ? newValue : newValue.map { adopt($0) }
    return edit(way) { $0.setPart(part, at: last, in: $1) }
  }

  /// Adds a node to this node's graph. In a tree, graphs are kept as they are.
  private mutating func adopt(_ part: ArchiveNode) -> ArchiveNode {
    guard case .graph(var graph) = self else { return part }
    // A part of this same graph is recognised as long as nothing has changed.
    if case .graph(let other) = part, other.hasSameObjects(as: graph) { return other.root }
    guard part.holdsGraphs else { return part }
    self = .null
    defer { self = .graph(graph) }
    return graph.adopt(part)
  }

  /// Makes the part at the end of a path an object of the node's graph, unless it already is one.
  ///
  /// - Returns: The reference to the object; `nil` if the path leads nowhere.
  mutating func makeObject(at path: [ArchiveError.PathComponent]) -> ArchiveNode? {
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

  /// The location of a node: an object or the root, and steps from there that follow no reference.
  struct Way {
    var object: Int?
    var steps: [ArchiveError.PathComponent] = []
  }

  /// Returns the location at the end of a path; `nil` if it leads nowhere.
  ///
  /// A nested graph on the path is merged into this one first.
  private mutating func way(along path: [ArchiveError.PathComponent]) -> Way? {
    var way = Way()
    var place = NodePlace(self)
    /// Records the object at the place.
    func enter(_ place: NodePlace) -> Bool {
      if let object = place.object { way = Way(object: object) }
      return !place.isMissing
    }
    guard enter(place) else { return nil }
    var isNested = place.isNested
    if case .instance = self, place.objects != nil { isNested = true }
    for step in path {
      guard let part = place.part(at: step) else { return nil }
      way.steps.append(step)
      let isPlain = place.objects == nil
      place = NodePlace(part, in: place.objects)
      isNested = isNested || place.isNested || isPlain && place.objects != nil
      guard enter(place) else { return nil }
    }
    guard isNested else { return way }
    self = compacted()
    return self.way(along: path)
  }

  /// Edits a node where it is stored. The node is removed meanwhile, so that it is changed in place.
  private mutating func edit<Result>(_ way: Way, _ body: (inout ArchiveNode, [ArchiveNode]?) -> Result)
    -> Result
  {
    guard isGraph, case .graph(var graph) = take() else { return Self.edit(&self, way.steps, nil, body) }
    defer { self = .graph(graph) }
    guard let object = way.object else { return Self.edit(&graph.root, way.steps, graph.objects, body) }
    var node = graph.objects[object]
    graph.objects[object] = .null
    defer { graph.objects[object] = node }
    return Self.edit(&node, way.steps, graph.objects, body)
  }

  private static func edit<Result>(
    _ node: inout ArchiveNode, _ steps: [ArchiveError.PathComponent], _ objects: [ArchiveNode]?,
    _ body: (inout ArchiveNode, [ArchiveNode]?) -> Result
  ) -> Result {
    var holders: [ArchiveNode] = []
    for step in steps {
      let part = NodePlace(node, in: objects).part(at: step) ?? .null
      node.setPart(.null, at: step, in: objects)
      holders.append(node.take())
      node = part
    }
    defer {
      for step in steps.reversed() {
        guard var holder = holders.popLast() else { break }
        holder.setPart(node, at: step, in: objects)
        node = holder
      }
    }
    return body(&node, objects)
  }

  /// Edits the content inside instances.
  private mutating func editContent<Result>(_ body: (inout ArchiveNode) -> Result) -> Result {
    guard isInstance, case .instance(let type, var content) = take() else { return body(&self) }
    defer { self = .instance(type, content) }
    return content.editContent(body)
  }

  private var isGraph: Bool { if case .graph = self { true } else { false } }
  private var isInstance: Bool { if case .instance = self { true } else { false } }

  /// Sets a direct part of the node.
  ///
  /// - Returns: Whether the node can have the part.
  @discardableResult
  private mutating func setPart(
    _ part: ArchiveNode?, at step: ArchiveError.PathComponent, in objects: [ArchiveNode]?
  ) -> Bool {
    editContent { content in
      switch step {
      case .index(let position):
        if var elements = content.takeArray() {
          defer { content = .array(elements) }
          return elements.setElement(part, at: position)
        }
        if var elements = content.takeSet() {
          defer { content = .set(elements) }
          return elements.setElement(part, at: position)
        }
      case .field(let name), .key(let name):
        if var fields = content.takeFields() {
          defer { content = .record(fields) }
          fields[name] = part
          return true
        }
        if var entries = content.takeEntries() {
          defer { content = .dictionary(entries) }
          entries.setValue(part, at: entries.position(ofKey: name, in: objects), name)
          return true
        }
      }
      return false
    }
  }

  // Separate functions remove the content to be edited: if anything else held it meanwhile, it would be copied.

  private mutating func take() -> ArchiveNode {
    var node = ArchiveNode.null
    swap(&node, &self)
    return node
  }

  @inline(never)
  private mutating func takeArray() -> [ArchiveNode]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  @inline(never)
  private mutating func takeSet() -> [ArchiveNode]? {
    guard case .set(let elements) = self else { return nil }
    self = .null
    return elements
  }

  @inline(never)
  private mutating func takeFields() -> ArchiveNode.Fields? {
    guard case .record(let fields) = self else { return nil }
    self = .null
    return fields
  }

  @inline(never)
  private mutating func takeEntries() -> [Entry]? {
    guard case .dictionary(let entries) = self else { return nil }
    self = .null
    return entries
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
