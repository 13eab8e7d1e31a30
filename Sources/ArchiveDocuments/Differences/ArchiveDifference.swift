internal import ArchiveBytes
public import ArchiveNodes

/// One difference between two nodes; see ``ArchiveNode/differences(from:limit:)``.
public struct ArchiveDifference: Sendable, Hashable {
  /// The kinds of difference.
  public enum Kind: Sendable, Hashable {
    /// A part that the other node does not have.
    case added(ArchiveNode)
    /// A part that only the other node has.
    case removed(ArchiveNode)
    /// A leaf with another value, or a part of another kind.
    case changed(from: ArchiveNode, to: ArchiveNode)
    /// The class, case or version of a part. The parts of this part are compared one by one. A text or data has no
    /// parts: if its class differs, its value is the same.
    case classChanged(from: String, to: String)
  }

  /// The kind of difference, with the nodes before and after.
  public let kind: Kind
  /// The path to the part; for a removed part, its former path.
  public let path: ArchiveNodePath
  /// The path to the part in the other node. It differs from ``path`` after elements that were added or removed. For
  /// an added part, it is the current path.
  public let formerPath: ArchiveNodePath
}

extension ArchiveDifference {
  /// The content before and after as text, or the classes; `nil` for a missing part. If the usual texts would be the
  /// same, these show the difference.
  public var texts: (old: String?, new: String?) {
    switch kind {
    case .added(let node): return (nil, "\(node)")
    case .removed(let node): return ("\(node)", nil)
    case .changed(let old, let new):
      let texts = ChangedText.texts(old, new)
      return (texts.old, texts.new)
    case .classChanged(let old, let new): return (old, new)
    }
  }
}

extension ArchiveDifference: CustomStringConvertible {
  /// The difference as text, such as `events[0].eventTag: "open" → "close"`.
  public var description: String {
    let (old, new) = texts
    if case .classChanged = kind { return path.text(ofChangeFrom: old.map { "class \($0)" }, to: new) }
    return path.text(ofChangeFrom: old, to: new)
  }
}

extension ArchiveNodePath {
  /// Returns a difference at this path as text; `nil` represents a missing part.
  func text(ofChangeFrom old: String?, to new: String?) -> String {
    switch (old, new) {
    case (nil, let new?): "+ \(text): \(new)"
    case (let old?, nil): "- \(text): \(old)"
    default: "\(text): \(old ?? "") → \(new ?? "")"
    }
  }
}

extension ArchiveNode {
  /// Returns the differences of this node from another one, in the order of this node; empty if they are equal.
  ///
  /// ```swift
  /// for difference in after.differences(from: before) { print(difference) }
  /// // sessions[1].events[0].eventTag: "open" → "close"
  /// // + sessions[2]: Session(…)
  /// ```
  ///
  /// Elements inserted into arrays or removed from them are detected, so that the elements after them are not
  /// reported. Fields and keys are compared by name, and elements of sets by content. Each object is compared once,
  /// however often it is shared; the sharing itself is not compared.
  ///
  /// - Parameter limit: The maximum number of differences to find.
  /// - Complexity: Linear in the size of both nodes, at any depth, plus the sorting of unordered parts. If long
  ///   sections of arrays have nothing in common, their elements are compared by position.
  public func differences(from other: ArchiveNode, limit: Int = 1000) -> [ArchiveDifference] {
    if Self.areSameLeaves(self, other) == true { return [] }
    var search = DifferenceSearch(ContentClasses(other, self), limit: limit)
    return search.differences(from: other, to: self)
  }
}
