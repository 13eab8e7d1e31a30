/// A column of instance numbers.
final class InstanceColumn: Column {
  private let numbers: PackedIntegers

  init(node: Int, count: Int, _ cursor: inout ByteCursor) throws {
    numbers = try PackedIntegers(&cursor, count: count, isSigned: false)
    super.init(.instance, node: node, count: count)
  }

  /// Calls `body` with the next numbers.
  func visit(_ count: Int, _ body: (Int) -> Void) {
    numbers.visit(from: position, count: count) { _, number in body(Int(clamping: number)) }
    position += count
  }
}
