/// Nodes are equal if they have the same content.
///
/// The comparison follows references: a graph equals the tree that it expands to, and two graphs are equal if they look
/// the same from their roots, however their objects are numbered and shared. ``hasSameSharing(as:)`` also compares the
/// sharing.
///
/// - Arrays are compared in order; sets, dictionaries and the fields of records in any order.
/// - Numbers are equal if they have the same kind and the same bits: NaN is equal to itself, 0 and -0 differ, and so do
///   `3` and `3.0`. Dates are compared in the same way.
/// - The class name of an ``instance(_:_:)`` counts, unless it is the default class: an `NSMutableArray` differs from
///   an array, an `NSArray` does not. For records, class name, case and version count.
/// - References that lead nowhere are equal. Outside of graphs, where their targets are unknown, references with the
///   same number are equal.
///
/// - Complexity: Linear in the size of both, at any depth, including cycles. Sets and dictionaries in different orders
///   also need sorting; elements that are alike down to several levels are tried against each other.
extension ArchiveNode: Hashable {
  public static func == (left: ArchiveNode, right: ArchiveNode) -> Bool {
    if let areSame = areSameLeaves(left, right) { return areSame }
    var comparison = NodeComparison(SameContent())
    return comparison.areEqual(left, right)
  }

  /// Hashes only the nearest content of a large node.
  public func hash(into hasher: inout Hasher) { NodeHash.combine(self, in: nil, into: &hasher) }

  /// Returns whether two nodes are equal and share objects in the same way: an object at several places of one node is
  /// a single object at the same places of the other.
  ///
  /// Numbers of objects do not count, nor whether content at a single place is an object or inline. Numbers, strings
  /// and other leaves have no identity. For equal elements of a set, the possible assignments are not tried.
  ///
  /// - Complexity: That of `==`, except for elements of sets, and keys, that only differ far down: their pairing is
  ///   tried again for each pairing of the parts around them. After 262,144 nodes were compared in vain, the result is
  ///   `false`.
  public func hasSameSharing(as other: ArchiveNode) -> Bool {
    hasSameSharing(as: other, wasteLimit: 1 << 18)
  }

  /// - Parameter wasteLimit: The number of nodes compared in vain before the result is `false`.
  package func hasSameSharing(as other: ArchiveNode, wasteLimit: Int) -> Bool {
    var comparison = NodeComparison(SameSharing(), wasteLimit: wasteLimit)
    return comparison.areEqual(self, other)
  }
}

extension ArchiveGraph: Hashable {
  /// Returns whether the graphs look the same from their roots; see ``ArchiveNode``.
  public static func == (left: ArchiveGraph, right: ArchiveGraph) -> Bool {
    ArchiveNode.graph(left) == .graph(right)
  }

  public func hash(into hasher: inout Hasher) { ArchiveNode.graph(self).hash(into: &hasher) }
}
