internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import NodeCoding

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

  /// Returns a value made from the fields of an older version.
  func upgraded<Record: ArchiveRecord>(_ type: Record.Type, from fields: ArchiveNode.Fields) throws -> Record
  {
    var fields = fields
    try InstanceSources.with(instances) { try fields.upgrade(to: type) }
    return try withDecoder { try $0.decodeUpgraded(type, from: fields) }
  }

  /// Returns a value decoded from a node.
  func decode<Value: ArchiveValue>(_ type: Value.Type, from node: ArchiveNode) throws -> Value {
    try withDecoder(of: node) { try $0.decodeRoot(type) }
  }

  /// Calls `body` with a decoder of nodes, whose references are to the instances of the batch.
  func withDecoder<Result>(
    of node: ArchiveNode = .null, _ body: (inout NodeDecoder) throws -> Result
  ) throws -> Result {
    // A record is a level in nodes too; columns count only what can nest without end.
    var deeper = limits
    deeper.maximumDepth =
      limits.maximumDepth.multipliedReportingOverflow(by: 2).overflow
      ? .max : 2 * limits.maximumDepth
    return try spending { budget in
      var decoder = NodeDecoder(
        node, limits: deeper, objectConversion: StoredObjects.self, budget: budget, instances: instances,
        hashes: isHashing)
      defer { budget = decoder.budget }
      return try body(&decoder)
    }
  }
}
