/// A resolved node: its content behind graphs, references and instances, and the objects that the content's references
/// reach.
package struct NodePlace {
  /// The content: a leaf, a collection, a record, or a reference that leads nowhere.
  package private(set) var content: ArchiveNode
  /// The objects of the graph that contains the content; `nil` outside a graph.
  package private(set) var objects: [ArchiveNode]?
  /// The number of the content as an object; `nil` if it is not a separate object.
  package private(set) var object: Int?
  /// The classes of the instances on the way, outermost first.
  package private(set) var classes: [ArchiveClass] = []
  /// Whether a graph inside a graph was entered.
  package private(set) var isNested = false

  /// The maximum number of references followed in a chain of references. Intact archives have chains of one, but a
  /// damaged one may have a cycle.
  package static let longestChain = 64

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

  /// Whether there is no content: a reference leads to no object, or into a cycle.
  package var isMissing: Bool { if case .reference = content { true } else { false } }

  /// The identity that distinguishes the object from all others, even from objects of other graphs; `nil` if the
  /// content is not a separate object, or is a leaf.
  package var identity: ObjectIdentity? {
    guard let object, let objects, !content.isLeaf else { return nil }
    return ObjectIdentity(object, in: objects)
  }

  /// The classes on the way, without the default class of values of this kind.
  package var unusualClasses: [String] {
    if classes.isEmpty { return [] }
    return classes.map(\.name).filter { !$0.isEmpty && $0 != content.usualClassName }
  }

  /// Returns a part of the content as a self-contained node, with the objects that its references reach; `nil` if the
  /// reference leads nowhere.
  package func standalone(_ part: ArchiveNode) -> ArchiveNode? {
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

/// The identity of an object in one of several graphs. Graphs are distinguished by the addresses of their tables, so
/// copies of a graph count as the same graph until one of them is edited. The tables must live as long as the
/// identities are compared.
package struct ObjectIdentity: Hashable {
  private let table: UInt
  package let number: Int

  package init(_ number: Int, in objects: [ArchiveNode]) { (table, self.number) = (objects.address, number) }
}

extension Array {
  /// The address of the elements.
  package var address: UInt { unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
