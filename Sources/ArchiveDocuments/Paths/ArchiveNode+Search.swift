internal import ArchiveBytes
public import ArchiveNodes

/// A part that a search found, and the path to it.
public struct ArchiveMatch: Sendable {
  /// The part, as a self-contained node.
  public let node: ArchiveNode
  private let trail: NodeTrail
  private let holder: Int
  private let step: ArchiveError.PathComponent?

  fileprivate init(_ found: Found, _ trail: NodeTrail) {
    (node, holder, step) = found
    self.trail = trail
  }

  /// The path to the part.
  ///
  /// - Complexity: Linear in its length. Each access creates the path, so in a long chain, ask for few.
  public var path: ArchiveNodePath { trail.path(holder, step) }
}

extension ArchiveMatch: Hashable {
  /// Whether two parts are equal and were found at the same path.
  public static func == (left: ArchiveMatch, right: ArchiveMatch) -> Bool {
    left.node == right.node && left.path == right.path
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(node)
  }
}

extension ArchiveMatch: CustomStringConvertible {
  /// The path and the part, such as `events[0].eventTag: "open"`.
  public var description: String {
    "\(ArchiveError(.custom, path: path.steps).pathDescription): \(node)"
  }
}

/// A found part, while the trail to it still grows.
private typealias Found = (node: ArchiveNode, holder: Int, step: ArchiveError.PathComponent?)

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
  public func matches(of query: ArchiveNodeQuery, limit: Int = .max) -> [ArchiveMatch] {
    var search = QuerySearch(query.steps)
    return search.matches(in: self, limit: limit)
  }

  /// Returns the first node in this one that satisfies a condition, in the order of ``walk()``.
  public func first(where condition: (ArchiveNode) throws -> Bool) rethrows -> ArchiveMatch? {
    try all(limit: 1, where: condition).first
  }

  /// Returns all nodes in this one that satisfy a condition, in the order of ``walk()``, each object once.
  ///
  /// - Complexity: Linear in the size of the node.
  public func all(
    limit: Int = .max, where condition: (ArchiveNode) throws -> Bool
  ) rethrows -> [ArchiveMatch] {
    try search(limit) { _, node in try condition(node) }
  }

  /// Returns all objects of a class or of a subclass, as far as the archive names its classes.
  public func all(ofClass name: String, limit: Int = .max) -> [ArchiveMatch] {
    all(limit: limit) { $0.classNames.contains(name) }
  }

  /// Returns all parts that contain a text, ignoring case: in strings, keys of dictionaries, and names of fields and
  /// classes.
  public func all(containing text: String, limit: Int = .max) -> [ArchiveMatch] {
    let text = text.lowercased()
    func isIn(_ other: String) -> Bool { other.lowercased().contains(text) }
    return search(limit) { visit, _ in
      switch (visit.place.content, visit.step) {
      case (.string(let string), _) where isIn(string): true
      case (.record(let fields), _) where isIn(fields.className): true
      case (_, .field(let name)?), (_, .key(let name)?): isIn(name)
      default: false
      }
    }
  }

  private func search(
    _ limit: Int, _ isWanted: (ArchiveWalk.Visit, ArchiveNode) throws -> Bool
  ) rethrows -> [ArchiveMatch] {
    var found: [Found] = []
    var trail: ArchiveWalk.Trail?
    for visit in walk() where visit.isFirst {
      guard found.count < limit else { break }
      trail = visit.trail
      let node = visit.node
      if try isWanted(visit, node) { found.append((node, visit.holder, visit.step)) }
    }
    return trail.map { trail in found.map { ArchiveMatch($0, trail.nodes) } } ?? []
  }
}

/// Searches a node for the parts that match a query.
private struct QuerySearch {
  private let steps: [PathParser.Kind]
  /// The branches to visit; the next one is last.
  private var open: [Branch] = []
  /// The objects that were visited at any depth, each with the steps of the query, so that cycles end.
  private var passed: Set<Passed> = []
  private var trail = NodeTrail()

  private struct Branch {
    let held: ArchiveNode
    let objects: [ArchiveNode]?
    let holder: Int
    let step: ArchiveError.PathComponent?
    /// The steps of the query that the node has reached; several if it can be reached at any depth.
    let positions: [Int]
  }

  private struct Passed: Hashable {
    let object: ObjectIdentity
    let positions: [Int]
  }

  init(_ steps: [PathParser.Kind]) { self.steps = steps }

  mutating func matches(in root: ArchiveNode, limit: Int) -> [ArchiveMatch] {
    var found: [Found] = []
    open = [Branch(held: root, objects: nil, holder: -1, step: nil, positions: reached([0]))]
    while let branch = open.popLast(), found.count < limit {
      let place = NodePlace(branch.held, in: branch.objects)
      if branch.positions.last == steps.count, !place.isMissing {
        let node =
          NodePlace(.null, in: branch.objects).standalone(branch.held) ?? branch.held
        found.append((node, branch.holder, branch.step))
      }
      enter(place, branch)
    }
    return found.map { ArchiveMatch($0, trail) }
  }

  /// Returns the positions reached, including those where `**` matches no steps.
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

  private mutating func enter(_ place: NodePlace, _ branch: Branch) {
    let positions = branch.positions.filter { $0 < steps.count }
    guard !positions.isEmpty, place.partCount > 0 else { return }
    if let object = place.identity, positions.contains(where: { steps[$0] == .anyDepth }) {
      guard passed.insert(Passed(object: object, positions: positions)).inserted else { return }
    }
    let number = trail.append(branch.holder, branch.step)
    func add(_ step: ArchiveError.PathComponent, _ part: ArchiveNode, _ next: [Int]) {
      open.append(
        Branch(held: part, objects: place.objects, holder: number, step: step, positions: reached(next)))
    }
    if positions.count == 1, case .one(let step) = steps[positions[0]] {
      if let part = place.part(at: step) { add(step, part, [positions[0] + 1]) }
      return
    }
    for number in (0..<place.partCount).reversed() {
      let (step, part) = place.part(at: number)
      let next = positions.compactMap { position -> Int? in
        switch (steps[position], step) {
        case (.anyDepth, _): position
        case (.everyName, .field), (.everyName, .key), (.everyElement, .index), (.everyElement, .key):
          position + 1
        case (.one(let wanted), _): fits(wanted, step) ? position + 1 : nil
        default: nil
        }
      }
      if !next.isEmpty { add(step, part, next) }
    }
  }

  private func fits(_ wanted: ArchiveError.PathComponent, _ step: ArchiveError.PathComponent) -> Bool {
    switch (wanted, step) {
    case (.index(let position), .index(let other)): position == other
    case (.field(let name), .field(let other)), (.field(let name), .key(let other)),
      (.key(let name), .field(let other)), (.key(let name), .key(let other)):
      name == other
    default: false
    }
  }
}
