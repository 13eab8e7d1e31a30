/// One way to store the values of a column: what names it in a file, what it costs, how it is written and how it is
/// opened.
///
/// Each is a type without values, so that the code of a table is compiled for it. Its functions are called once a
/// column; the loops over values are inside of them.
protocol ColumnEncoding<Values, Opened> {
  /// What is written.
  associatedtype Values: EncodedValues
  /// What is read.
  associatedtype Opened

  /// The first bytes that stand for it: several where the byte also says a width.
  static var bytes: ClosedRange<UInt8> { get }
  /// The version of the format that introduced it.
  static var version: UInt8 { get }
  /// How many bytes it takes behind its head; `nil` when it cannot store the values. One that only finds out by writing
  /// says 0, and is tried first.
  static func cost(of values: Values) -> Int?
  /// Writes its first byte and the values; `false` when it finds that another encoding is cheaper, and wrote nothing.
  static func write(_ values: Values, to output: Values.Output) -> Bool
  /// Opens what follows the first byte. It checks that all bytes are there, since nobody does afterwards, and leaves the
  /// cursor behind the last one, which tells byte maps how many they are.
  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened
}

/// Values that are to be written.
protocol EncodedValues {
  /// What they are written to: a buffer, or a writer that also has memory for what is found out of them. It is no part of
  /// the values, so that nothing in them is counted.
  associatedtype Output: AnyObject = OutputBuffer
  /// What an error calls them, such as `integers`.
  static var description: String { get }
}

/// What the schema says of a column that is opened.
struct ColumnHead {
  let kind: ColumnKind
  /// The node of the schema; -1 for a part of a column, as the lengths of arrays.
  let node: Int
  /// How many values there are.
  let count: Int
}
