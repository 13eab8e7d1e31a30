internal import ArchiveBytes

/// A column of trees.
final class TreeColumn: Column {
  private let names: [String]
  private let lengths: PackedIntegers
  private let trees: ByteCursor
  private var rest: ByteCursor

  init(node: Int, count: Int, _ cursor: inout ByteCursor) throws {
    var names: [String] = []
    // A name takes at least one byte, so the archive's size bounds the count.
    for _ in 0..<(try cursor.readCount()) { names.append(try cursor.readName()) }
    self.names = names
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

  func read(_ count: Int, in context: ReadContext, _ body: (TreeDecoder) throws -> Void) throws {
    try advance(count) { try body(TreeDecoder($0, names: names, context: context)) }
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
