// A tree has one tag byte for each value, followed by
//   integer, unsigned      a varint, zigzag for `integer`
//   float, double, date    4 or 8 bytes
//   string, data           the length, and that many bytes
//   object                 the length, and a keyed archive of that many bytes
//   array, set             the size in bytes of what follows, in 4 bytes; the number of elements, and the elements
//   dictionary             the same with the number of entries: all keys come first, then all values
//   record                 the size in bytes of what follows, in 4 bytes; the number of the class name, the number of
//                          fields, and for each the number of its name, and the value
//   enumerationCase        like a record, with the number of the case name after that of the class name
//   instance               the number of an instance in the table after the columns of the batch
// The numbers of names are indices into the column's table of names.

/// The kinds of values in a tree; the raw value is the tag byte.
enum TreeTag: UInt8 {
  case `nil`, `false`, `true`
  case integer, unsigned
  case float, double, date
  case string, data, object
  case array, set, dictionary
  case record, enumerationCase
  case instance

  /// Whether this is the tag of a collection.
  var isCollection: Bool { self == .array || self == .set || self == .dictionary }
}
