/// Nodes are equal when they have the same content.
///
/// References are looked through: a graph equals the tree that it unfolds to, and two graphs are equal when they look
/// the same from their roots, however their objects are numbered and shared; ``hasSameSharing(as:)`` compares that too.
///
/// - Arrays are equal in order; sets, dictionaries and the fields of records in any order.
/// - Numbers are equal when they are of the same kind and have the same bits: NaN is equal to itself, 0 and -0 differ,
///   `3` and `3.0` as well. Dates are compared in the same way.
/// - The class of an ``instance(_:_:)`` counts, by its name, unless it is the usual one: an `NSMutableArray` differs
///   from an array, an `NSArray` does not. Of records, class name, case, and version count.
/// - References that lead nowhere are equal; outside of graphs, where nothing is known of them, those of the same
///   number.
///
/// - Complexity: Linear in the size of both, at any depth, cycles included. For sets and dictionaries in another order
///   sorting is added; elements that are alike to a depth of several levels are tried one with the other.
extension ArchiveNode: Hashable {
  public static func == (left: ArchiveNode, right: ArchiveNode) -> Bool {
    if let areSame = areSameLeaves(left, right) { return areSame }
    var comparison = NodeComparison(SameContent())
    return comparison.areEqual(left, right)
  }

  /// Of a large node, only what is near.
  public func hash(into hasher: inout Hasher) { NodeHash.combine(self, in: nil, into: &hasher) }

  /// Whether two nodes are equal and share objects in the same way: what is one object at several places of one, is one
  /// object at the same places of the other.
  ///
  /// Numbers of objects do not count, nor does whether something that is at one place only is an object or inline.
  /// Numbers, texts and the like have no identity. Of elements of a set that are equal, it is not tried which is which.
  ///
  /// - Complexity: That of `==`, but for elements of sets, and keys, that differ far down only: which belong together
  ///   is tried anew for each way that those around them are paired. After 262,144 nodes were compared for nothing,
  ///   the answer is `false`.
  public func hasSameSharing(as other: ArchiveNode) -> Bool {
    hasSameSharing(as: other, wasteLimit: 1 << 18)
  }

  /// - Parameter wasteLimit: How many nodes are compared for nothing before the answer is `false`.
  package func hasSameSharing(as other: ArchiveNode, wasteLimit: Int) -> Bool {
    var comparison = NodeComparison(SameSharing(), wasteLimit: wasteLimit)
    return comparison.areEqual(self, other)
  }
}

extension ArchiveGraph: Hashable {
  /// Whether the graphs look the same from their roots; see ``ArchiveNode``.
  public static func == (left: ArchiveGraph, right: ArchiveGraph) -> Bool {
    ArchiveNode.graph(left) == .graph(right)
  }

  public func hash(into hasher: inout Hasher) { ArchiveNode.graph(self).hash(into: &hasher) }
}
