internal import ArchiveBytes

/// A column of an archive, opened: its bounds are checked, and its values are read in order.
class Column {
  let kind: ColumnKind
  /// The node of the schema.
  let node: Int
  /// How many values there are.
  let count: Int
  /// How many were read.
  var position = 0
  /// How many bytes of the archive it takes, those of the columns below included.
  var storedByteCount = 0
  /// How many columns it is, those below included.
  var columnCount = 1

  init(_ kind: ColumnKind, node: Int, count: Int) {
    self.kind = kind
    self.node = node
    self.count = count
  }

  /// Passes over values. That takes a step a column, and may take one a value; neither needs bytes in the archive, so it
  /// counts against the limits.
  func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    position += count
  }

  // MARK: Going back

  /// How far the column, and all columns below it, have been read.
  final func marks(in context: ReadContext) throws -> [Int] {
    try context.charge(columnCount, of: WorkCost.column)
    var marks: [Int] = []
    save(to: &marks)
    return marks
  }

  /// Goes back to where it was when it had these marks.
  final func goBack(to marks: [Int]) {
    var marks = marks[...]
    restore(from: &marks)
  }

  /// Adds how far the column, and all columns below it, have been read.
  func save(to marks: inout [Int]) { marks.append(position) }

  /// Goes back to where ``save(to:)`` was called, taking its marks from the front.
  func restore(from marks: inout ArraySlice<Int>) { position = marks.removeFirst() }
}
