internal import ArchiveBytes

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

  override func fields(in context: ReadContext) -> [Column] { fields(in: context, from: position) }

  /// Returns the fields of raw records as columns, from a row on.
  func fields(in context: ReadContext, from row: Int) -> [Column] {
    let left = count - row
    var source = unsafe bytes + row * stride
    return context.schema[node].children.compactMap { child in
      let field = context.schema[child]
      // Reading the schema checked that all fields have a size in raw records.
      guard let size = field.rawByteCount else { return nil }
      defer { unsafe source += size }
      // SAFETY: opening the column checked that it has all its bytes, and the sizes of a record's fields add up to its
      // size.
      return unsafe part(ColumnHead(kind: field.kind, node: child, count: left), source, byteCount: size)
    }
  }

  /// Returns a field of the records, whose first value is at an address.
  private func part(_ head: ColumnHead, _ address: UnsafeRawPointer, byteCount: Int) -> Column {
    switch head.kind {
    case .unsigned:
      let bytes = unsafe PackedIntegers(base: 0, words: address, size: 1, stride: stride, isSigned: false)
      return IntegerColumn(head, bytes)
    case .float, .double, .date: return unsafe PlainFloatColumn(head, bytes: address, stride: stride)
    default: return unsafe RawColumn(head, bytes: address, byteCount: byteCount, stride: stride)
    }
  }
}
