/// A column of strings or data. Each encoding has its own subclass.
class RunColumn: Column {
  init(_ head: ColumnHead) { super.init(head.kind, node: head.node, count: head.count) }

  /// Reads the next strings.
  func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }

  /// Returns the bytes of the next values. Those of strings are valid.
  func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    preconditionFailure("abstract")
  }
}

/// Strings or data to be written.
struct RunValues: EncodedValues {
  typealias Output = ColumnWriter
  static let description = "strings or data"

  let rows: Rows
}
