internal import ArchiveBytes
public import ArchiveNodes

/// A part that a search found, and the path to it.
public struct ArchiveMatch: Sendable {
  /// The part, as a self-contained node.
  public let node: ArchiveNode
  private let trail: NodeTrail
  private let holder: Int
  private let step: ArchiveError.PathComponent?

  fileprivate init(_ visit: ArchiveWalk.Visit, _ node: ArchiveNode, _ trail: NodeTrail) {
    (self.node, holder, step) = (node, visit.holder, visit.step)
    self.trail = trail
  }

  /// The path to the part.
  ///
  /// - Complexity: Linear in its length. Each access creates the path, so in a long chain, ask for few.
  public var path: ArchiveNodePath { trail.path(holder, step) }
}

extension ArchiveMatch: CustomStringConvertible {
  /// The path and the part, such as `events[0].eventTag: "open"`.
  public var description: String { "\(path.text): \(node)" }
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
  public func matches(of query: ArchiveNodeQuery, limit: Int = .max) -> [ArchiveMatch] {
    ArchiveWalk(self, query.steps).matches(limit, where: \.isMatch)
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
    try walk().matches(limit) { try $0.isFirst && condition($0.node) }
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
  /// Returns the nodes that satisfy a condition. They share the trail of the whole walk.
  fileprivate func matches(_ limit: Int, where isWanted: (Visit) throws -> Bool) rethrows -> [ArchiveMatch] {
    var found: [Visit] = []
    for visit in self {
      guard found.count < limit else { break }
      if try isWanted(visit) { found.append(visit) }
    }
    return found.map { ArchiveMatch($0, $0.node, $0.trail.nodes) }
  }
}
