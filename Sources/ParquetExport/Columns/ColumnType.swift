/// The type of a column: the storage and the meaning of its values.
enum ColumnType: Hashable {
  case boolean
  /// An integer of 8, 16, 32 or 64 bits.
  case integer(bits: Int, isSigned: Bool)
  case float, double
  case timestamp(isNanoseconds: Bool)
  /// A decimal number of at most this many digits, and the number of digits after the point.
  case decimal(precision: Int, scale: Int)
  case string, binary
  case uuid
  case bytes(Int)

  /// How values are stored.
  enum Physical: Int {
    case boolean, int32, int64, int96, float, double, byteArray, fixedByteArray
  }

  var physical: Physical {
    switch self {
    case .boolean: .boolean
    case .integer(let bits, _): bits > 32 ? .int64 : .int32
    case .float: .float
    case .double: .double
    case .timestamp: .int64
    case .decimal(let precision, _): precision <= 18 ? .int64 : .fixedByteArray
    case .string, .binary: .byteArray
    case .uuid, .bytes: .fixedByteArray
    }
  }

  /// The size of a value of ``Physical/fixedByteArray``.
  var byteCount: Int? {
    switch self {
    case .uuid: 16
    case .bytes(let count): count
    case .decimal where physical == .fixedByteArray: 16
    default: nil
    }
  }

  /// The older notation for the meaning of values, by its number in the format.
  private var convertedType: Int? {
    switch self {
    case .string: 0
    case .decimal: 5
    case .timestamp(let isNanoseconds): isNanoseconds ? nil : 10
    case .integer(let bits, let isSigned): (isSigned ? 15 : 11) + bits.trailingZeroBitCount - 3
    default: nil
    }
  }

  /// Writes the parts of a schema element that follow from the type.
  func write(to writer: inout CompactWriter, name: String, _ repetition: SchemaField.Repetition) {
    writer.field(1, int32: physical.rawValue)
    if let byteCount { writer.field(2, int32: byteCount) }
    writer.field(3, int32: repetition.rawValue)
    writer.field(4, name)
    if let convertedType { writer.field(6, int32: convertedType) }
    if case .decimal(let precision, let scale) = self {
      writer.field(7, int32: scale)
      writer.field(8, int32: precision)
    }
    if hasLogicalType { writer.field(10) { writeLogicalType(to: &$0) } }
  }

  private var hasLogicalType: Bool {
    switch self {
    case .boolean, .float, .double, .binary, .bytes: false
    default: true
    }
  }

  private func writeLogicalType(to writer: inout CompactWriter) {
    switch self {
    case .boolean, .float, .double, .binary, .bytes: break
    case .string: writer.field(1) { _ in }
    case .decimal(let precision, let scale):
      writer.field(5) {
        $0.field(1, int32: scale)
        $0.field(2, int32: precision)
      }
    case .timestamp(let isNanoseconds):
      writer.field(8) {
        $0.field(1, true)
        $0.field(2) { $0.field(isNanoseconds ? 3 : 2) { _ in } }
      }
    case .integer(let bits, let isSigned):
      writer.field(10) {
        $0.field(1, byte: UInt8(bits))
        $0.field(2, isSigned)
      }
    case .uuid: writer.field(14) { _ in }
    }
  }

  /// The type in Parquet's own notation.
  var text: String {
    switch self {
    case .boolean: "boolean"
    case .integer(let bits, let isSigned): "\(physical) (INTEGER(\(bits), \(isSigned)))"
    case .float: "float"
    case .double: "double"
    case .timestamp(let isNanoseconds): "int64 (TIMESTAMP(\(isNanoseconds ? "NANOS" : "MICROS"), true))"
    case .decimal(let precision, let scale):
      "\(byteCount.map { "fixed_len_byte_array(\($0))" } ?? "int64") (DECIMAL(\(precision), \(scale)))"
    case .string: "binary (STRING)"
    case .binary: "binary"
    case .uuid: "fixed_len_byte_array(16) (UUID)"
    case .bytes(let count): "fixed_len_byte_array(\(count))"
    }
  }
}
