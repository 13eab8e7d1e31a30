internal import ArchiveBytes

// Columns without child columns.

extension ColumnTraits {
  static let bool = ColumnTraits(
    "a boolean", "boolean",
    open: { BoolColumn(node: $1.node, count: $1.count, try $0.bits($1.count)) },
    nodes: { (column: BoolColumn, wanted) in try column.boolNodes(wanted.count) })

  static let signed = integers("integer")
  static let unsigned = integers(
    "unsigned integer",
    raw: unsafe RawPart(
      byteCount: { _ in 1 },
      column: { head, bytes, _, stride in
        let bytes = unsafe PackedIntegers(base: 0, words: bytes, size: 1, stride: stride, isSigned: false)
        return IntegerColumn(head, bytes)
      }))

  static let float = floats("a number", "float", size: 4)
  static let double = floats("a number", "double", size: 8)
  static let date = floats("a date", "date", size: 8)

  static let string = ColumnTraits(
    "a string", "string",
    open: { opener, head in try opener.take { try ColumnEncodings.strings.open(&$0, head) } },
    nodes: { (column: RunColumn, wanted) in try column.stringNodes(wanted.count, in: wanted.context) })

  static let data = ColumnTraits(
    "data", "data", open: { opener, head in try opener.take { try ColumnEncodings.data.open(&$0, head) } },
    nodes: { (column: PlainRunColumn, wanted) in try column.dataNodes(wanted.count, in: wanted.context) })

  static let bytes = ColumnTraits(
    "bytes of a fixed count", "bytes", content: .byteCount, raw: .bytes,
    nodeCost: NodeCost.node + NodeCost.record,
    open: { try $0.raw($1) }, nodes: { (column: RawColumn, wanted) in column.bytesNodes(wanted.count) })

  private static func integers(_ name: String, raw: RawPart? = nil) -> ColumnTraits {
    ColumnTraits(
      "an integer", name, raw: raw,
      open: { opener, head in
        let isSigned = head.kind == .signed
        return IntegerColumn(
          head, try opener.take { try PackedIntegers(&$0, count: head.count, isSigned: isSigned) })
      }, nodes: { (column: IntegerColumn, wanted) in column.integerNodes(wanted.count) })
  }

  private static func floats(_ value: String, _ name: String, size: Int) -> ColumnTraits {
    ColumnTraits(
      value, name,
      raw: unsafe RawPart(
        byteCount: { _ in size },
        column: { head, bytes, _, stride in unsafe PlainFloatColumn(head, bytes: bytes, stride: stride) }),
      open: { opener, head in try opener.take { try ColumnEncodings.floats.open(&$0, head) } },
      nodes: { (column: FloatColumn, wanted) in try column.numberNodes(wanted.count) })
  }
}

extension ColumnTraits.RawPart {
  /// Values whose size the schema gives.
  static let bytes = unsafe ColumnTraits.RawPart(
    byteCount: { $0.byteCount },
    column: { unsafe RawColumn($0, bytes: $1, byteCount: $2, stride: $3) })
}

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

extension ColumnKind {
  /// The size of a floating-point number of this kind in bytes.
  var floatSize: Int { self == .float ? 4 : 8 }
}

/// Values of a fixed size: bytes, or raw records.
@safe
final class RawColumn: Column {
  // Safe: opening the column checked that the archive has all its bytes, and the archive outlives the column.
  let bytes: UnsafeRawPointer
  let byteCount: Int
  /// The distance from one value to the next, in bytes.
  let stride: Int

  init(_ head: ColumnHead, bytes: UnsafeRawPointer, byteCount: Int, stride: Int) {
    unsafe self.bytes = bytes
    self.byteCount = byteCount
    self.stride = stride
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// Copies the next values.
  func read(_ count: Int, into place: Place, in context: ReadContext) {
    // SAFETY: opening the column checked that it has all its bytes.
    let source = unsafe bytes + position * stride
    if place.stride == byteCount, stride == byteCount {
      unsafe context.copy(
        UnsafeRawBufferPointer(start: source, count: count * byteCount), to: place.base)
    } else {
      for number in 0..<count {
        unsafe place.row(number).base.copyMemory(from: source + number * stride, byteCount: byteCount)
      }
    }
    position += count
  }

  /// Returns the fields of raw records as columns, from the first unread record.
  func fields(in context: ReadContext) -> [Column] { fields(in: context, from: position) }

  /// Returns the fields of raw records as columns, from a row on.
  func fields(in context: ReadContext, from row: Int) -> [Column] {
    let left = count - row
    var source = unsafe bytes + row * stride
    return context.schema[node].children.compactMap { child in
      let field = context.schema[child]
      // Reading the schema checked that all fields have `raw` traits.
      guard let raw = field.kind.traits.raw else { return nil }
      let size = raw.byteCount(field)
      defer { unsafe source += size }
      // SAFETY: opening the column checked that it has all its bytes, and the sizes of a record's fields add up to its
      // size.
      return unsafe raw.column(ColumnHead(kind: field.kind, node: child, count: left), source, size, stride)
    }
  }
}
