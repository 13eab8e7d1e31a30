/// The notes that a writer takes for each object of the property list, in the order of object numbers.
///
/// A note is one word, with its kind in the low four bits and an argument above, followed by the words that its kind
/// requires. References are words too: see ``PlistReference``.
enum TableOperation: UInt32 {
  /// A dictionary with a fixed shape, which includes its class; argument: shape. Words: one reference per field.
  case record = 0
  /// `NSDate` and the real number in it: two objects. Words: the bits of the seconds, low half first.
  case date = 1
  /// A signed integer. Words: its bits.
  case integer = 2
  /// An unsigned integer above `Int64.max`. Words: its bits.
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
  /// An object of the property list as its final bytes. Words: their number, then the bytes.
  case raw = 13
}

/// A reference from one object of the property list to another: either directly, by its number among the noted
/// objects, or as a `CF$UID`, the archive's own reference into `$objects`.
enum PlistReference {
  static let uidFlag: UInt32 = 1 << 31
  /// The placeholder for an omitted field; never emitted.
  static let omitted: UInt32 = uidFlag - 1
  /// The `CF$UID` of `$objects[0]`, which is `"$null"`.
  static let null: UInt32 = uidFlag

  /// The string `"$null"`, which every writer notes first.
  static let nullString: UInt32 = 0

  static func uid(_ object: Int) -> UInt32 { UInt32(truncatingIfNeeded: object) | uidFlag }
  /// Returns the object that a `CF$UID` refers to.
  static func object(_ uid: UInt32) -> Int { Int(uid & ~uidFlag) }
}
