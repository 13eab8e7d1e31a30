public import ArchiveBytes

// Parts of a node are set where they are stored: a part of an object that is shared changes at all its places.

extension ArchiveNode {
  /// The part at the end of one step; see ``subscript(path:)``.
  public subscript(step: ArchiveError.PathComponent) -> ArchiveNode? {
    get {
      let place = NodePlace(self)
      return place.part(at: step).flatMap { place.standalone($0) }
    }
    set { set(newValue, at: CollectionOfOne(step)) }
    _modify {
      let loan = Loan()
      var part = lend(step, loan)
      yield &part
      restore(part, at: step, loan)
    }
  }

  /// The field of a record, or the value of a dictionary under a string; `nil` when there is none.
  ///
  /// Setting it replaces the field or the value, adds one that is not there, and takes it away with `nil`. A node of
  /// another kind has no parts with names, and stays as it is. What is set may be a graph: its objects come along.
  ///
  /// ```swift
  /// node["title"] = "New"
  /// node["owner"]?["name"] = "Ann"      // at every place that has this owner
  /// node["editor"] = node["owner"]      // the same object, since it comes from this node
  /// ```
  ///
  /// In a graph, the second of these copies the table of objects once; `node[path: "owner.name"]` does not.
  ///
  /// - Complexity: Linear in the number of fields or entries.
  public subscript(name: String) -> ArchiveNode? {
    get { self[.field(name)] }
    set { self[.field(name)] = newValue }
    _modify { yield &self[.field(name)] }
  }

  /// The element of an array or a set; `nil` when there is none.
  ///
  /// Setting it replaces the element, or takes it away with `nil`. The position after the last one appends. Every
  /// other position, and a node of another kind, stays as it is.
  public subscript(position: Int) -> ArchiveNode? {
    get { self[.index(position)] }
    set { self[.index(position)] = newValue }
    _modify { yield &self[.index(position)] }
  }

  /// Adds an element to an array or a set.
  ///
  /// - Returns: Whether the node is one.
  @discardableResult
  public mutating func append(_ element: ArchiveNode) -> Bool {
    set(element, at: CollectionOfOne(.index(count)))
  }

  /// Takes an element out of an array or a set.
  ///
  /// - Returns: The element; `nil` when there is none at the position.
  @discardableResult
  public mutating func remove(at position: Int) -> ArchiveNode? {
    let element = self[position]
    self[position] = nil
    return element
  }

  /// Takes a field out of a record, or an entry out of a dictionary.
  ///
  /// - Returns: The field, or the value; `nil` when there is none of the name.
  @discardableResult
  public mutating func remove(_ name: String) -> ArchiveNode? {
    let part = self[name]
    self[name] = nil
    return part
  }

  /// Gives a field of a record another name, at the same place; see ``ArchiveFields/rename(_:to:)``.
  ///
  /// - Returns: Whether there is a field of the name.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    guard let way = way(along: EmptyCollection()) else { return false }
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

// MARK: Where it is done

extension ArchiveNode {
  /// Marks a part of a graph that is being edited, so that the edited graph is known for this one when it comes back.
  final class Loan: Sendable {}

  /// The part at the end of a step, to be edited and given back.
  private mutating func lend(_ step: ArchiveError.PathComponent, _ loan: Loan) -> ArchiveNode? {
    if case .graph = self {
      guard case .graph(var part) = self[step] else { return self[step] }
      part.loan = loan
      return .graph(part)
    }
    // Outside of a graph the part is taken out, so that it is edited in place.
    let part = NodePlace(self).part(at: step)
    if part != nil { setPart(.null, at: step, in: nil) }
    return part
  }

  /// Gives an edited part back.
  private mutating func restore(_ part: ArchiveNode?, at step: ArchiveError.PathComponent, _ loan: Loan) {
    if case .graph(var whole) = self {
      if case .graph(let graph) = part, graph.loan === loan {
        whole.objects = graph.objects
        self = .graph(whole)
        set(graph.root, at: CollectionOfOne(step))
        return
      }
      // A leaf that nobody changed stays the object that it is.
      if let part, let old = self[step], Self.areSameLeaves(part, old) == true { return }
    }
    set(part, at: CollectionOfOne(step))
  }

