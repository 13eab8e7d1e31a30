// Columns of numbers and booleans.

final class IntegerColumn: Column {
  let integers: PackedIntegers

  init(_ head: ColumnHead, _ integers: PackedIntegers) {
    self.integers = integers
    super.init(head.kind, node: head.node, count: head.count)
  }
}

final class BoolColumn: Column {
  fileprivate let bits: PackedBits

  init(node: Int, count: Int, _ bits: PackedBits) {
    self.bits = bits
    super.init(.bool, node: node, count: count)
  }

  /// The value of all booleans; `nil` if they may differ.
  var constant: Bool? { bits.constant }

  @inline(__always)
  func read(_ count: Int, _ body: (Int, Bool) throws -> Void) throws {
    try bits.visit(from: position, count: count, body)
    position += count
  }
}

extension BoolColumn {
  /// Stores the next values side by side, one byte each.
  func readBytes(_ count: Int, into target: UnsafeMutableRawPointer) {
    unsafe bits.store(from: position, count: count, into: target)
    position += count
  }
}
