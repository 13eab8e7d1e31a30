internal import ArchiveBytes
internal import ArchiveValues

/// An opened column of an archive. Its bounds are checked, and its values are read in order.
class Column {
  let kind: ColumnKind
  /// The node of the schema.
  let node: Int
  /// The number of values.
  let count: Int
  /// The number of values read so far.
  var position = 0
  /// The number of bytes in the archive, including the columns below.
  var storedByteCount = 0
  /// The columns below: one for each child of the node, in that order. A child without values is `nil`, because its
  /// column is not stored. The fields of raw records are not columns.
  var children: [Column?] { [] }

  /// The number of columns, including those below.
  private var columnCount: Int { children.reduce(1) { $0 + ($1?.columnCount ?? 0) } }

  init(_ kind: ColumnKind, node: Int, count: Int) {
    self.kind = kind
    self.node = node
    self.count = count
  }

  /// Skips values. This takes one step for the column, and may take one for each value. The archive needs no bytes
  /// for either, so the work is charged against the limits.
  func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    position += count
  }

  /// Returns the columns of the fields of records, from the first unread one.
  func fields(in context: ReadContext) throws -> [Column] {
    throw context.mismatch(self, expected: "records")
  }

  /// Returns the column of one field of records.
  func field(_ position: Int, in context: ReadContext) throws -> Column { try fields(in: context)[position] }

  /// Skips the values before a row that were not read: those of fields that the type lacks.
  func synchronize(to row: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    if position < row { try skip(row - position, in: context) }
  }

  // MARK: Going back

  /// Calls `read`, which reads values of the column. If a value cannot be read, the column returns to its earlier
  /// position, and `otherwise` is called with the error.
  final func trying(
    in context: ReadContext, _ read: () throws -> Void, otherwise: (ArchiveError) throws -> Void
  ) throws {
    try context.charge(columnCount, of: WorkCost.column)
    let dropped = DecodeFailures.count
    var marks: [Int] = []
    save(to: &marks)
    do {
      try read()
    } catch {
      let failure = RowError(row: nil, wrapping: error).error
      guard failure.isOfOneValue else { throw error }
      try context.charge(WorkCost.failure)
      var saved = marks[...]
      restore(from: &saved)
      DecodeFailures.goBack(to: dropped)
      try otherwise(failure)
    }
  }

  /// Appends the positions of the column and all columns below it.
  func save(to marks: inout [Int]) {
    marks.append(position)
    for case let child? in children { child.save(to: &marks) }
  }

  /// Returns to the positions that ``save(to:)`` appended, and removes them from the front of the marks.
  func restore(from marks: inout ArraySlice<Int>) {
    position = marks.removeFirst()
    for case let child? in children { child.restore(from: &marks) }
  }
}