  /// Sets the part at the end of a path.
  ///
  /// - Returns: Whether there is something on the way that can have it.
  @discardableResult
  mutating func set(_ newValue: ArchiveNode?, at path: some Collection<ArchiveError.PathComponent>) -> Bool {
    guard let last = path.suffix(1).first else {
      if let newValue { self = newValue }
      return newValue != nil
    }
    guard let way = way(along: path.dropLast()) else { return false }
    let part = newValue.map { adopt($0) }
    return edit(way) { $0.setPart(part, at: last, in: $1) }
  }

  /// Makes a node one of the node's graph; where there is none, the node becomes one.
  private mutating func adopt(_ part: ArchiveNode) -> ArchiveNode {
    guard part.holdsGraphs else { return part }
    guard case .graph(var graph) = self else {
      var graph = ArchiveGraph(root: self)
      let adopted = graph.adopt(part)
      if !graph.objects.isEmpty { self = .graph(graph) }
      return adopted
    }
    self = .null
    defer { self = .graph(graph) }
    return graph.adopt(part)
  }

  /// How to get to a node: an object, or the root, and the steps in it that pass no reference.
  private struct Way {
    var object: Int?
    var steps: [ArchiveError.PathComponent] = []
  }

  /// The way along a path; `nil` when it leads nowhere.
  ///
  /// A graph inside becomes part of this one first.
  private mutating func way(along path: some Collection<ArchiveError.PathComponent>) -> Way? {
    var way = Way()
    var place = NodePlace(self)
    /// Notes the object that the place is.
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

  /// Edits a node where it is stored. It is taken out meanwhile, so that it is changed in place.
  private mutating func edit<Result>(_ way: Way, _ body: (inout ArchiveNode, [ArchiveNode]?) -> Result) -> Result {
    guard case .graph(var graph) = self else { return Self.edit(&self, way.steps, nil, body) }
    self = .null
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
      holders.append(node)
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

  /// Edits what is inside of instances.
  private mutating func editContent<Result>(_ body: (inout ArchiveNode) -> Result) -> Result {
    guard case .instance(let type, var content) = self else { return body(&self) }
    self = .null
    defer { self = .instance(type, content) }
    return content.editContent(body)
  }

  /// Sets a part that the node holds itself.
  ///
  /// - Returns: Whether it can have the part.
  @discardableResult
  private mutating func setPart(
    _ part: ArchiveNode?, at step: ArchiveError.PathComponent, in objects: [ArchiveNode]?
  ) -> Bool {
    editContent { content in
      switch (content, step) {
      case (.array(var elements), .index(let position)):
        content = .null
        defer { content = .array(elements) }
        return elements.setElement(part, at: position)
      case (.set(var elements), .index(let position)):
        content = .null
        defer { content = .set(elements) }
        return elements.setElement(part, at: position)
      case (.record(var fields), .field(let name)), (.record(var fields), .key(let name)):
        content = .null
        defer { content = .record(fields) }
        fields[name] = part
        return true
      case (.dictionary(var entries), .field(let name)), (.dictionary(var entries), .key(let name)):
        let position = NodePlace(content, in: objects).position(ofKey: name, in: entries)
        content = .null
        defer { content = .dictionary(entries) }
        switch (position, part) {
        case (let position?, let part?): entries[position].value = part
        case (let position?, nil): entries.remove(at: position)
        case (nil, let part?): entries.append(Entry(key: .string(name), value: part))
        case (nil, nil): break
        }
        return true
      default: return false
      }
    }
  }
}

extension [ArchiveNode] {
  /// Replaces an element, appends one, or takes one away.
  ///
  /// - Returns: Whether there is such a position.
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
