/// What the rows of a data set are divided by: the values of a property, or the year, month, day or hour of a date.
///
/// ```swift
/// ParquetPartitioning("day(startTime)")     // day=2026-11-22
/// ParquetPartitioning("device.name")        // name=phone
/// ParquetPartitioning("date=day(startTime)")// date=2026-11-22
/// ```
///
/// The part of each value is a folder, named as Hive does it and as engines expect it: the key, `=`, and the value. The
/// key is `year`, `month`, `day` or `hour`, or the name of the property; another one may be given.
public struct ParquetPartitioning: Sendable, Hashable, LosslessStringConvertible {
  /// The name that engines show as the column.
  public let key: String
  /// The names of the properties on the way to the value.
  public let path: [String]
  /// The part of a date; `nil` for the value itself.
  public let period: Period?

  /// A part of a date, in UTC.
  public enum Period: String, Sendable, Hashable, CaseIterable {
    /// The year, as in `year=2026`.
    case year
    /// The month with its year, as in `month=2026-11`.
    case month
    /// The day, as in `day=2026-11-22`, which engines read as a date.
    case day
    /// The hour with its day, as in `hour=2026-11-22-14`.
    case hour
  }

  /// Creates a partitioning from its text: a path, or `year`, `month`, `day` or `hour` of a path, both with an optional
  /// key before, as in `key=day(path)`. It is `nil` for other texts.
  public init?(_ description: String) {
    let parts = description.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = parts.last else { return nil }
    var text = last
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      guard let period = Period(rawValue: String(text[..<open])) else { return nil }
      self.period = period
      text = text[text.index(after: open)...].dropLast()
    } else {
      period = nil
    }
    path = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains(where: \.isEmpty), let name = path.last else { return nil }
    let key = parts.count > 1 ? String(parts[0]) : period?.rawValue ?? name
    guard !key.isEmpty, !text.contains("("), !text.contains(")") else { return nil }
    self.key = key
  }

  /// The text from which the same partitioning can be created.
  public var description: String {
    let joined = path.joined(separator: ".")
    let text = period.map { "\($0.rawValue)(\(joined))" } ?? joined
    return key == period?.rawValue ?? path.last ? text : "\(key)=\(text)"
  }
}
