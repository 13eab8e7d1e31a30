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

final class FloatColumn: Column {
  private let bytes: UnsafeRawPointer
  /// The distance from one number to the next; 0 when all are the same.
  private let stride: Int

  init(_ kind: ColumnKind, node: Int, count: Int, bytes: UnsafeRawPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
    super.init(kind, node: node, count: count)
  }

  /// Copies the bits of the next numbers, which are as wide as `Bits`.
  @inline(__always)
  func readBits<Bits: FixedWidthInteger>(_ count: Int, as type: Bits.Type, into place: Place) {
    // SAFETY: opening the column checked that it has all its bytes.
    for number in 0..<count {
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: (position + number) * stride, as: Bits.self)
      unsafe place.row(number).base.storeBytes(of: Bits(littleEndian: bits), as: Bits.self)
    }
    position += count
  }

  /// Gives the next numbers, of either width, as doubles.
  func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    for number in 0..<count {
      let offset = (position + number) * stride
      if kind == .float {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        try body(number, Double(Float(bitPattern: UInt32(littleEndian: bits))))
      } else {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        try body(number, Double(bitPattern: UInt64(littleEndian: bits)))
      }
    }
    position += count
  }
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
        IntegerColumn(kind, node: child, count: left, unsafe PackedIntegers(bytes: source, stride: stride))
      case .float, .double, .date:
        unsafe FloatColumn(kind, node: child, count: left, bytes: source, stride: stride)
      default:
        unsafe RawColumn(kind, node: child, count: left, bytes: source, byteCount: size, stride: stride)
      }
    }
  }
}
