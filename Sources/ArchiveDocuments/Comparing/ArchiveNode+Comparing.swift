public import ArchiveNodes

extension ArchiveNode {
  /// Returns whether two nodes represent the same content.
  ///
  /// The comparison follows references. A graph has the content of the tree that it expands to, and two graphs have
  /// the same content if they look the same from their roots, however their objects are numbered and shared.
  /// ``hasSameSharing(as:)`` also compares the sharing, and `==` compares the structure of the nodes.
  ///
  /// - Arrays are compared in order; sets, dictionaries and the fields of records in any order.
  /// - Numbers are the same if they have the same kind and the same bits: NaN is the same as itself, 0 and -0 differ, and
  ///   so do `3` and `3.0`. Dates are compared in the same way.
  /// - The class name of an ``instance(_:_:)`` counts, unless it is the default class: an `NSMutableArray` differs from
  ///   an array, an `NSArray` does not. For records, class name, case and version count.
  /// - References that lead nowhere are the same. Outside graphs, targets are unknown, and references are the same if
  ///   they have the same number.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both, at any depth, including cycles.
  public func hasSameContent(as other: ArchiveNode) -> Bool {
    if let areSame = Self.areSameLeaves(self, other) { return areSame }
    let classes = ContentClasses(self, other)
    return classes.areSame(classes.roots.left, classes.roots.right)
  }

  /// Returns whether two nodes have the same content and share objects in the same way: an object at several places of
  /// one node is a single object at the same places of the other.
  ///
  /// The numbers of objects are not compared. At a single place, an object and the same content inline are equal.
  /// Numbers, strings and other leaves have no identity. For equal elements of a set, the possible assignments are
  /// not tried.
  ///
  /// - Complexity: The same as ``hasSameContent(as:)``.
  public func hasSameSharing(as other: ArchiveNode) -> Bool {
    let classes = ContentClasses(self, other)
    let (left, right) = classes.roots
    return classes.areSame(left, right) && classes.sharing(of: left) == classes.sharing(of: right)
  }
}
