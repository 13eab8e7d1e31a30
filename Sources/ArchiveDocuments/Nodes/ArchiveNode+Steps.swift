public import ArchiveBytes
public import ArchiveNodes

// The parts of a node and the steps to them. These methods look through graphs, references and instances, and return
// self-contained nodes: a part of a graph is a graph of the same objects, unless the part is a leaf.

extension ArchiveNode {
  /// The number of elements, entries or fields; 0 for leaves.
  public var count: Int { NodePlace(self).partCount }

  /// The class of the node and its superclasses, nearest first; empty if the node has no class.
  public var classNames: [String] {
    let place = NodePlace(self)
    let name = className
    if let type = place.classes.first(where: { $0.name == name }) {
      return [type.name] + (type.superclassNames ?? [])
    }
    guard let name, case .record(let fields) = place.content else { return [] }
    return [name] + (fields.superclassNames ?? [])
  }

  /// The node's number among the objects of its graph; `nil` if it is not a separate object.
  public var objectNumber: Int? { NodePlace(self).object }

  /// The parts of the node, each with the step to it: elements, fields, or the values of a dictionary.
  public var parts: [(step: ArchiveError.PathComponent, node: ArchiveNode)] {
    let place = NodePlace(self)
    return (0..<place.partCount).map { position in
      let (step, part) = place.part(at: position)
      return (step, place.standalone(part) ?? part)
    }
  }
}

extension ArchiveNode {
  /// Returns the part at the end of a path; `nil` if it does not exist.
  package func find(_ path: [ArchiveError.PathComponent]) -> ArchiveNode? {
    var (holder, part): (NodePlace?, ArchiveNode) = (nil, self)
    for step in path {
      let place = NodePlace(part, in: holder?.objects)
      guard let next = place.part(at: step) else { return nil }
      (holder, part) = (place, next)
    }
    return holder.map { $0.standalone(part) } ?? part
  }
}

extension NodePlace {
  /// The number of parts that a path can lead to.
  package var partCount: Int {
    switch content {
    case .array(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    case .record(let fields): fields.names.count
    default: 0
    }
  }

  /// Returns a part and the step to it.
  package func part(at position: Int) -> (step: ArchiveError.PathComponent, node: ArchiveNode) {
    switch content {
    case .array(let elements), .set(let elements): (.index(position), elements[position])
    case .dictionary(let entries): (.key(entries[position].key.keyText(in: objects)), entries[position].value)
    case .record(let fields): (.field(fields.names[position]), fields.values[position])
    default: preconditionFailure("a leaf has no parts")
    }
  }

  /// Returns the part after a step, as stored; `nil` if it does not exist.
  package func part(at step: ArchiveError.PathComponent) -> ArchiveNode? {
    switch (step, content) {
    case (.index(let position), .array(let elements)), (.index(let position), .set(let elements)):
      elements.indices.contains(position) ? elements[position] : nil
    case (.field(let name), .record(let fields)), (.key(let name), .record(let fields)): fields[name]
    case (.field(let name), .dictionary(let entries)), (.key(let name), .dictionary(let entries)):
      entries.position(ofKey: name, in: objects).map { entries[$0].value }
    default: nil
    }
  }
}

extension ArchiveError.PathComponent {
  /// The name of a field or a key.
  var name: String? {
    switch self {
    case .field(let name), .key(let name): name
    case .index: nil
    }
  }
}

extension ArchiveNode {
  /// Returns a key of a dictionary as paths write it: a string as it is, and any other key as it prints.
  package func keyText(in objects: [ArchiveNode]?) -> String {
    let key = NodePlace(self, in: objects)
    if case .string(let text) = key.content { return text }
    return (key.standalone(key.content) ?? key.content).description
  }
}

extension [ArchiveNode.Entry] {
  /// Returns the position of the entry with a string key, or else with a key that prints like that.
  func position(ofKey name: String, in objects: [ArchiveNode]?) -> Int? {
    let found = firstIndex {
      if case .string(let text) = NodePlace($0.key, in: objects).content { text == name } else { false }
    }
    return found ?? firstIndex { $0.key.keyText(in: objects) == name }
  }
}

extension ArchiveError.Advice {
  /// Returns the advice for a name that does not exist: the nearest name, and the first of the existing names.
  static func names(_ names: some Collection<String>, near name: String?) -> Self? {
    if names.isEmpty { return nil }
    let near = name.flatMap { nearestName(to: $0, among: names.prefix(1000)) }
    let question = near.map { "Did you mean “\($0)”? " } ?? ""
    return .other(
      "\(question)There are \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? " …" : ".")")
  }
}
