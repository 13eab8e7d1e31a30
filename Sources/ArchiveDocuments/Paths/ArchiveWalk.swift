public import ArchiveBytes
public import ArchiveNodes

/// A sequence of all nodes in a node. The node itself comes first, and each node comes before its parts.
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
    package let place: NodePlace
    /// The node as stored in its parent.
    let held: ArchiveNode
    let trail: NodeTrail
    let holder: Int
    /// The steps of the query that the node has reached; several if it can be reached at any depth.
    fileprivate let positions: [Int]
    /// Whether the node matches the query.
    let isMatch: Bool
    /// The step to the node from its parent; `nil` for the node at the start of the walk.
    public let step: ArchiveError.PathComponent?
    /// The number of steps from the start of the walk.
    public let depth: Int
    /// Whether this is the first visit of the node: `false` for an object that was visited before.
    public fileprivate(set) var isFirst = true

    /// The node, self-contained.
    public var node: ArchiveNode { place.standalone(held) ?? held }

    /// The path from the start of the walk.
    ///
    /// - Complexity: Linear in its length. Each access creates the path, so in a long chain, request few.
    public var path: ArchiveNodePath { trail.path(holder, step) }
  }

  /// An object that was visited, with the steps of the query, so that cycles end.
  private struct Visited: Hashable {
    let object: ObjectIdentity
    let positions: [Int]
  }

  private let steps: [PathParser.Kind]
  private let visitsKeys: Bool
  private let trail = NodeTrail()
  /// The nodes to visit; the next one is last.
  private var open: [Visit] = []
  private var visited: Set<Visited> = []
  /// The last visit, as long as the caller may still skip its parts.
  private var last: Visit?

  /// - Parameters:
  ///   - steps: The nodes that the walk visits: all nodes, or the nodes on the way to the matches of a query.
  ///   - visitsKeys: Whether it also visits the keys of dictionaries, at the places of the dictionaries.
  init(_ root: ArchiveNode, _ steps: [PathParser.Kind] = [.anyDepth], visitsKeys: Bool = false) {
    (self.steps, self.visitsKeys) = (steps, visitsKeys)
    open = [visit(root, in: nil, holder: -1, nil, depth: 0, [0])]
  }

  private func visit(
    _ held: ArchiveNode, in objects: [ArchiveNode]?, holder: Int, _ step: ArchiveError.PathComponent?,
    depth: Int, _ positions: [Int]
  ) -> Visit {
    let (place, positions) = (NodePlace(held, in: objects), reached(positions))
    return Visit(
      place: place, held: held, trail: trail, holder: holder, positions: positions,
      isMatch: positions.last == steps.count && !place.isMissing, step: step, depth: depth)
  }

  /// Returns the next node; `nil` at the end.
  public mutating func next() -> Visit? {
    if let last { enter(last) }
    last = nil
    guard var visit = open.popLast() else { return nil }
    if let object = visit.place.identity,
      visit.positions.contains(where: { $0 < steps.count && steps[$0] == .anyDepth })
    {
      visit.isFirst = visited.insert(Visited(object: object, positions: visit.positions)).inserted
    }
    if visit.isFirst { last = visit }
    return visit
  }

  /// Skips the parts of the node that the walk returned last.
  public mutating func skipParts() { last = nil }

  /// Opens the parts of a node that are on the way to a match.
  private mutating func enter(_ visit: Visit) {
    let (place, positions) = (visit.place, visit.positions.filter { $0 < steps.count })
    guard !positions.isEmpty, place.partCount > 0 else { return }
    let number = trail.append(visit.holder, visit.step)
    func add(_ step: ArchiveError.PathComponent?, _ part: ArchiveNode, _ next: [Int]) {
      open.append(
        self.visit(part, in: place.objects, holder: number, step, depth: visit.depth + 1, next))
    }
    if positions.count == 1, case .one(let step) = steps[positions[0]] {
      if let part = place.part(at: step) { add(step, part, [positions[0] + 1]) }
      return
    }
    for number in (0..<place.partCount).reversed() {
      let (step, part) = place.part(at: number)
      let next = positions.compactMap { position in
        steps[position] == .anyDepth ? position : steps[position].fits(step) ? position + 1 : nil
      }
      if !next.isEmpty { add(step, part, next) }
    }
    guard visitsKeys, case .dictionary(let entries) = place.content else { return }
    for entry in entries.reversed() { add(nil, entry.key, positions) }
  }

  /// Returns the positions reached, including the positions where `**` matches no steps.
  private func reached(_ positions: [Int]) -> [Int] {
    var all = Set<Int>()
    for var position in positions {
      all.insert(position)
      while position < steps.count, steps[position] == .anyDepth {
        position += 1
        all.insert(position)
      }
    }
    return all.sorted()
  }
}

