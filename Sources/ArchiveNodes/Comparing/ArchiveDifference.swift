internal import ArchiveBytes

/// One difference between two nodes; see ``ArchiveNode/differences(from:limit:)``.
public struct ArchiveDifference: Sendable, Hashable {
  /// What differs.
  public enum Kind: Sendable, Hashable {
    /// A part that the other node does not have.
    case added(ArchiveNode)
    /// A part that only the other node has.
    case removed(ArchiveNode)
    /// A leaf, or a part of another kind.
    case changed(from: ArchiveNode, to: ArchiveNode)
    /// The class, case or version of a part, whose own parts are compared one by one.
    case classChanged(from: String, to: String)
  }

  /// What differs, with the nodes before and after.
  public let kind: Kind
  /// Where the part is; for one that was removed, where it was.
  public let path: ArchiveNodePath
  /// Where the part was; differs from the path behind elements that were added or removed. For one that was added, where
  /// it is.
  public let formerPath: ArchiveNodePath
}

extension ArchiveDifference: CustomStringConvertible {
  /// The difference as text, such as `events[0].eventTag: "open" → "close"`.
  public var description: String {
    let error = ArchiveError(.custom, path: path.steps)
    let place = error.pathDescription
    switch kind {
    case .added(let node): return "+ \(place): \(node)"
    case .removed(let node): return "- \(place): \(node)"
    case .changed(let old, let new): return "\(place): \(old) → \(new)"
    case .classChanged(let old, let new): return "\(place): class \(old) → \(new)"
    }
  }
}

extension ArchiveNode {
  /// What is different in this node from another one, in the order of this node; empty when they are equal.
  ///
  /// ```swift
  /// for difference in after.differences(from: before) { print(difference) }
  /// // sessions[1].events[0].eventTag: "open" → "close"
  /// // + sessions[2]: Session(…)
  /// ```
  ///
  /// Elements that were inserted into arrays or taken out are found, so that those behind them are not reported. Fields
  /// and keys are compared by name, elements of sets by content. Objects are compared once, however often they are
  /// shared; how they are shared is not compared.
  ///
  /// - Parameter limit: How many differences are looked for.
  /// - Complexity: Linear in the size of both nodes, at any depth, besides the sorting of what has no order. Where long
  ///   parts of arrays have nothing in common, their elements are compared by position.
  public func differences(from other: ArchiveNode, limit: Int = 1000) -> [ArchiveDifference] {
    if self == other { return [] }
    var search = DifferenceSearch(limit: limit)
    return search.differences(from: other, to: self)
  }
}
