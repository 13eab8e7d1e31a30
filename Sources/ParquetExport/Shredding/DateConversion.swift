internal import ArchiveBytes

/// Converts dates to their numbers in a file, and counts the dates that are changed.
final class DateConversion {
  private let dates: ParquetOptions.Dates
  private let loss: ParquetOptions.Loss
  private let outOfRange: ParquetOptions.DatesOutOfRange
  /// The numbers of values, by the path of their column, that were rounded, moved to the nearest date in range, and
  /// left out.
  private(set) var roundedCounts: [String: Int] = [:]
  private(set) var clampedCounts: [String: Int] = [:]
  private(set) var nulledCounts: [String: Int] = [:]

  init(_ options: ParquetOptions) {
    (dates, loss, outOfRange) = (options.dates, options.loss, options.datesOutOfRange)
  }

  /// The type of columns of dates.
  var type: ColumnType {
    switch dates {
    case .microseconds: .timestamp(isNanoseconds: false)
    case .nanoseconds: .timestamp(isNanoseconds: true)
    case .secondsSince2001: .double
    }
  }

  /// Whether dates may be left out, so that their columns are optional.
  var leavesDatesOut: Bool { outOfRange != .refuse && dates != .secondsSince2001 }

  /// Returns the numbers of dates, which are seconds since 2001; `nil` for those to be left out.
  func words(_ seconds: [Double], for path: [String]) throws -> [Int64?] {
    if dates == .secondsSince2001 { return seconds.map { Int64(bitPattern: $0.bitPattern) } }
    let found = try seconds.map { try word($0, path) }
    let rounded = found.count { $0?.isExact == false }
    if rounded > 0 { try note(rounded, path) }
    return found.map { $0?.word }
  }

  private var unitsPerSecond: Int64 { dates == .nanoseconds ? 1_000_000_000 : 1_000_000 }
  /// The seconds from 1970 to 2001.
  private static let offset: Int64 = 978_307_200

  /// Converts a date; `nil` if it is left out.
  private func word(_ seconds: Double, _ path: [String]) throws -> (
    word: Int64, isExact: Bool
  )? {
    let found = word(seconds)
    switch outOfRange {
    case .refuse:
      guard let found else { throw misfit(seconds, path) }
      return found
    case .null, .clamp:
      if let found, range.contains(found.word) { return found }
      let column = path.joined(separator: ".")
      guard outOfRange == .clamp, !seconds.isNaN else {
        nulledCounts[column, default: 0] += 1
        return nil
      }
      clampedCounts[column, default: 0] += 1
      return (seconds < 0 ? range.lowerBound : range.upperBound, true)
    }
  }

  /// The numbers of dates that every engine shows: the years 1 to 9999. For nanoseconds, the ends are whole seconds,
  /// since the very last numbers mean infinity, and the first means no date.
  private var range: ClosedRange<Int64> {
    dates == .nanoseconds
      ? -9_223_372_036_000_000_000...9_223_372_036_000_000_000
      : -62_135_596_800_000_000...253_402_300_799_999_999
  }

  /// Converts a date; `nil` if it does not fit.
  ///
  /// Whole seconds and their fraction are converted separately, so that digits are lost only if there is no room for
  /// them.
  private func word(_ seconds: Double) -> (word: Int64, isExact: Bool)? {
    let units = Double(unitsPerSecond)
    let whole = seconds.rounded(.down)
    guard let start = Int64(exactly: whole) else { return nil }
    let fraction = Int64(((seconds - whole) * units).rounded())
    let (since2001, isTooMuch) = start.multipliedReportingOverflow(by: unitsPerSecond)
    let (sum, isMore) = since2001.addingReportingOverflow(fraction)
    let (word, isMost) = sum.addingReportingOverflow(Self.offset * unitsPerSecond)
    if isTooMuch || isMore || isMost { return nil }
    return (word, whole + Double(fraction) / units == seconds || Double(sum) / units == seconds)
  }

  private func misfit(_ seconds: Double, _ path: [String]) -> ArchiveError {
    ArchiveError(
      .invalidValue,
      expected: "dates that fit \(dates == .nanoseconds ? "nanoseconds" : "microseconds") in 64 bits",
      found: "\(seconds) seconds since 2001", path: path.map { .field($0) },
      advice:
        .exportDatesOtherwise
    )
  }

  private func note(_ count: Int, _ path: [String]) throws {
    guard loss == .count else {
      throw ArchiveError(
        .invalidValue, expected: "dates without parts of a \(dates == .nanoseconds ? "nano" : "micro")second",
        found: "\(count) of them", path: path.map { .field($0) },
        advice: .changeCode("Round the dates, allow it with ParquetOptions.loss, or write seconds."))
    }
    roundedCounts[path.joined(separator: "."), default: 0] += count
  }
}
