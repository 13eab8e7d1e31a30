// The contents of a node, for code that processes nodes of every kind in the same way.

extension ArchiveNode {
  /// Whether the node has no parts and no reference: a number, a string and the like.
  package var isLeaf: Bool {
    switch self {
    case .null, .bool, .integer, .unsigned, .float, .double, .string, .date, .data: true
    case .array, .set, .dictionary, .record, .instance, .reference, .graph: false
    }
  }

  /// The default class of values of this kind; `nil` if there is none.
  package var usualClassName: String? {
    switch self {
    case .string: "NSString"
    case .date: "NSDate"
    case .data: "NSData"
    case .array: "NSArray"
    case .set: "NSSet"
    case .dictionary: "NSDictionary"
    default: nil
    }
  }

  /// The nodes that the node holds directly: elements, fields, the content of an instance, the root of a graph, or
  /// alternately the keys and values of a dictionary.
  package var heldNodes: [ArchiveNode] {
    switch self {
    case .array(let elements), .set(let elements): elements
    case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
    case .record(let fields): fields.nodes
    case .instance(_, let content): [content]
    case .graph(let graph): [graph.root]
    default: []
    }
  }

  /// Returns the node with its held nodes replaced by as many others.
  package func holding(_ nodes: [ArchiveNode]) -> ArchiveNode {
    switch self {
    case .array: return .array(nodes)
    case .set: return .set(nodes)
    case .dictionary:
      return .dictionary(
        stride(from: 0, to: nodes.count, by: 2).map { Entry(key: nodes[$0], value: nodes[$0 + 1]) })
    case .record(var fields):
      fields.nodes = nodes
      return .record(fields)
    case .instance(let type, _): return .instance(type, nodes[0])
    case .graph(var graph):
      graph.root = nodes[0]
      return .graph(graph)
    default: return self
    }
  }

  /// Returns the node at the end of a shortened collection, which represents `count` elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass("…", superclassNames: []), .integer(Int64(count)))
  }

  /// Whether the node is stored inline in a field without being marked as plain.
  package var isNumber: Bool {
    switch self {
    case .bool, .integer, .unsigned, .float, .double: true
    case .instance(let type, _): type == .wideInteger
    default: false
    }
  }
}
