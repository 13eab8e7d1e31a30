/// The kinds of column, by the byte that stands for each in a schema.
enum ColumnKind: UInt8 {
  case bool = 1
  case signed, unsigned
  case float, double, date
  case string, data
  /// A fixed number of bytes a value.
  case bytes
  case optional
  case array, set, dictionary
  /// Fields, a column each.
  case record
  /// Fields of fixed width without gaps, a value after the other.
  case rawRecord
  /// One of several cases with fields of their own.
  case cases
  /// Each value a tree of its own.
  case tree
  /// A record or an enumeration that the schema has described before.
  case reference
  /// The numbers of instances, which stand behind the columns.
  case instance

  /// What an error calls a value of the kind.
  var description: String {
    switch self {
    case .bool: "a boolean"
    case .signed, .unsigned: "an integer"
    case .float, .double: "a number"
    case .date: "a date"
    case .string: "a string"
    case .data: "data"
    case .bytes: "bytes of a fixed count"
    case .optional: "an optional"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .record, .rawRecord, .reference: "a record"
    case .cases: "an enumeration"
    case .tree: "a tree"
    case .instance: "an instance"
    }
  }
}
