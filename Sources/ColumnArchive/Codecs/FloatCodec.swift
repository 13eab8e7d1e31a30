internal import ArchiveValues

/// `Float`, `Double`, and dates, which are doubles in memory.
final class FloatCodec: ColumnCodec, @unchecked Sendable {
  let kind: ColumnKind

  init(_ memory: ValueMemory, _ kind: ColumnKind) {
    self.kind = kind
    super.init(memory)
  }

  override var rawByteCount: Int? { memory.size }

  override var isScalar: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: kind)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    if kind == .float {
      FloatValues.write(rows, as: UInt32.self, to: writer.output)
    } else {
      FloatValues.write(rows, as: UInt64.self, to: writer.output)
    }
  }

  override var canReadOne: Bool { true }

  override func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool {
    guard cursor.readIfPresent() == 0, let bytes = unsafe cursor.readBytesIfPresent(memory.size) else {
      return false
    }
    // SAFETY: there are as many bytes as a number has; on big-endian machines they are turned around.
    if memory.size == 4 {
      unsafe address.storeBytes(
        of: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)), as: UInt32.self)
    } else {
      unsafe address.storeBytes(
        of: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)), as: UInt64.self)
    }
    return true
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    // A date is no number, nor the other way round.
    guard (column.kind == .date) == (kind == .date) else {
      throw context.mismatch(column, expected: kind.description)
    }
    switch column.kind {
    case .float where kind == .float, .double where kind == .double, .date:
      (column as! FloatColumn).read(count, into: place)
    case .float:
      try (column as! FloatColumn).read(count) { position, value in
        unsafe place.row(position).base.storeBytes(of: value, as: Double.self)
      }
    case .double:
      try (column as! FloatColumn).read(count) { position, value in
        guard let number = StoredNumber.double(value).float else {
          throw RowError(row: position, context.invalid("\(value)", expected: "a number that fits Float"))
        }
        unsafe place.row(position).base.storeBytes(of: number, as: Float.self)
      }
    case .signed, .unsigned:
      try decodeIntegers(column as! IntegerColumn, into: place, count: count, in: context)
    case .bool:
      try (column as! BoolColumn).read(count) { position, value in
        store(value ? 1 : 0, at: place.row(position))
      }
    default: throw context.mismatch(column, expected: kind.description)
    }
  }

  private func store(_ value: Double, at place: Place) {
    if kind == .float {
      unsafe place.base.storeBytes(of: Float(value), as: Float.self)
    } else {
      unsafe place.base.storeBytes(of: value, as: Double.self)
    }
  }

  /// Integers, where the type has each exactly.
  private func decodeIntegers(
    _ column: IntegerColumn, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let (integers, isFloat) = (column.integers, kind == .float)
    var failure: (row: Int, text: String)?
    integers.visit(from: column.position, count: count) { position, bits in
      let number: StoredNumber = integers.isSigned ? .signed(Int64(bitPattern: bits)) : .unsigned(bits)
      let value = isFloat ? number.float.map(Double.init) : number.double
      if value == nil, failure == nil { failure = (position, "\(number)") }
      store(value ?? 0, at: place.row(position))
    }
    if let failure {
      throw RowError(
        row: failure.row, context.invalid(failure.text, expected: "a number that \(memory.type) has exactly"))
    }
    column.position += count
  }
}
