internal import Foundation

/// A node, and the objects that its references lead to.
///
/// A tree cannot express that two of its places hold the same object, or that an object leads back to itself. A graph
/// can: its objects are in a table, and an ``ArchiveNode/reference(_:)`` at a place is the number of one of them.
/// Objects refer to each other in the same way, so a chain of any length is no deeper than one object.
///
/// A graph is a value type like every node. Copies share the table. To create one by hand, add one object at a time:
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
  /// The node that the graph represents.
  public var root: ArchiveNode
  /// The objects, by number. None of them is itself a graph.
  public var objects: [ArchiveNode]
  /// The loan, if the graph was lent as a part of a node for an edit; `nil` otherwise.
  var loan: ArchiveNode.Loan?

  /// Creates a graph from a node and its objects.
  ///
  /// - Parameter objects: The objects, beginning with number 0. A reference that leads nowhere is an error when the
  ///   graph is written or decoded, but not here.
  public init(root: ArchiveNode = .null, objects: [ArchiveNode] = []) {
    self.root = root
    self.objects = objects
  }

  /// The object that a reference leads to, as stored in the table; `nil` if it leads nowhere.
  ///
  /// Setting it replaces the object at all its places.
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

  /// Adds a node to the table, as a separate object.
  ///
  /// References in the node lead to objects of this graph, unless the node is itself a graph: then its objects are
  /// added too, with new numbers.
  ///
  /// - Returns: The reference to the object.
  /// - Complexity: Linear in the size of the added content.
  public mutating func add(_ node: ArchiveNode) -> ArchiveNode {
    let node = adopt(node)
    if case .reference = node { return node }
    objects.append(node)
    return .reference(objects.count - 1)
  }

  /// Adopts a node into this graph: adds the objects of graphs in it to the table.
  ///
  /// The objects of a copy of this graph are those of this graph, as long as neither was edited.
  ///
  /// - Returns: The node, with references to this graph.
  /// - Complexity: Linear in the size of the added content.
  public mutating func adopt(_ node: ArchiveNode) -> ArchiveNode {
    if case .graph(let graph) = node, hasSameObjects(as: graph) { return graph.root }
    guard node.holdsGraphs else { return node }
    var builder = GraphBuilder(addingTo: objects)
    objects = []
    let adopted = builder.add(node)
    objects = builder.objects
    return adopted
  }

  /// Returns whether the graphs are parts of the same graph, and neither was edited since.
  func hasSameObjects(as other: ArchiveGraph) -> Bool {
    !objects.isEmpty && objects.address == other.objects.address
  }
}

extension ArchiveNode {
  /// Creates a node with the objects that its references lead to; without objects, the node alone.
  ///
  /// It must stay a separate function: if it is inlined after a branch that chose the root, Swift 6.3.1 releases the
  /// root too early in release builds. See “A miscompilation to avoid” in CONTRIBUTING.
  @inline(never)
  package init(root: ArchiveNode, objects: [ArchiveNode]) {
    self = objects.isEmpty ? root : .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// Returns an object of a class: a record with fields.
  ///
  /// ```swift
  /// let event = ArchiveNode.object("Event", ["eventTag": "open", "seconds": 3])
  /// ```
  public static func object(
    _ className: String, _ fields: KeyValuePairs<String, ArchiveNode> = [:]
  ) -> ArchiveNode {
    .record(ArchiveNode.Fields(className: className, fields))
  }

  /// Whether the node is a graph or contains one inline. Parts of objects are not searched, because they contain none.
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
