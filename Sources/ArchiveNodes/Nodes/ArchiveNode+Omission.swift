extension ArchiveNode {
  /// Returns the node at the end of a collection that stands for `count` elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass("…", superclassNames: []), .integer(Int64(count)))
  }
}
