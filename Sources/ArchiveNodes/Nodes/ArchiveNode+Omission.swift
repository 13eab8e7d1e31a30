extension ArchiveNode {
  /// Returns the node at the end of a shortened collection, which represents `count` elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass("…", superclassNames: []), .integer(Int64(count)))
  }
}
