/// The encodings of raw records, by their first bytes.
enum RawEncoding: UInt8, CaseIterable {
  /// Record by record.
  case plain = 0
  /// The last byte of each record, then the byte before it of each record, and so on: see ``StridedBytes``.
  case split = 1
}

/// Values of a fixed size: bytes, or raw records.
final class RawColumn: Column {
  let bytes: StridedBytes
  let byteCount: Int

  init(_ head: ColumnHead, _ bytes: StridedBytes, byteCount: Int) {
    (self.bytes, self.byteCount) = (bytes, byteCount)
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// Copies the next values.
  func read(_ count: Int, into place: Place, in context: ReadContext) {
    // SAFETY: opening the column checked that all its bytes are there, and the caller has room for the values.
    if place.stride == byteCount, bytes.areContiguous(size: byteCount) {
      unsafe context.copy(
        UnsafeRawBufferPointer(start: bytes.address(position), count: count * byteCount),
        at: bytes.offset(position), to: place.base)
    } else {
      bytes.copy(from: position, count: count, size: byteCount, to: place)
    }
    position += count
  }

  override func fields(in context: ReadContext) -> [Column] { fields(in: context, from: position) }

  /// Returns the fields of raw records as columns, from a row on.
  func fields(in context: ReadContext, from row: Int) -> [Column] {
    var offset = 0
    return context.schema[node].children.compactMap { child in
      let field = context.schema[child]
      // Reading the schema checked that all fields have a size in raw records.
      guard let size = field.rawByteCount else { return nil }
      defer { offset += size }
      // SAFETY: the sizes of a record's fields add up to its size.
      let part = bytes.part(at: offset, from: row)
      let head = ColumnHead(kind: field.kind, node: child, count: count - row)
      switch field.kind {
      case .unsigned: return IntegerColumn(head, PackedIntegers(bytes: part))
      case .float, .double, .date: return FloatColumn(head, part)
      default: return RawColumn(head, part, byteCount: size)
      }
    }
  }
}
