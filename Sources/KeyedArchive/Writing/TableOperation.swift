/// What a writer notes down for each object of the property list, in the order in which the objects are numbered.
///
/// A note is one word, kind in the low four bits and an argument above, followed by the words its kind says. References
/// are words too: see ``PlistReference``.
enum TableOperation: UInt32 {
  /// A dictionary of fixed shape, whose class comes with it; argument: shape. Words: one reference per field.
  case record = 0
  /// `NSDate` and the real number in it: two objects. Words: the bits of the seconds, low half first.
  case date = 1
  /// A signed integer. Words: its bits.
  case integer = 2
  /// An unsigned integer past `Int64.max`. Words: its bits.
  case largeInteger = 3
  /// A real number of eight bytes. Words: its bits.
  case double = 4
  /// A real number of four bytes. Words: its bits.
  case float = 5
  /// `true` or `false`; argument 1 or 0.
  case bool = 6
  /// A string of ASCII characters. Words: its length in bytes, then the bytes.
  case ascii = 7
  /// A string of UTF-16 code units. Words: its length in units, then the units, big-endian.
  case utf16 = 8
  /// Bytes. Words: their number, then the bytes.
  case data = 9
  /// A record of one inline array (`NS.objects`): two objects; argument: shape. Words: count, references.
  case list = 10
  /// A record of two inline arrays (`NS.keys`, `NS.objects`): three objects; argument: shape. Words: number of
  /// entries, then the references of all keys, then of all values.
  case dictionary = 11
  /// An inline array. Words: count, references.
  case array = 12
  /// An object of the property list in the bytes it has there. Words: their number, then the bytes.
  case raw = 13
}

/// One object of the property list seen from another: either directly, by its number among the noted objects, or as
/// a `CF$UID`, the archive's own reference into `$objects`.
enum PlistReference {
  static let uidFlag: UInt32 = 1 << 31
  /// Stands for a field left out; never emitted.
  static let omitted: UInt32 = uidFlag - 1
  /// The `CF$UID` of `$objects[0]`, which is `"$null"`.
  static let null: UInt32 = uidFlag

  /// The string `"$null"`, which every writer notes first.
  static let nullString: UInt32 = 0

  static func uid(_ object: Int) -> UInt32 { UInt32(truncatingIfNeeded: object) | uidFlag }
  /// The object that a `CF$UID` refers to.
  static func object(_ uid: UInt32) -> Int { Int(uid & ~uidFlag) }
}
