/// The values of a column in a row group, without those that are missing. Each way to keep values is a class of its own.
protocol LeafColumn: AnyObject {
  var place: ColumnPlace { get }
  var type: ColumnType { get }
  /// The number of values.
  var count: Int { get }
  /// About how many bytes the values take in a page.
  var byteCount: Int { get }
  /// About how many bytes the values take in memory.
  var bufferedByteCount: Int { get }

  /// Decides how the values are stored. A dictionary is returned as the entries of its page, and how many they are.
  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?)

  /// Gives the dictionary up that was decided on, if the chunk may be smaller without it once it is compressed.
  ///
  /// - Returns: Whether the column has another encoding now.
  func givesUpDictionary() -> Bool

  /// Appends values in the encoding that was decided on.
  func append(_ values: Range<Int>, to output: inout [UInt8])

  /// Returns the bounds of some values; `nil` if there are none that can be compared.
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

/// Where a column is in the schema.
struct ColumnPlace {
  /// The names on the way to the column.
  let path: [String]
  /// The levels; `nil` if each row has exactly one value.
  let levels: Levels?
}

/// How the values of a chunk are stored.
enum ValueEncoding: Int {
  case plain = 0
  case delta = 5
  case deltaLength = 6
  case dictionary = 8
}

/// The least and the greatest of some values, as statistics have them.
struct Bounds {
  var least: [UInt8]
  var greatest: [UInt8]
  /// Whether they are values themselves, rather than shorter ones below and above all of these.
  var areExact = true
}
