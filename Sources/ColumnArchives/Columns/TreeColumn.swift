internal import KeyedArchives

// A column of trees stores one count. It is one more than the position of the first value in the keyed archive of the
// batch; the next values of the archive belong to the other rows. The count is 0 if the whole archive is the value,
// in a column of one row.

/// A column of values in the keyed archive of its batch.
final class TreeColumn: Column {
  /// The position of the first value; `nil` if the archive is a graph of nodes, and the only value.
  private let first: Int?
  private let trees: BatchTrees

  init(_ head: ColumnHead, _ cursor: inout ByteCursor, _ trees: BatchTrees) throws {
    let number = try cursor.readCount()
    guard number > 0 || head.count == 1 else { throw cursor.malformed("the position of a value", "none") }
    first = number > 0 ? number - 1 : nil
    self.trees = trees
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// Takes the next rows, and returns the positions of their values in the archive.
  func take(_ count: Int) -> Range<Int> {
    defer { position += count }
    return (first ?? 0) + position..<(first ?? 0) + position + count
  }

  /// Opens the keyed archive.
  func values(in context: ReadContext) throws -> ValueListReader {
    let content: ValueListReader.Content = first == nil ? .graph : context.isFromNodes ? .nodes : .values
    return try trees.values(content, in: context)
  }
}