extension ArchiveWalk.Visit: CustomStringConvertible {
  /// The path and the node, such as `events[0].eventTag: "open"`.
  public var description: String { "\(path.text): \(node)" }
}

extension PathParser.Kind {
  /// Returns whether it matches one step of a path.
  fileprivate func fits(_ step: ArchiveError.PathComponent) -> Bool {
    switch self {
    case .everyName: step.name != nil
    case .everyElement: if case .field = step { false } else { true }
    case .one(let wanted): wanted == step || wanted.name != nil && wanted.name == step.name
    case .anyDepth: false
    }
  }
}

/// Records the way to the nodes whose parts are visited: each is reached by a step from another node. It only grows, so
/// every visit can find its path back.
final class NodeTrail {
  private var holders: [(holder: Int, step: ArchiveError.PathComponent?)] = []

  func append(_ holder: Int, _ step: ArchiveError.PathComponent?) -> Int {
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

extension ArchiveNode {
  /// Returns the parts that match a query, in the order of the node, each once.
  ///
  /// ```swift
  /// for match in node.matches(of: "sessions[*].events[*].eventTag") {
  ///   print(match.path, match.node)     // sessions[0].events[0].eventTag "open"
  /// }
  /// ```
  ///
  /// After a `**`, a shared object is visited only where it is first reached, as in a walk.
  ///
  /// - Complexity: Linear in the number of nodes that the query can visit, times its length.
  public func matches(of query: ArchiveNodeQuery, limit: Int = .max) -> [ArchiveWalk.Visit] {
    ArchiveWalk(self, query.steps).matches(limit, where: \.isMatch)
  }

  /// Returns all nodes in this one that satisfy a condition, in the order of ``walk()``, each object once.
  ///
  /// - Complexity: Linear in the size of the node.
  public func all(
    limit: Int = .max, where condition: (ArchiveNode) throws -> Bool
  ) rethrows -> [ArchiveWalk.Visit] {
    try walk().matches(limit) { try $0.isFirst && condition($0.node) }
  }

  /// Returns all objects of a class or of a subclass, if the archive names its classes.
  public func all(ofClass name: String, limit: Int = .max) -> [ArchiveWalk.Visit] {
    all(limit: limit) { $0.classNames.contains(name) }
  }

  /// Returns all parts that contain a text, ignoring case: in strings, keys of dictionaries, and names of fields and
  /// classes.
  public func all(containing text: String, limit: Int = .max) -> [ArchiveWalk.Visit] {
    let text = text.lowercased()
    func isIn(_ other: String) -> Bool { other.lowercased().contains(text) }
    return walk().matches(limit) { visit in
      switch (visit.place.content, visit.step) {
      case _ where !visit.isFirst: false
      case (.string(let string), _) where isIn(string): true
      case (.record(let fields), _) where isIn(fields.className): true
      case (_, .field(let name)?), (_, .key(let name)?): isIn(name)
      default: false
      }
    }
  }
}

extension ArchiveWalk {
  /// Returns the nodes that satisfy a condition.
  fileprivate func matches(_ limit: Int, where isWanted: (Visit) throws -> Bool) rethrows -> [Visit] {
    var found: [Visit] = []
    for visit in self {
      guard found.count < limit else { break }
      if try isWanted(visit) { found.append(visit) }
    }
    return found
  }
}
