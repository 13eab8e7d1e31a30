internal import ArchiveNodes

/// The cost of work that produces no values, in bytes of the budget: about one byte per nanosecond.
///
/// A short archive can request a lot of such work: it can contain any number of columns, cases and rows that take no
/// bytes. So the work for each of them is charged, and reading ends in time linear in the budget.
enum WorkCost {
  /// Visiting a column, to skip rows or to record its position.
  static let column = 16
  /// Counting a case of an enumeration.
  static let `case` = 8
  /// The calls needed to read values separately from others.
  static let run = 64
  /// Creating and catching an error.
  static let failure = 512
}

/// The cost of nodes, in bytes.
enum NodeCost {
  /// A block of memory with its header, for an array or a box.
  static let allocation = 32
  static let node = MemoryLayout<ArchiveNode>.stride
  /// A record, and the arrays of its names and nodes. The names are usually shared with all records of the schema.
  static let record = MemoryLayout<ArchiveNode.Fields>.stride + 2 * allocation

  /// Returns the cost of the node of a value of a column, without the nodes inside it.
  static func of(_ kind: ColumnKind) -> Int {
    switch kind {
    case .optional, .array, .set, .dictionary: node + allocation
    case .bytes, .record, .rawRecord, .cases: node + record
    default: node
    }
  }
}
