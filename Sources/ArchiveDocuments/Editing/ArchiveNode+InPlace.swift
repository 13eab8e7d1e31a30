internal import ArchiveBytes
internal import ArchiveNodes

// Edits change a node where it is stored. What holds it is taken apart meanwhile, so that nothing is copied.

extension ArchiveNode {
  /// The location of a node: an object or the root, and steps from there that follow no reference.
  struct EditPath {
    var object: Int?
    var steps: [ArchiveError.PathComponent] = []
  }

  /// Returns the location at the end of a path; `nil` if it leads nowhere.
  ///
  /// A nested graph on the path is merged into this one first.
  mutating func way(along path: [ArchiveError.PathComponent]) -> EditPath? {
    var way = EditPath()
    var place = NodePlace(self)
    /// Records the object at the place.
    func enter(_ place: NodePlace) -> Bool {
      if let object = place.object { way = EditPath(object: object) }
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
  mutating func edit<Result>(_ way: EditPath, _ body: (inout ArchiveNode, [ArchiveNode]?) -> Result)
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
  mutating func editContent<Result>(_ body: (inout ArchiveNode) -> Result) -> Result {
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
  mutating func setPart(
    _ part: ArchiveNode?, at step: ArchiveError.PathComponent, in objects: [ArchiveNode]?
  ) -> Bool {
    editContent { content in
      switch step {
      case .index(let position):
        if var elements = content.take({ if case .array(let elements) = $0 { elements } else { nil } }) {
          defer { content = .array(elements) }
          return elements.setElement(part, at: position)
        }
        if var elements = content.take({ if case .set(let elements) = $0 { elements } else { nil } }) {
          defer { content = .set(elements) }
          return elements.setElement(part, at: position)
        }
      case .field(let name), .key(let name):
        if var fields = content.take({ if case .record(let fields) = $0 { fields } else { nil } }) {
          defer { content = .record(fields) }
          fields[name] = part
          return true
        }
        if var entries = content.take({ if case .dictionary(let entries) = $0 { entries } else { nil } }) {
          defer { content = .dictionary(entries) }
          entries.setValue(part, at: entries.position(ofKey: name, in: objects), name)
          return true
        }
      }
      return false
    }
  }

  // Separate functions remove what is to be edited: if anything else held it meanwhile, it would be copied.

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
