/// One way to store the values of a column: its first bytes, its cost, how it is written and how it is opened.
///
/// Each encoding is a type without instances, so that the compiler specialises the code of a table for it. Its
/// functions are called once per column; the loops over values are inside them.
protocol ColumnEncoding<Values, Opened> {
  /// The values to write.
  associatedtype Values: EncodedValues
  /// The opened column.
  associatedtype Opened

  /// The first bytes that identify the encoding; there are several if the byte also gives a width.
  static var bytes: ClosedRange<UInt8> { get }
  /// Whether its bytes hide from a compressor what repeats, so that it is not for archives that are compressed. Integers
  /// in ``Lanes`` are: measured with zstd, they take less than in whole bytes.
  static var hidesRepetition: Bool { get }
  /// Returns the size in bytes after the head, or `nil` if the encoding cannot store the values. An encoding that only
  /// knows its size after writing returns 0, and is tried first.
  static func cost(of values: Values) -> Int?
  /// Writes the first byte and the values. Returns `false`, having written nothing, if another encoding turns out to be
  /// cheaper.
  static func write(_ values: Values, to output: Values.Output) -> Bool
  /// Opens what follows the first byte. It must check that all bytes are there, since nothing checks afterwards. It
  /// leaves the cursor after the last byte; byte maps compute the size from it.
  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened
}

extension ColumnEncoding {
  static var hidesRepetition: Bool { false }
}

/// Values to be written.
protocol EncodedValues {
  /// What the values are written to: a buffer, or a writer that also provides scratch memory. It is not part of the
  /// values, so that they hold no references to count.
  associatedtype Output: AnyObject
  /// The name of such values in errors, such as `integers`.
  static var description: String { get }
  /// Whether the archive is compressed.
  var areCompressed: Bool { get }
}

extension EncodedValues {
  var areCompressed: Bool { false }
}
