public import ArchiveBytes
public import ArchiveNodes

/// A sequence of all nodes in a node, the node itself first, each before its parts.
///
/// ```swift
/// for visit in node.walk() where visit.isFirst {
///   print(visit.path, visit.node)
/// }
/// ```
///
/// Shared objects are visited at each of their places, but only the first visit continues to their parts. So a walk of
/// a graph ends, in time linear in its size. The walk visits the values of dictionaries, but not their keys. It is not
/// recursive: chains of objects may have any length.
public struct ArchiveWalk: Sequence, IteratorProtocol {
  /// A node at a place.
  public struct Visit {
    let place: NodePlace
    /// The node as stored in its parent.
    let held: ArchiveNode
    let trail: Trail
    let holder: Int
    /// The step to the node from its parent; `nil` for the node where the walk began.
    public let step: ArchiveError.PathComponent?
    /// The number of steps from the node where the walk began.
    public let depth: Int
    /// Whether this is the first visit of the node: `false` for an object that was visited before.
    public let isFirst: Bool

    /// The node, self-contained.
    public var node: ArchiveNode { place.standalone(held) ?? held }
    /// The node's number among the objects of its graph; `nil` if it is not a separate object.
    public var object: Int? { place.object }
    /// The path from the node where the walk began.
    ///
    /// - Complexity: Linear in its length. Each access creates the path, so in a long chain, ask for few.
    public var path: ArchiveNodePath { trail.nodes.path(holder, step) }
  }

  /// The trail of a walk. It only grows, so that every visit can find its way back.
  final class Trail {
    fileprivate(set) var nodes = NodeTrail()
  }

  /// A node whose parts are being visited.
  private struct Frame {
    let place: NodePlace
    let number: Int
    let depth: Int
    var position = 0
  }

  private let root: ArchiveNode
  private let trail = Trail()
  private var hasBegun = false
  private var frames: [Frame] = []
  private var visited: Set<ObjectIdentity> = []
  /// The last visit, as long as the caller may still skip its parts.
  private var last: Visit?

  init(_ root: ArchiveNode) { self.root = root }

  /// Returns the next node; `nil` at the end.
  public mutating func next() -> Visit? {
    enterLast()
    guard hasBegun else {
      hasBegun = true
      return visit(root, in: nil, step: nil, holder: -1, depth: 0)
    }
    while let frame = frames.indices.last {
      let position = frames[frame].position
      guard position < frames[frame].place.partCount else {
        frames.removeLast()
        continue
      }
      frames[frame].position += 1
      let (step, part) = frames[frame].place.part(at: position)
      return visit(
        part, in: frames[frame].place.objects, step: step, holder: frames[frame].number,
        depth: frames[frame].depth + 1)
    }
    return nil
  }

  /// Skips the parts of the node that the walk returned last.
  public mutating func skipParts() { last = nil }

  private mutating func visit(
    _ node: ArchiveNode, in objects: [ArchiveNode]?, step: ArchiveError.PathComponent?, holder: Int,
    depth: Int
  ) -> Visit {
    let place = NodePlace(node, in: objects)
    let isFirst = place.identity.map { visited.insert($0).inserted } ?? true
    let visit = Visit(
      place: place, held: node, trail: trail, holder: holder, step: step, depth: depth, isFirst: isFirst)
    if isFirst, place.partCount > 0 { last = visit }
    return visit
  }

  private mutating func enterLast() {
    guard let visit = last else { return }
    last = nil
    frames.append(
      Frame(place: visit.place, number: trail.nodes.append(visit.holder, visit.step), depth: visit.depth))
  }
}

/// The way to the nodes whose parts are visited: each is reached by a step from another node.
struct NodeTrail: Sendable {
  private var holders: [(holder: Int, step: ArchiveError.PathComponent?)] = []

  mutating func append(_ holder: Int, _ step: ArchiveError.PathComponent?) -> Int {
    holders.append((holder, step))
    return holders.count - 1
  }

  func path(_ holder: Int, _ step: ArchiveError.PathComponent?) -> ArchiveNodePath {
    var (steps, holder): ([ArchiveError.PathComponent], Int) = ([], holder)
    if let step { steps.append(step) }
    while holder >= 0 {
      if let step = holders[holder].step { steps.append(step) }
      holder = holders[holder].holder
    }
    return ArchiveNodePath(steps.reversed())
  }
}

/// Visits find their paths in a trail that the walk continues to write.
@available(*, unavailable)
extension ArchiveWalk.Visit: Sendable {}
@available(*, unavailable)
extension ArchiveWalk: Sendable {}

extension ArchiveNode {
  /// Returns all nodes in this one, itself first; see ``ArchiveWalk``.
  ///
  /// To skip parts, call `next()` yourself:
  ///
  /// ```swift
  /// var walk = node.walk()
  /// while let visit = walk.next() {
  ///   if visit.node.className == "Attachment" { walk.skipParts() }
  /// }
  /// ```
  public func walk() -> ArchiveWalk { ArchiveWalk(self) }
}
