/// The values of a column in a row group, without missing values. Each form in memory is a class of its own.
protocol LeafColumn: AnyObject {
  var place: ColumnPlace { get }
  var type: ColumnType { get }
  /// The number of values.
  var count: Int { get }
  /// The approximate size of the values in a page, in bytes.
  var byteCount: Int { get }
  /// The approximate size of the values in memory, in bytes.
  var bufferedByteCount: Int { get }

  /// Chooses the encoding of the values. A dictionary is returned as the entries of its page and their number.
  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?)

  /// Gives up the chosen dictionary, if the chunk may be smaller without it after compression.
  ///
  /// - Returns: Whether the column now has another encoding.
  func givesUpDictionary() -> Bool

  /// Appends values in the chosen encoding.
  func append(_ values: Range<Int>, to output: inout [UInt8])

  /// Returns the bounds of some values; `nil` if none of them can be compared.
  func bounds(_ values: Range<Int>) -> Bounds?

  /// Compares two bounds.
  func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool

  func removeAll()
}

extension LeafColumn {
  var path: [String] { place.path }
  var levels: Levels? { place.levels }
  var bufferedByteCount: Int { byteCount }

  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?) { (.plain, nil) }
  func givesUpDictionary() -> Bool { false }
  func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool { first.lexicographicallyPrecedes(second) }
}

/// The place of a column in the schema.
struct ColumnPlace {
  /// The names on the path to the column.
  let path: [String]
  /// The levels; `nil` if each row has exactly one value.
  let levels: Levels?
}

/// The encoding of the values of a chunk.
enum ValueEncoding: Int {
  case plain = 0
  case delta = 5
  case deltaLength = 6
  case dictionary = 8
}

/// The least and the greatest of some values, for statistics.
struct Bounds {
  var least: [UInt8]
  var greatest: [UInt8]
  /// Whether the bounds are values themselves, rather than shorter ones below and above all values.
  var areExact = true
}
