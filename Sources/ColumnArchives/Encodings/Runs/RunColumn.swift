/// A column of strings or data. Each encoding has its own subclass.
class RunColumn: Column {
  init(_ head: ColumnHead) { super.init(head.kind, node: head.node, count: head.count) }

  /// Reads the next strings.
  func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }

  /// Checks that the next values can be read.
  func checkBytes(_ count: Int, in context: ReadContext) throws { preconditionFailure("abstract") }

  /// Returns the bytes of the next values. Those of strings are valid.
  func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    preconditionFailure("abstract")
  }
}

/// Strings or data whose bytes are stored one value after another.
class OrderedRunColumn: RunColumn {
  /// The offset of the next value.
  final var offset = 0

  /// Returns how many bytes the next values have together.
  func length(_ count: Int, in context: ReadContext) throws -> Int { preconditionFailure("abstract") }

  override final func save(to marks: inout [Int]) {
    super.save(to: &marks)
    marks.append(offset)
  }

  override final func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    offset = marks.removeFirst()
  }

  override final func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    offset += try length(count, in: context)
    position += count
  }
}

/// Strings or data to be written.
struct RunValues: EncodedValues {
  typealias Output = ColumnWriter
  static let description = "strings or data"

  let rows: Rows
}
