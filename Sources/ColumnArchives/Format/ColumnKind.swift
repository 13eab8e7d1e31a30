/// The kinds of columns; the raw value is the byte of the kind in a schema.
package enum ColumnKind: UInt8, CaseIterable {
  case bool = 1
  case signed, unsigned
  case float, double, date
  case string, data
  /// A fixed number of bytes for each value.
  case bytes
  case optional
  case array, set, dictionary
  /// Fields, each with its own column.
  case record
  /// Fields of fixed width without gaps, one record after another.
  case rawRecord
  /// One of several cases, each with its own fields.
  case cases
  /// Values in the keyed archive after the columns.
  case tree
  /// A record or an enumeration that the schema has already described.
  case reference
  /// Class instances, which several values may share; stored like trees.
  case instance

  /// Whether values have fields with names.
  var isRecord: Bool { self == .record || self == .rawRecord }

  /// The name of such a value in errors.
  package var description: String { traits.value }
}

/// The schema of a column that is being opened.
struct ColumnHead {
  let kind: ColumnKind
  /// The node of the schema; -1 for a part of a column, such as the lengths of arrays.
  let node: Int
  /// The number of values.
  let count: Int
}

/// The content of a schema for a column, after the byte of its kind.
enum SchemaContent {
  case nothing
  /// The size of a value in bytes.
  case byteCount
  /// The child column.
  case child
  /// The names and columns of fields, or the names of the cases and the fields of each.
  case fields
  /// The number of a type that was described earlier.
  case reference
}

extension ColumnKind {
  /// The name of a value in errors, the name of the kind in inspections, and what follows its byte in a schema.
  var traits: (value: String, name: String, content: SchemaContent) {
    switch self {
    case .bool: ("a boolean", "boolean", .nothing)
    case .signed: ("an integer", "integer", .nothing)
    case .unsigned: ("an integer", "unsigned integer", .nothing)
    case .float: ("a number", "float", .nothing)
    case .double: ("a number", "double", .nothing)
    case .date: ("a date", "date", .nothing)
    case .string: ("a string", "string", .nothing)
    case .data: ("data", "data", .nothing)
    case .bytes: ("bytes of a fixed count", "bytes", .byteCount)
    case .optional: ("an optional", "optional", .child)
    case .array: ("an array", "array", .child)
    case .set: ("a set", "set", .child)
    case .dictionary: ("a dictionary", "dictionary", .child)
    case .record: ("a record", "record", .fields)
    case .rawRecord: ("a record", "raw record", .fields)
    case .cases: ("an enumeration", "enumeration", .fields)
    case .tree: ("a tree", "tree", .nothing)
    case .reference: ("a record", "reference", .reference)
    case .instance: ("an instance", "instance", .nothing)
    }
  }

  /// The size of a floating-point number of this kind in bytes.
  var floatSize: Int { self == .float ? 4 : 8 }
}

extension SchemaNode {
  /// The size of a value inside a raw record, in bytes, or `nil` for kinds that cannot be part of one.
  var rawByteCount: Int? {
    switch kind {
    case .unsigned: 1
    case .float, .double, .date: kind.floatSize
    case .bytes, .rawRecord: byteCount
    default: nil
    }
  }
}
