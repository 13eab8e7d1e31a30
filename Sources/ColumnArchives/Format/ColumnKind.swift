/// The kinds of columns; the raw value is the byte of the kind in a schema. ``ColumnTraits`` describe each
/// kind.
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

/// The properties of a kind of columns, for schemas and inspection. `Columns` opens the kinds, and `Nodes` turns them
/// into nodes.
struct ColumnTraits {
  /// The name of a value in errors, such as `a boolean`.
  let value: String
  /// The name of the kind in inspections, such as `boolean`.
  let name: String
  /// The content of a schema after the byte of the kind.
  let content: SchemaContent

  init(_ value: String, _ name: String, _ content: SchemaContent = .nothing) {
    (self.value, self.name, self.content) = (value, name, content)
  }
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
  var traits: ColumnTraits {
    switch self {
    case .bool: ColumnTraits("a boolean", "boolean")
    case .signed: ColumnTraits("an integer", "integer")
    case .unsigned: ColumnTraits("an integer", "unsigned integer")
    case .float: ColumnTraits("a number", "float")
    case .double: ColumnTraits("a number", "double")
    case .date: ColumnTraits("a date", "date")
    case .string: ColumnTraits("a string", "string")
    case .data: ColumnTraits("data", "data")
    case .bytes: ColumnTraits("bytes of a fixed count", "bytes", .byteCount)
    case .optional: ColumnTraits("an optional", "optional", .child)
    case .array: ColumnTraits("an array", "array", .child)
    case .set: ColumnTraits("a set", "set", .child)
    case .dictionary: ColumnTraits("a dictionary", "dictionary", .child)
    case .record: ColumnTraits("a record", "record", .fields)
    case .rawRecord: ColumnTraits("a record", "raw record", .fields)
    case .cases: ColumnTraits("an enumeration", "enumeration", .fields)
    case .tree: ColumnTraits("a tree", "tree")
    case .reference: ColumnTraits("a record", "reference", .reference)
    case .instance: ColumnTraits("an instance", "instance")
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
