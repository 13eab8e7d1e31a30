internal import ArchiveBytes

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

  /// The value of all booleans, or `nil` if they may differ.
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

/// A column of floats, doubles or dates. Each encoding has its own subclass.
class FloatColumn: Column {
  init(_ head: ColumnHead) { super.init(head.kind, node: head.node, count: head.count) }

  /// The size of a number in bytes.
  final var size: Int { kind.floatSize }

  /// Copies the bits of `count` numbers from `first` on.
  func copy(from first: Int, count: Int, into place: Place) { preconditionFailure("abstract") }

  /// Copies the bits of the next numbers.
  final func read(_ count: Int, into place: Place) {
    copy(from: position, count: count, into: place)
    position += count
  }

  /// Passes the next numbers to `body` as doubles, whatever their width.
  final func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    let partCount = 64
    try unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: partCount) { part in
      guard let numbers = part.baseAddress else { return }
      var done = 0
      while done < count {
        let part = min(count - done, partCount)
        // SAFETY: there is room for `partCount` numbers of eight bytes, and only those just copied are read.
        unsafe copy(from: position + done, count: part, into: Place(base: numbers, stride: 8))
        for number in 0..<part {
          let value =
            unsafe size == 4
            ? Double(UnsafeRawPointer(numbers + number).load(as: Float.self))
            : Double(bitPattern: numbers[number])
          try body(done + number, value)
        }
        done += part
      }
    }
    position += count
  }
}
