package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ArchiveGraph {
  /// Returns the graph as one tree: every reference is replaced by its target. Distinctions that only keyed archives
  /// make are dropped, such as mutable collections and values that are not objects.
  ///
  /// Shared objects become equal parts of the tree, which share memory.
  ///
  /// - Throws: ``ArchiveError/Code/cycle`` if an object contains itself; ``ArchiveError/Code/limitExceeded`` if
  ///   shared objects make the tree many times larger than the graph, or if it is too deep.
  func expanded(limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    var maker = TreeMaker(objects, limits)
    return try maker.tree(of: root).node
  }
}

extension ArchiveNode {
  /// Returns the node without references; see ``ArchiveGraph/expanded(limits:)``.
  package func expanded(limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    if case .graph(let graph) = self { return try graph.expanded(limits: limits) }
    return try ArchiveGraph(root: self, objects: []).expanded(limits: limits)
  }
}

extension [ArchiveNode] {
  /// Returns some elements of an array without references, as ``ArchiveNode/expanded(limits:)`` returns them in the array.
  ///
  /// - Parameter start: The position of the first of them in the array, for errors.
  func expandedElements(from start: Int, limits: ArchiveLimits) throws -> [ArchiveNode] {
    var maker = TreeMaker([], limits)
    return try maker.trees(of: self, from: start).nodes
  }
}

extension ArchiveNode {
  /// Returns the node and the targets of its references, which are as few as possible: none if no value with identity
  /// is shared, otherwise every record with a reference to it, so that cycles can be closed.
  ///
  /// References to other objects are replaced by their targets, as in ``expanded(limits:)``, unless these contain
  /// themselves.
  ///
  /// - Throws: As ``expanded(limits:)``, except for cycles.
  func sharedTree(limits: ArchiveLimits) throws -> (root: ArchiveNode, objects: [ArchiveNode]) {
    guard case .graph(let graph) = self else { return (try expanded(limits: limits), []) }
    if !graph.sharesRecords {
      do {
        return (try graph.expanded(limits: limits), [])
      } catch let error as ArchiveError where error.code == .cycle || error.code == .limitExceeded {
        // A collection that contains itself, or a chain of records longer than the allowed nesting.
      }
    }
    var maker = TreeMaker(graph.objects, limits, keepsRecords: true)
    return try maker.sharedTree(of: graph.root)
  }
}

extension ArchiveGraph {
  /// Whether a record has more than one reference.
  fileprivate var sharesRecords: Bool {
    var isFound = Array(repeating: false, count: objects.count)
    var waiting = [root]
    while let node = waiting.popLast() {
      for number in node.references where objects.indices.contains(number) {
        if !isFound[number] {
          isFound[number] = true
          waiting.append(objects[number])
        } else if objects[number].isRecord {
          return true
        }
      }
    }
    return false
  }
}

extension ArchiveNode {
  /// Whether the node is a record with an identity: `NSNull` has none.
  fileprivate var isRecord: Bool {
    switch self {
    case .record(let fields): fields.className != "NSNull" || !fields.names.isEmpty
    case .instance(let type, let content): !type.isSpelling && content.isRecord
    default: false
    }
  }

  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}

/// Replaces references by their targets.
struct TreeMaker {
  /// A tree and its number of nodes.
  typealias Tree = (node: ArchiveNode, size: Int)

  let objects: [ArchiveNode]
  private var trees: [Tree?]
  private var isOpen: [Bool]
  private let limits: ArchiveLimits
  private let maximumSize: Int
  private var depth = 0
  private var stack = StackGuard()
  /// For each object, its number among the objects kept as reference targets, or -1; empty if none are kept.
  private var keptNumbers: [Int] = []
  /// The objects kept as reference targets, in the order in which they were found.
  private var kept: [Int] = []

  init(_ objects: [ArchiveNode], _ limits: ArchiveLimits, keepsRecords: Bool = false) {
    self.objects = objects
    self.limits = limits
    if keepsRecords { keptNumbers = Array(repeating: -1, count: objects.count) }
    trees = Array(repeating: nil, count: objects.count)
    isOpen = Array(repeating: false, count: objects.count)
    // A node takes at least 32 bytes. Without objects, nothing can be larger than it is.
    maximumSize =
      objects.isEmpty ? .max : limits.decodedSizeAllowed(forArchiveOf: 32 * Self.nodeCount(objects)) / 32
  }

  /// Returns the number of nodes in objects, without what references lead to.
  private static func nodeCount(_ objects: [ArchiveNode]) -> Int {
    var (count, open) = (objects.count, objects.filter { !$0.isLeaf })
    while let node = open.popLast() {
      let held = node.heldNodes
      count += held.count
      open += held.lazy.filter { !$0.isLeaf }
    }
    return count
  }

