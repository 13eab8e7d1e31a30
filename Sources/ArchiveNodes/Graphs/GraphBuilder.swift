/// Puts nodes into a table of objects: those that their references lead to come along, under new numbers.
///
/// Objects are numbered in the order in which they are first met. Works without recursion, so chains of objects may be
/// of any length.
struct GraphBuilder {
  /// The objects so far.
  private(set) var objects: [ArchiveNode]
  /// How the objects that were met are referred to.
  private var known: [ObjectIdentity: ArchiveNode] = [:]
  /// Which objects are put in the place of a reference to them; `nil` when there are none.
  private let isInline: ((ObjectIdentity, ArchiveNode) -> Bool)?
  /// How deep values may nest in an object, for those that are put inline.
  private let levels: Int

  /// What leads nowhere, wherever it is put.
  static let missing = ArchiveNode.reference(-1)

  /// Whether references outside of graphs are to this table.
  private let isOpen: Bool

  /// A builder that adds to a table.
  init(addingTo objects: [ArchiveNode]) {
    self.objects = objects
    levels = 0
    isInline = nil
    isOpen = true
  }

  /// A builder of a new table.
  init(levels: Int = 0, isInline: ((ObjectIdentity, ArchiveNode) -> Bool)? = nil) {
    objects = []
    isOpen = false
    self.levels = levels
    self.isInline = isInline
  }

  /// A node of which the parts are being made.
  private struct Frame {
    /// `nil` for an object, which is its one part.
    let node: ArchiveNode?
    let parts: [ArchiveNode]
    let objects: [ArchiveNode]?
    /// How many levels are around the parts in their object.
    let level: Int
    /// Where an object belongs in the table.
    var number = 0
    var made: [ArchiveNode] = []
  }

  /// The node, with references to the objects of this table.
  mutating func add(_ node: ArchiveNode, in table: [ArchiveNode]? = nil) -> ArchiveNode {
    var frames: [Frame] = []
    let known = begin(node, table, level: 0, &frames)
    return frames.isEmpty ? known ?? node : finish(&frames)
  }

  /// Makes all nodes that were begun.
  ///
  /// - Returns: The first of them.
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

  /// Makes a node, or begins with it when it has parts.
  ///
  /// - Returns: What stands at the place of the node, when that is known already.
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
