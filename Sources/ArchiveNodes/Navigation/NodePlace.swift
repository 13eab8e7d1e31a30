/// What a node stands for: its content behind graphs, references and instances, and the objects that references in it
/// lead to.
package struct NodePlace {
  /// What is there: a leaf, a collection, a record, or a reference that leads nowhere.
  package private(set) var content: ArchiveNode
  /// The objects of the graph that the content is part of; `nil` outside of one.
  package private(set) var objects: [ArchiveNode]?
  /// The number of the object that the content is; `nil` when it is no object of its own.
  package private(set) var object: Int?
  /// The classes of the instances on the way, outermost first.
  package private(set) var classes: [ArchiveClass] = []
  /// Whether a graph inside of a graph was entered.
  private(set) var isNested = false

  /// Of references to references, so many are followed. No archive has more than one, but a damaged one may have a
  /// circle of them.
  static let longestChain = 64

  package init(_ node: ArchiveNode, in objects: [ArchiveNode]? = nil) {
    content = node
    self.objects = objects
    var steps = 0
    while true {
      switch content {
      case .graph(let graph):
        isNested = isNested || self.objects != nil
        self.objects = graph.objects
        object = nil
        content = graph.root
      case .instance(let type, let inner):
        classes.append(type)
        content = inner
      case .reference(let number):
        guard let objects = self.objects, objects.indices.contains(number), steps < Self.longestChain else {
          object = nil
          classes = []
          return
        }
        steps += 1
        object = number
        content = objects[number]
      default: return
      }
    }
  }

  /// Whether there is nothing: a reference leads to no object, or in a circle.
  var isMissing: Bool { if case .reference = content { true } else { false } }

  /// What tells the object from all others, of other graphs too; `nil` when it is none, or a leaf.
  package var identity: ObjectIdentity? {
    guard let object, let objects, !content.isLeaf else { return nil }
    return ObjectIdentity(object, in: objects)
  }

  /// The classes on the way that say something: not those that values of the kind have anyway.
  var unusualClasses: [String] {
    if classes.isEmpty { return [] }
    return classes.map(\.name).filter { !$0.isEmpty && $0 != content.usualClassName }
  }

  /// The node of a part of the content, with all that its references lead to; `nil` when one leads nowhere.
  func standalone(_ part: ArchiveNode) -> ArchiveNode? {
    guard let objects else { return part }
    switch part {
    case .graph: return part
    case .reference, .instance:
      let place = NodePlace(part, in: objects)
      if place.isMissing { return nil }
      guard place.content.isLeaf else { return .graph(ArchiveGraph(root: part, objects: objects)) }
      return place.classes.reversed().reduce(place.content) { .instance($1, $0) }
    default:
      return part.isLeaf ? part : .graph(ArchiveGraph(root: part, objects: objects))
    }
  }
}

/// A part of one of several graphs. Graphs are told apart by where their tables are in memory, so copies of a graph are
/// the same until one of them is edited; the tables must live as long as the identities are compared.
package struct ObjectIdentity: Hashable {
  private let table: UInt
  /// The number of an object, or where the parts of something else are.
  let number: Int
  /// Where the names of its fields are, when it is a record that is no object of its own.
  private var names: UInt = 0
  private var kind: UInt8 = 0

  init(_ number: Int, in objects: [ArchiveNode]) {
    table = objects.address
    self.number = number
  }

  /// What tells a collection or a record that is no object of its own from others; `nil` outside of a graph.
  init?(inlined place: NodePlace) {
    guard let objects = place.objects else { return nil }
    let parts: UInt
    switch place.content {
    case .array(let elements): (parts, kind) = (elements.address, 1)
    case .set(let elements): (parts, kind) = (elements.address, 2)
    case .dictionary(let entries): (parts, kind) = (entries.address, 3)
    case .record(let fields): (parts, names, kind) = (fields.nodes.address, fields.names.address, 4)
    default: return nil
    }
    table = objects.address
    number = Int(bitPattern: parts)
  }
}

extension [ArchiveNode] {
  /// The number of the object that a reference leads to, behind references to references; `nil` when it leads nowhere.
  func target(of reference: Int) -> Int? {
    var number = reference
    for _ in 0..<NodePlace.longestChain {
      guard indices.contains(number) else { return nil }
      guard case .reference(let next) = self[number] else { return number }
      number = next
    }
    return nil
  }
}

extension Array {
  /// Where the elements are.
  var address: UInt { unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
