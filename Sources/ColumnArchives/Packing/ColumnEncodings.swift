/// All encodings, one per line, by the kind of values they store. Each is defined in the file of its name. Those of floats
/// and of runs of bytes, whose columns have classes of their own, are listed in `Encodings`.
enum ColumnEncodings {
  /// Booleans, and which optionals are present.
  static var bits: some EncodingTable<BitValues, PackedBits> {
    OneEncoding(EqualBits.self)
      .or(PlainBits.self)
  }

  /// Integers and lengths, and the numbers of enum cases, instances and dictionary entries.
  static var integers: some EncodingTable<IntegerValues, PackedIntegers> {
    OneEncoding(EqualIntegers.self)
      .or(BitIntegers.self)
      .or(ByteIntegers.self)
      .or(LaneIntegers.self)
      .or(BlockIntegers.self)
  }
}
