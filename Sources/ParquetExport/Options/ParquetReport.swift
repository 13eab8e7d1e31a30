/// A report about a written Parquet file.
public struct ParquetReport: Sendable, Hashable {
  /// The number of rows.
  public internal(set) var rowCount = 0
  /// The number of row groups.
  public internal(set) var rowGroupCount = 0
  /// The size of the file in bytes.
  public internal(set) var byteCount = 0
  /// The checksum CRC-32C of the file's bytes, as ``Parquet/checksum(of:)`` computes it.
  public internal(set) var checksum: UInt32 = 0
  /// The number of values of a column that were rounded, by the path of the column, such as `events.list.element.timeStamp`.
  /// Columns without such values are not listed.
  public internal(set) var roundedCounts: [String: Int] = [:]
  /// The number of dates of a column that were moved into the range, by the path of the column. See
  /// ``ParquetOptions/DatesOutOfRange``.
  public internal(set) var clampedCounts: [String: Int] = [:]
  /// The number of dates of a column that are missing because they were out of range, by the path of the column.
  public internal(set) var nulledCounts: [String: Int] = [:]
}
