internal import Foundation

/// A node, and the objects that the references in it lead to.
///
/// A tree cannot say that two of its places hold one object, or that an object leads back to itself. A graph can: its
/// objects stand in a table, and an ``ArchiveNode/reference(_:)`` at a place is the number of one. Objects refer to each
/// other in the same way, so a chain of any length is no deeper than one object.
///
/// A graph is a value like every node. Copies share the table. By hand, it is made object by object:
///
/// ```swift
/// var graph = ArchiveGraph()
/// let ann = graph.add(.object("Person", ["name": "Ann"]))
/// let bob = graph.add(.object("Person", ["name": "Bob", "friend": ann]))
/// graph[ann]?["friend"] = bob
/// graph.root = ann
/// print(ArchiveNode.graph(graph))
/// // #0 = Person(name: "Ann", friend: Person(name: "Bob", friend: #0))
/// ```
public struct ArchiveGraph: Sendable {
  /// The node that the graph stands for.
  public var root: ArchiveNode
  /// The objects, by their numbers. None of them is a graph of its own.
  public var objects: [ArchiveNode]
  /// Which part of a node it was lent as, to be edited; `nil` when it is on its own.
  var loan: ArchiveNode.Loan?

  /// A graph of a node and its objects.
  ///
  /// - Parameter objects: Where the object with the number 0 comes first. A reference that leads nowhere is an error when
  ///   the graph is written or decoded, not here.
  public init(root: ArchiveNode = .null, objects: [ArchiveNode] = []) {
    self.root = root
    self.objects = objects
  }

  /// The object that a reference leads to, as it stands in the table; `nil` when it leads nowhere.
  ///
  /// Setting it replaces the object, at all its places.
  public subscript(reference: ArchiveNode) -> ArchiveNode? {
    get {
      guard case .reference(let number) = reference, objects.indices.contains(number) else { return nil }
      return objects[number]
    }
    set {
      guard case .reference(let number) = reference, objects.indices.contains(number), let newValue else {
        return
      }
      objects[number] = adopt(newValue)
    }
  }

  /// Puts a node into the table, as an object of its own.
  ///
  /// References in it are to objects of this graph, unless it is a graph itself: then its objects come along, under
  /// new numbers.
  ///
  /// - Returns: The reference to the object.
  /// - Complexity: Linear in the size of what is added.
  public mutating func add(_ node: ArchiveNode) -> ArchiveNode {
    let node = adopt(node)
    if case .reference = node { return node }
    objects.append(node)
    return .reference(objects.count - 1)
  }

  /// Makes a node one of this graph's: puts the objects of graphs in it into the table.
  ///
  /// The objects of a copy of this graph, as long as neither was edited, are those of this graph.
  ///
  /// - Returns: The node, with references to this graph.
  /// - Complexity: Linear in the size of what is added.
  public mutating func adopt(_ node: ArchiveNode) -> ArchiveNode {
    if case .graph(let graph) = node, hasSameObjects(as: graph) { return graph.root }
    guard node.holdsGraphs else { return node }
    var builder = GraphBuilder(addingTo: objects)
    objects = []
    let adopted = builder.add(node)
    objects = builder.objects
    return adopted
  }

  /// Whether the graphs are parts of one, and neither was edited since.
  func hasSameObjects(as other: ArchiveGraph) -> Bool {
    !objects.isEmpty && objects.address == other.objects.address
  }
}

extension ArchiveNode {
  /// A node with the objects that the references in it lead to; without objects, the node alone.
  ///
  /// It must stay a function: where this is inlined behind a branch that chose the root, Swift 6.3.1 releases the root
  /// too early in release builds. See “A miscompilation to avoid” in CONTRIBUTING.
  @inline(never)
  package init(root: ArchiveNode, objects: [ArchiveNode]) {
    self = objects.isEmpty ? root : .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// An object of a class: a record with fields.
  ///
  /// ```swift
  /// let event = ArchiveNode.object("Event", ["eventTag": "open", "seconds": 3])
  /// ```
  public static func object(
    _ className: String, _ fields: KeyValuePairs<String, ArchiveNode> = [:]
  ) -> ArchiveNode {
    .record(ArchiveNode.Fields(className: className, fields))
  }

  /// Whether the node is a graph or holds one inline. Parts of objects are not looked at: there is none in them.
  var holdsGraphs: Bool {
    var open = [self]
    while let node = open.popLast() {
      switch node {
      case .graph: return true
      case .array, .set, .dictionary, .record, .instance:
        open += node.heldNodes.lazy.filter { !$0.isLeaf }
      default: break
      }
    }
    return false
  }
}
