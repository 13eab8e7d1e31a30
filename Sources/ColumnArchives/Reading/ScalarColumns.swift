/// A column of integers, or of booleans as 0 and 1.
final class IntegerColumn: Column {
  let integers: PackedIntegers

  init(_ head: ColumnHead, _ integers: PackedIntegers) {
    self.integers = integers
    super.init(head.kind, node: head.node, count: head.count)
  }
}
