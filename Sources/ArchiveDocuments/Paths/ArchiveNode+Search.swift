internal import ArchiveBytes
public import ArchiveNodes

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

  /// Returns the first node in this one that satisfies a condition, in the order of ``walk()``.
  public func first(where condition: (ArchiveNode) throws -> Bool) rethrows -> ArchiveWalk.Visit? {
    try all(limit: 1, where: condition).first
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
