/// The kinds of column, by the byte that stands for each in a schema. ``ColumnTraits`` say what each is.
enum ColumnKind: UInt8, CaseIterable {
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
  var description: String { traits.value }

  var traits: ColumnTraits {
    switch self {
    case .bool: .bool
    case .signed: .signed
    case .unsigned: .unsigned
    case .float: .float
    case .double: .double
    case .date: .date
    case .string: .string
    case .data: .data
    case .bytes: .bytes
    case .optional: .optional
    case .array: .array
    case .set: .set
    case .dictionary: .dictionary
    case .record: .record
    case .rawRecord: .rawRecord
    case .cases: .cases
    case .tree: .tree
    case .reference: .reference
    case .instance: .instance
    }
  }
}
