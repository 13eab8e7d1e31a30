/// What was written to a Parquet file.
public struct ParquetReport: Sendable, Hashable {
  /// The number of rows.
  public internal(set) var rowCount = 0
  /// The number of row groups.
  public internal(set) var rowGroupCount = 0
  /// The size of the file in bytes.
  public internal(set) var byteCount = 0
  /// How many values of a column were rounded, by the path of the column, such as `events.list.element.timeStamp`.
  /// Columns without such values are not listed.
  public internal(set) var roundedCounts: [String: Int] = [:]
}
