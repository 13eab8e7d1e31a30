/// The names and kinds of all columns of an archive: a tree, in which a type met again refers to where it was first.
struct Schema {
  var nodes: [SchemaNode] = []
  /// The number of the node of the root value, or of an element when the root is a sequence.
  var root = 0

  subscript(number: Int) -> SchemaNode { nodes[number] }

  /// Whether columns refer to instances, by themselves or in trees.
  var canReferToInstances: Bool { nodes.contains { $0.kind == .instance || $0.kind == .tree } }
}

struct SchemaNode {
  let kind: ColumnKind
  /// The names of a record's fields or an enumeration's cases.
  var names: [String] = []
  /// The numbers of the columns below, one a name for a record, one at all for an optional or a collection. An
  /// enumeration has one record without a name for each case.
  var children: [Int] = []
  /// How many bytes a value takes; only for fixed bytes and raw records.
  var byteCount = 0
}
