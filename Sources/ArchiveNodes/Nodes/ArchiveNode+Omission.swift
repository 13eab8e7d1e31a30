extension ArchiveNode {
  /// The class name of a node that stands for elements that were not read.
  private static let omissionName = "…"

  /// Returns the node at the end of a collection that stands for `count` elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass(omissionName, superclassNames: []), .integer(Int64(count)))
  }

  /// The number of elements that the node stands for; `nil` unless it is an omission.
  package var omittedCount: Int? {
    guard case .instance(let type, .integer(let count)) = self, type.name == Self.omissionName,
      count > 0, count <= Int64.max >> 8
    else { return nil }
    return Int(exactly: count)
  }
}
