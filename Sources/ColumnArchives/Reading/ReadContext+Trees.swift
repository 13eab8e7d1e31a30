internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

// A call reads more than columns: values of a batch's keyed archive, and values that are created from nodes.

extension ReadContext {
  /// The limits for values that are read from nodes. A record is a level there too, but columns count only types that
  /// can nest without end.
  var limitsOfNodes: ArchiveLimits {
    var deeper = limits
    let (depth, overflow) = limits.maximumDepth.multipliedReportingOverflow(by: 2)
    deeper.maximumDepth = overflow ? .max : depth
    return deeper
  }

  /// Returns a reader of the values that nodes of the batch represent.
  func values(of nodes: [ArchiveNode]) throws -> ValueListReader {
    try openTrees().values(of: nodes, in: self)
  }

  /// Returns a value created from the fields of an older version. The type receives copies of the objects that the
  /// fields refer to.
  func upgraded<Record: ArchiveRecord>(_ type: Record.Type, from fields: ArchiveNode.Fields) throws -> Record
  {
    var fields = fields
    if fields.values.contains(where: { !$0.references.isEmpty }) {
      let objects = try trees?.objects(in: self) ?? []
      fields = try fields.mapFields { _, node in
        if node.references.isEmpty { return node }
        let copy = ArchiveNode(root: node, objects: objects).inlined()
        try charge(copy.nodeCount, of: NodeCost.node)
        return copy
      }
    }
    try fields.upgrade(to: type)
    return try spending { budget in
      var rest: Int? = budget
      defer { budget = rest ?? budget }
      return try fields.readUpgraded(type, limitsOfNodes, depth: 0, budget: &rest)
    }
  }
}

extension ArchiveNode {
  /// The number of nodes in the node, and in the objects of a graph.
  fileprivate var nodeCount: Int {
    var (count, open) = (0, [self])
    while let node = open.popLast() {
      count += 1
      open += node.heldNodes
      if case .graph(let graph) = node { open += graph.objects }
    }
    return count
  }
}
