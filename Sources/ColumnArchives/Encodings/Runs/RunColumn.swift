/// Strings or data; each encoding has a class of its own.
class RunColumn: Column {
  init(_ head: ColumnHead) { super.init(head.kind, node: head.node, count: head.count) }

  /// Makes the next strings.
  func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }

  /// Makes the next data.
  func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }
}

/// Strings or data that are to be written.
struct RunValues: EncodedValues {
  typealias Output = ColumnWriter
  static let description = "strings or data"

  let rows: Rows
  let content: Content

  enum Content {
    /// Strings, and whether words can be taken from their memory.
    case strings(isKnown: Bool)
    case data
  }
}
