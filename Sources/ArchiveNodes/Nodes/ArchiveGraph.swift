/// A node, and the objects that its references reach.
///
/// A tree cannot express that two of its places hold the same object, or that an object leads back to itself. A graph
/// can: its objects are in a table, and an ``ArchiveNode/reference(_:)`` contains the number of one of them.
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
  /// Marks a part of a graph during an edit, so that the edited graph is recognised; `nil` otherwise.
  package var editToken: EditToken?

  /// The mark of one edit.
  package final class EditToken: Sendable {
    package init() {}
  }

  /// Creates a graph from a node and its objects.
  ///
  /// - Parameter objects: The objects, beginning with number 0. A reference that leads nowhere is an error when the
  ///   graph is written or decoded, but not here.
  public init(root: ArchiveNode = .null, objects: [ArchiveNode] = []) {
    self.root = root
    self.objects = objects
  }
}

extension ArchiveNode {
  /// Creates a node with the objects that its references reach; without objects, the node alone.
  ///
  /// It must stay a separate function: if it is inlined after a branch that chose the root, Swift 6.3.1 releases the
  /// root too early in release builds. See `.ci/optimiser`.
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
  package var holdsGraphs: Bool {
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
