// A tree: one tag byte a value, and then
//   integer, unsigned      a varint, zigzag for `integer`
//   float, double, date    4 or 8 bytes
//   string, data, bytes    the count, and so many bytes
//   object                 the count, and a keyed archive of so many bytes
//   array, set             the count of bytes that follow, in 4; the count of elements, and these
//   dictionary             the same, where the count is that of entries: all keys come first, then all values
//   record                 the count of bytes that follow, in 4; the number of the class name, the count of fields,
//                          and for each the number of its name, and the value
//   instance               the number of an instance, in the table behind the columns of the batch
//   enumerationCase        the same, with the number of the case's name after that of the class
// Names are numbers into the column's table of names.

/// The kinds of value in a tree, by the byte that stands for each.
enum TreeTag: UInt8 {
  case `nil`, `false`, `true`
  case integer, unsigned
  case float, double, date
  case string, data, bytes, object
  case array, set, dictionary
  case record, enumerationCase
  case instance

  /// Whether it is that of a collection.
  var isCollection: Bool { self == .array || self == .set || self == .dictionary }

  /// What an error calls a value of the kind.
  var description: String {
    switch self {
    case .nil: "nil"
    case .false, .true: "a boolean"
    case .integer, .unsigned: "an integer"
    case .float, .double: "a number"
    case .date: "a date"
    case .string: "a string"
    case .data, .bytes: "data"
    case .object: "an object"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .record: "a record"
    case .enumerationCase: "an enumeration"
    case .instance: "an instance"
    }
  }
}
