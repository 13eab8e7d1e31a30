/// All encodings: a line each, by the kind of values that they store. What each is stands in the file of its name.
enum ColumnEncodings {
  /// Booleans, and which optionals are present.
  static let bits = EncodingTable("booleans", [EqualBits.allFalse, EqualBits.allTrue, PlainBits.encoding])
  /// Integers, lengths, and numbers of cases, instances and entries.
  static let integers = EncodingTable(
    "integers", [EqualIntegers.encoding, BitIntegers.encoding, ByteIntegers.encoding])
  /// Floats, doubles and dates.
  static let floats = EncodingTable("numbers", [EqualFloats.encoding, PlainFloats.encoding])
  /// Strings and data.
  static let runs = EncodingTable("strings or data", [DictionaryRuns.encoding, PlainRuns.encoding])
}
