// The encodings of floats and of runs of bytes, one per line. Each is defined in the file of its name.

extension ColumnEncodings {
  /// Floats, doubles and dates.
  static var floats: some EncodingTable<FloatValues, FloatColumn> {
    OneEncoding(EqualFloats.self)
      .or(PlainFloats.self)
      .or(DecimalFloats.self)
      .or(SplitFloats.self)
  }

  static var strings: some EncodingTable<RunValues, RunColumn> {
    OneEncoding(DictionaryRuns.self)
      .or(PlainRuns.self)
  }

  /// Data, which is not packed.
  static var data: some EncodingTable<RunValues, PlainRunColumn> { OneEncoding(PlainData.self) }
}
