/// All encodings, one per line, by the kind of values they store. Each is defined in the file of its name.
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
  }

  /// Floats, doubles and dates.
  static var floats: some EncodingTable<FloatValues, FloatColumn> {
    OneEncoding(EqualFloats.self)
      .or(PlainFloats.self)
      .or(BlockFloats.self)
  }

  static var strings: some EncodingTable<RunValues, RunColumn> {
    OneEncoding(DictionaryRuns.self)
      .or(PlainRuns.self)
      .or(ASCIIRuns.self)
  }

  /// Data, which is not packed.
  static var data: some EncodingTable<RunValues, PlainRunColumn> { OneEncoding(PlainData.self) }
}
