internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

// What a call reads beside columns: instances, and values that are made from nodes.

extension ReadContext {
  /// The instances of the batch that is being read, if it has any.
  var instances: InstanceReader? { batchInstances as? InstanceReader }

  /// Opens the instances at the cursor for the columns that are read next. Opening them again returns the same ones.
  ///
  /// - Parameter keepsInstances: Whether they will be opened again; if not, they are released with those of the next
  ///   batch.
  func openInstances(_ cursor: inout ByteCursor, keepsInstances: Bool) throws {
    // The table of a compressed batch is known by where the batch is.
    let start = cursor.origin > 0 ? cursor.origin : cursor.offset
    if let known = instances(at: start) {
      batchInstances = known
      cursor = cursor.dropping(cursor.remaining)
      return
    }
    let reader = try InstanceReader(&cursor, in: self)
    if keepsInstances { keep(reader, at: start) }
    batchInstances = reader
  }

  // MARK: Nodes

  /// The limits for values that are read from nodes: a record is a level there too; columns count only what can nest
  /// without end.
  var limitsOfNodes: ArchiveLimits {
    var deeper = limits
    let (depth, overflow) = limits.maximumDepth.multipliedReportingOverflow(by: 2)
    deeper.maximumDepth = overflow ? .max : depth
    return deeper
  }

  /// Returns a value made from the fields of an older version. The type gets copies of the instances that these refer to.
  func upgraded<Record: ArchiveRecord>(_ type: Record.Type, from fields: ArchiveNode.Fields) throws -> Record
  {
    var fields = try instances?.withoutReferences(fields) ?? fields
    try fields.upgrade(to: type)
    return try spending { budget in
      var rest: Int? = budget
      defer { budget = rest ?? budget }
      return try fields.readUpgraded(type, limitsOfNodes, depth: 0, budget: &rest)
    }
  }

  /// Returns a value decoded from a node. If the node refers to instances, ``InstanceReader/hold(_:)`` holds it.
  func decode<Value: ArchiveValue>(_ type: Value.Type, from node: ArchiveNode) throws -> Value {
    if case .reference(let number) = node, let instances { return try instances.value(number, of: type) }
    return try spending { budget in
      var rest: Int? = budget
      defer { budget = rest ?? budget }
      return try node.read(type, limitsOfNodes, budget: &rest)
    }
  }
}