  mutating func tree(of node: ArchiveNode) throws -> Tree {
    switch node {
    case .array(let elements):
      let (nodes, size) = try trees(of: elements)
      return (.array(nodes), size)
    case .set(let elements):
      let (nodes, size) = try trees(of: elements)
      return (.set(nodes), size)
    case .dictionary(let entries):
      let (keys, keySize) = try trees(of: entries.map(\.key))
      let (values, valueSize) = try trees(of: entries.map(\.value))
      return (
        .dictionary(zip(keys, values).map { .init(key: $0, value: $1) }), try sum(keySize, valueSize)
      )
    case .record(let fields): return try tree(of: fields)
    case .instance(let type, _) where type.isSpelling: return (node, 1)
    case .instance(_, var content):
      while case .instance(let type, let inner) = content, !type.isSpelling { content = inner }
      return try tree(of: content)
    case .reference(let number): return try tree(ofObject: number)
    case .graph(let graph):
      let node = try graph.expanded(limits: limits)
      return (node, 1)
    default: return (node, 1)
    }
  }

  private mutating func tree(ofObject number: Int) throws -> Tree {
    guard objects.indices.contains(number) else {
      throw ArchiveError(
        .invalidValue, expected: "a reference to one of \(objects.count) objects",
        found: "a reference to object \(number)")
    }
    if !keptNumbers.isEmpty, keptNumbers[number] >= 0 || objects[number].isRecord {
      return (.reference(keep(number)), 1)
    }
    if let tree = trees[number] { return tree }
    if isOpen[number], !keptNumbers.isEmpty, !objects[number].isReference {
      return (.reference(keep(number)), 1)
    }
    guard !isOpen[number] else {
      throw ArchiveError(
        .cycle, expected: "a value", found: "object \(number), which contains itself",
        advice: "An object that contains itself has no tree. Keep the graph.")
    }
    isOpen[number] = true
    defer { isOpen[number] = false }
    let object = objects[number]
    let tree =
      if case .reference = object { try inside { try $0.tree(of: object) } } else { try tree(of: object) }
    trees[number] = tree
    // It may have turned out to contain itself.
    return !keptNumbers.isEmpty && keptNumbers[number] >= 0 ? (.reference(keptNumbers[number]), 1) : tree
  }

  /// Returns the number of an object to keep as a reference target.
  private mutating func keep(_ number: Int) -> Int {
    if keptNumbers[number] < 0 {
      keptNumbers[number] = kept.count
      kept.append(number)
    }
    return keptNumbers[number]
  }

  /// Returns a node whose references refer to the kept objects, and the kept objects.
  mutating func sharedTree(of node: ArchiveNode) throws -> (root: ArchiveNode, objects: [ArchiveNode]) {
    let root: ArchiveNode
    var size: Int
    (root, size) = try tree(of: node)
    var found: [ArchiveNode] = []
    while found.count < kept.count {
      let number = kept[found.count]
      // Objects that contain themselves were replaced already.
      let object = try trees[number] ?? tree(of: objects[number])
      found.append(object.node)
      size = try sum(size, object.size)
    }
    return (root, found)
  }

  /// - Parameter start: The position of the first node, for errors.
  fileprivate mutating func trees(
    of nodes: [ArchiveNode], from start: Int = 0
  ) throws -> (nodes: [ArchiveNode], size: Int) {
    try inside { maker in
      var (made, size) = ([ArchiveNode](), 1)
      made.reserveCapacity(nodes.count)
      for (position, node) in nodes.enumerated() {
        try ArchiveError.located(at: .index(start + position)) {
          let tree = try maker.tree(of: node)
          made.append(tree.node)
          size = try maker.sum(size, tree.size)
        }
      }
      return (made, size)
    }
  }

  private mutating func tree(of fields: ArchiveNode.Fields) throws -> Tree {
    if fields.className == "NSNull", fields.names.isEmpty { return (.null, 1) }
    return try inside { maker in
      var made = fields
      var size = 1
      for (position, name) in fields.names.enumerated() {
        try ArchiveError.located(at: .field(name)) {
          let tree = try maker.tree(of: fields.node(named: name, near: position) ?? .null)
          made.replace(tree.node, at: position)
          size = try maker.sum(size, tree.size)
        }
      }
      return (.record(made), size)
    }
  }

  private func sum(_ left: Int, _ right: Int) throws -> Int {
    let sum = left + right
    guard sum <= maximumSize else {
      throw ArchiveError(
        .limitExceeded, expected: "a tree of at most \(maximumSize) nodes",
        found: "a larger one, because objects are referenced many times",
        advice: .raise(limit: .decodedSize))
    }
    return sum
  }

  private mutating func inside<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits)
    return try body(&self)
  }
}
