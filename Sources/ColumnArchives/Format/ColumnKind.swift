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
