public import ArchiveBytes

/// All nodes in a node, itself first, each before its parts.
///
/// ```swift
/// for visit in node.walk() where visit.isFirst {
///   print(visit.path, visit.node)
/// }
/// ```
///
/// Objects that are at several places are visited at each, but only the first visit goes on to their parts, so a walk
/// of a graph ends and takes time linear in its size. Values of dictionaries are visited, their keys are not. There is
/// no recursion: chains of objects may be of any length.
public struct ArchiveWalk: Sequence, IteratorProtocol {
  /// A node at a place.
  public struct Visit {
    let place: NodePlace
    /// The node as it is held.
    let held: ArchiveNode
    let trail: Trail
    let holder: Int
    /// The step to the node from the one that holds it; `nil` for the node that the walk began with.
    public let step: ArchiveError.PathComponent?
    /// How many steps the node is away from where the walk began.
    public let depth: Int
    /// Whether the node was not visited before: `false` for an object that is here again.
    public let isFirst: Bool

    /// The node, which stands on its own.
    public var node: ArchiveNode { place.standalone(held) ?? held }
    /// The number of the object that the node is in its graph; `nil` when it is no object of its own.
    public var object: Int? { place.object }
    /// The path from where the walk began.
    ///
    /// - Complexity: Linear in its length. It is made when it is asked for, so in a long chain ask at few places.
    public var path: ArchiveNodePath { trail.nodes.path(holder, step) }
  }

  /// The trail of a walk. Only grows, so that every visit can find its way back.
  final class Trail {
    fileprivate(set) var nodes = NodeTrail()
  }

  /// A node whose parts are visited.
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
  /// What was visited last, as long as it is not known whether its parts are wanted.
  private var last: Visit?

  init(_ root: ArchiveNode) { self.root = root }

  /// The next node; `nil` at the end.
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

  /// Does not go on to the parts of the node that came last.
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

/// How the nodes were reached whose parts are visited: each by a step from another one.
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

/// The visits of a walk know their way back from what the walk goes on to write.
@available(*, unavailable)
extension ArchiveWalk.Visit: Sendable {}
@available(*, unavailable)
extension ArchiveWalk: Sendable {}

extension ArchiveNode {
  /// All nodes in this one, itself first; see ``ArchiveWalk``.
  ///
  /// To leave parts out, call the walk by hand:
  ///
  /// ```swift
  /// var walk = node.walk()
  /// while let visit = walk.next() {
  ///   if visit.node.className == "Attachment" { walk.skipParts() }
  /// }
  /// ```
  public func walk() -> ArchiveWalk { ArchiveWalk(self) }
}
