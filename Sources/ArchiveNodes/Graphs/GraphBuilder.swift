/// Adds nodes to a table of objects. The objects that their references reach are added too, with new numbers.
///
/// Objects are numbered in the order in which they are first reached. It works without recursion, so chains of objects
/// may have any length.
package struct GraphBuilder {
  /// The objects so far.
  package private(set) var objects: [ArchiveNode]
  /// The references to the objects reached so far.
  private var known: [ObjectIdentity: ArchiveNode] = [:]
  /// Returns whether to replace a reference by its object; `nil` if no object is inlined.
  private let isInline: ((ObjectIdentity, ArchiveNode) -> Bool)?
  /// The maximum nesting of values in an object when objects are inlined.
  private let levels: Int

  /// A reference that leads nowhere in every table.
  static let missing = ArchiveNode.reference(-1)

  /// Whether references outside graphs refer to this table.
  private let isOpen: Bool

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - objects: The table to add to, which references outside graphs refer to; `nil` for a new one.
  ///   - levels: How deep objects that are inlined may nest.
  package init(
    addingTo objects: [ArchiveNode]? = nil, levels: Int = 0,
    isInline: ((ObjectIdentity, ArchiveNode) -> Bool)? = nil
  ) {
    (self.objects, isOpen) = (objects ?? [], objects != nil)
    (self.levels, self.isInline) = (levels, isInline)
  }

  /// A node whose parts are being built.
  private struct Frame {
    /// `nil` for an object, whose only part is its content.
    let node: ArchiveNode?
    let parts: [ArchiveNode]
    let objects: [ArchiveNode]?
    /// The nesting level of the parts in their object.
    let level: Int
    /// The position of the object in the table.
    var number = 0
    var made: [ArchiveNode] = []
  }

  /// Returns the node, with references to the objects of this table.
  package mutating func add(_ node: ArchiveNode) -> ArchiveNode {
    var frames: [Frame] = []
    let known = begin(node, nil, level: 0, &frames)
    return frames.isEmpty ? known ?? node : finish(&frames)
  }

  /// Completes all open nodes.
  ///
  /// - Returns: The node that was begun first.
  private mutating func finish(_ frames: inout [Frame]) -> ArchiveNode {
    while true {
      let last = frames.count - 1
      if frames[last].made.count < frames[last].parts.count {
        let part = frames[last].parts[frames[last].made.count]
        if let made = begin(part, frames[last].objects, level: frames[last].level, &frames) {
          frames[last].made.append(made)
        }
      } else {
        let frame = frames.removeLast()
        if let node = frame.node?.holding(frame.made) {
          if frames.isEmpty { return node }
          frames[frames.count - 1].made.append(node)
        } else {
          objects[frame.number] = frame.made[0]
          if frames.isEmpty { return .reference(frame.number) }
        }
      }
    }
  }

  /// Builds a node, or begins it if it has parts.
  ///
  /// - Returns: The finished node, if it has no parts to build first.
  private mutating func begin(
    _ node: ArchiveNode, _ table: [ArchiveNode]?, level: Int, _ frames: inout [Frame]
  ) -> ArchiveNode? {
    var (node, table) = (node, table)
    while case .graph(let graph) = node { (node, table) = (graph.root, graph.objects) }
    if case .reference(let number) = node {
      guard let table else { return isOpen ? node : Self.missing }
      guard let number = table.target(of: number) else { return Self.missing }
      let identity = ObjectIdentity(number, in: table)
      if let known = known[identity] { return known }
      if let isInline, level < levels, isInline(identity, table[number]) {
        return begin(table[number], table, level: level, &frames)
      }
      let reference = ArchiveNode.reference(objects.count)
      known[identity] = reference
      frames.append(
        Frame(node: nil, parts: [table[number]], objects: table, level: 0, number: objects.count))
      objects.append(.null)
      return reference
    }
    if node.isLeaf { return node }
    frames.append(Frame(node: node, parts: node.heldNodes, objects: table, level: level + 1))
    return nil
  }
}
