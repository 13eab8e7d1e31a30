/// Options for writing a Parquet file.
public struct ParquetOptions: Sendable, Hashable {
  /// The greatest number of rows in a row group; 131,072 by default. A writer needs memory for the columns of one row
  /// group, and engines skip row groups by their statistics. A row group with about 128 MB of values ends earlier.
  public var rowGroupSize: Int
  /// The compression of pages; ``ParquetCompression/snappy`` by default.
  public var compression: ParquetCompression
  /// The form of dates; ``Dates/microseconds`` by default.
  public var dates: Dates
  /// The treatment of dates that are out of range; ``DatesOutOfRange/refuse`` by default.
  public var datesOutOfRange: DatesOutOfRange
  /// The form of UUIDs; ``UUIDs/bytes`` by default.
  public var uuids: UUIDs
  /// The treatment of values that cannot be stored exactly; ``Loss/count`` by default.
  public var loss: Loss
  /// Columns to add, by their names: each has one text for every row, such as `["server": "web1"]`. None by default.
  /// They follow the columns of the elements. The name of a property, in whatever case, is an error.
  public var constants: [String: String]

  /// A form of dates.
  public enum Dates: Sendable, Hashable {
    /// Timestamps in UTC, in microseconds, which every engine reads.
    case microseconds
    /// Timestamps in UTC, in nanoseconds, from the year 1677 to 2262.
    case nanoseconds
    /// The exact seconds since 2001, as in a `Date`.
    case secondsSince2001
  }

  /// A treatment of dates that are out of range: NaN, and dates before the year 1 or after 9999, which many engines
  /// cannot show. With ``Dates/nanoseconds``, the range is 1677-09-21 00:12:44 to 2262-04-11 23:47:16. It has no effect
  /// with ``Dates/secondsSince2001``, which can store every date.
  ///
  /// With ``null`` and ``clamp``, columns of dates are optional, and a dictionary with dates as keys becomes a list of
  /// its entries. The ``ParquetReport`` counts the dates that are changed.
  public enum DatesOutOfRange: Sendable, Hashable {
    /// The first date that does not fit in 64 bits throws an error, and no file is written. All others are written,
    /// even dates that some engines cannot show.
    case refuse
    /// They become missing values.
    case null
    /// They become the first or the last date in range; NaN becomes a missing value.
    case clamp
  }

  /// A form of UUIDs.
  public enum UUIDs: Sendable, Hashable {
    /// 16 bytes with the logical type `UUID`. Spark 4 refuses files with such a column; the other engines read it.
    case bytes
    /// Text, such as `2F1E4C6A-0B1D-4C59-9C0E-7A5B3D2E1F00`.
    case text
  }

  /// A treatment of values that cannot be stored exactly, such as dates between two microseconds.
  public enum Loss: Sendable, Hashable {
    /// They are rounded, and counted in the ``ParquetReport``.
    case count
    /// The first such value throws an error, and no file is written.
    case refuse
  }

  /// Creates options with these values.
  ///
  /// - Parameter rowGroupSize: The greatest number of rows in a row group; a value less than 1 counts as 1.
  public init(
    rowGroupSize: Int = 131_072, compression: ParquetCompression = .snappy, dates: Dates = .microseconds,
    datesOutOfRange: DatesOutOfRange = .refuse, uuids: UUIDs = .bytes,
    loss: Loss = .count, constants: [String: String] = [:]
  ) {
    self.rowGroupSize = rowGroupSize
    self.compression = compression
    self.dates = dates
    self.datesOutOfRange = datesOutOfRange
    self.uuids = uuids
    self.loss = loss
    self.constants = constants
  }
}
