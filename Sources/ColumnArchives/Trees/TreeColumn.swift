internal import ArchiveBytes
internal import ArchiveNodes

/// A column of trees.
final class TreeColumn: Column {
  private let names: [String]
  private let lengths: PackedIntegers
  private let trees: ByteCursor
  private var rest: ByteCursor

  init(node: Int, count: Int, _ cursor: inout ByteCursor) throws {
    names = try TreeReader.readNames(&cursor)
    lengths = try PackedIntegers(&cursor, count: count, isSigned: false)
    trees = try cursor.readPart(try cursor.readCount())
    rest = trees
    super.init(.tree, node: node, count: count)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    marks.append(rest.offset)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    rest = trees.dropping(marks.removeFirst() - trees.offset)
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    try advance(count) { _ in }
  }

  /// Calls `body` with each of the next values.
  ///
  /// - Parameter keepsObjects: Whether objects of `NSCoding` classes stay as they are stored.
  func read(
    _ count: Int, keepsObjects: Bool, in context: ReadContext, _ body: (ArchiveNode) throws -> Void
  ) throws {
    var row = 0
    do {
      try advance(count) {
        var reader = TreeReader($0, names: names, keepsObjects: keepsObjects, context: context)
        try body(try reader.readAll())
        row += 1
      }
    } catch {
      throw RowError(row: min(row, count - 1), wrapping: error)
    }
  }

  private func advance(_ count: Int, _ body: (ByteCursor) throws -> Void) throws {
    var failure: (any Error)?
    lengths.visit(from: position, count: count) { _, length in
      guard failure == nil else { return }
      do {
        try body(try rest.readPart(Int(clamping: length)))
      } catch {
        failure = error
      }
    }
    position += count
    if let failure { throw failure }
    guard position < self.count || rest.isAtEnd else {
      throw rest.malformed("lengths that add up to all trees", "other lengths")
    }
  }
}
