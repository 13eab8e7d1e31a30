/// The kinds of columns; the raw value is the byte that stands for the kind in a schema. ``ColumnTraits`` describe each
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
  /// A tree for each value.
  case tree
  /// A record or an enumeration that the schema has already described.
  case reference
  /// The numbers of instances, which are stored after the columns.
  case instance

  /// The name of such a value in errors.
  package var description: String { traits.value }

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
