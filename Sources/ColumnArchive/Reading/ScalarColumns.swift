// Columns of values without parts.

final class IntegerColumn: Column {
  let integers: PackedIntegers

  init(_ kind: ColumnKind, node: Int, count: Int, _ integers: PackedIntegers) {
    self.integers = integers
    super.init(kind, node: node, count: count)
  }
}

final class BoolColumn: Column {
  fileprivate let bits: PackedBits

  init(node: Int, count: Int, _ bits: PackedBits) {
    self.bits = bits
    super.init(.bool, node: node, count: count)
  }

  @inline(__always)
  func read(_ count: Int, _ body: (Int, Bool) throws -> Void) throws {
    try bits.visit(from: position, count: count, body)
    position += count
  }
}

extension BoolColumn {
  /// Stores the next values side by side, a byte each.
  func readBytes(_ count: Int, into target: UnsafeMutableRawPointer) {
    unsafe bits.store(from: position, count: count, into: target)
    position += count
  }
}

/// Floats, doubles or dates; each encoding has a class of its own.
class FloatColumn: Column {
  init(_ head: ColumnHead) { super.init(head.kind, node: head.node, count: head.count) }

  /// How many bytes a number has.
  final var size: Int { kind.floatSize }

  /// Copies the bits of `count` numbers from `first` on.
  func copy(from first: Int, count: Int, into place: Place) { preconditionFailure("abstract") }

  /// Copies the bits of the next numbers.
  final func read(_ count: Int, into place: Place) {
    copy(from: position, count: count, into: place)
    position += count
  }

  /// Gives the next numbers, of either width, as doubles.
  final func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    let partCount = 64
    try unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: partCount) { part in
      guard let numbers = part.baseAddress else { return }
      var done = 0
      while done < count {
        let part = min(count - done, partCount)
        // SAFETY: there is room for as many numbers of eight bytes, and as many are read again.
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

extension ColumnKind {
  /// How many bytes a floating-point number of the kind has.
  var floatSize: Int { self == .float ? 4 : 8 }
}

/// Values of a fixed number of bytes each: bytes, or raw records.
final class RawColumn: Column {
  let bytes: UnsafeRawPointer
  let byteCount: Int
  /// The distance from one value to the next.
  let stride: Int

  init(_ kind: ColumnKind, node: Int, count: Int, bytes: UnsafeRawPointer, byteCount: Int, stride: Int) {
    unsafe self.bytes = bytes
    self.byteCount = byteCount
    self.stride = stride
    super.init(kind, node: node, count: count)
  }

  /// Copies the next values.
  func read(_ count: Int, into place: Place) {
    // SAFETY: opening the column checked that it has all its bytes.
    let source = unsafe bytes + position * stride
    if place.stride == byteCount, stride == byteCount {
      unsafe place.base.copyMemory(from: source, byteCount: count * byteCount)
    } else {
      for number in 0..<count {
        unsafe place.row(number).base.copyMemory(from: source + number * stride, byteCount: byteCount)
      }
    }
    position += count
  }

  /// The fields of raw records as columns of their own, from the first record that is left.
  func fields(in context: ReadContext) -> [Column] { fields(in: context, from: position) }

  /// The fields of the raw records from a row on.
  func fields(in context: ReadContext, from row: Int) -> [Column] {
    let left = count - row
    var source = unsafe bytes + row * stride
    return context.schema[node].children.map { child in
      let kind = context.schema[child].kind
      let size = context.schema.rawByteCount(of: child) ?? 0
      defer { unsafe source += size }
      return switch kind {
      case .unsigned:
        IntegerColumn(
          kind, node: child, count: left,
          unsafe PackedIntegers(base: 0, words: source, size: 1, stride: stride, isSigned: false))
      case .float, .double, .date:
        unsafe PlainFloatColumn(
          ColumnHead(kind: kind, node: child, count: left), bytes: source, stride: stride)
      default:
        unsafe RawColumn(kind, node: child, count: left, bytes: source, byteCount: size, stride: stride)
      }
    }
  }
}
