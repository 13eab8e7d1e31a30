internal import ArchiveBytes

/// Converts dates to the numbers that a file has for them, and counts those that are rounded.
final class DateConversion {
  private let dates: ParquetOptions.Dates
  private let loss: ParquetOptions.Loss
  /// How many values of a column were rounded, by its path.
  private(set) var roundedCounts: [String: Int] = [:]

  init(_ options: ParquetOptions) { (dates, loss) = (options.dates, options.loss) }

  /// The type of columns of dates.
  var type: ColumnType {
    switch dates {
    case .microseconds: .timestamp(isNanoseconds: false)
    case .nanoseconds: .timestamp(isNanoseconds: true)
    case .secondsSince2001: .double
    }
  }

  /// Returns the numbers of dates, which are seconds since 2001.
  func words(_ seconds: [Double], for path: [String]) throws -> [Int64] {
    switch dates {
    case .secondsSince2001: seconds.map { Int64(bitPattern: $0.bitPattern) }
    case .microseconds: try words(seconds, unitsPerSecond: 1_000_000, for: path)
    case .nanoseconds: try words(seconds, unitsPerSecond: 1_000_000_000, for: path)
    }
  }

  /// The seconds from 1970 to 2001.
  private static let offset: Int64 = 978_307_200
  /// Added to a number of less than 2⁵¹, it leaves the nearest integer in the lowest bits.
  private static let rounder = 0x1.8p52

  private func words(_ seconds: [Double], unitsPerSecond: Int64, for path: [String]) throws -> [Int64] {
    let (units, offset) = (Double(unitsPerSecond), Self.offset * unitsPerSecond)
    var (rounded, isSmall) = (0, true)
    var words = [Int64](repeating: 0, count: seconds.count)
    // Most dates are near enough for a loop without branches.
    for position in seconds.indices {
      let scaled = seconds[position] * units
      let sum = scaled + Self.rounder
      rounded += (sum - Self.rounder) / units == seconds[position] ? 0 : 1
      isSmall = isSmall && abs(scaled) < 0x1p51
      words[position] = Int64(bitPattern: sum.bitPattern &- Self.rounder.bitPattern) &+ offset
    }
    if !isSmall {
      rounded = 0
      for position in seconds.indices {
        let (word, isExact) = try word(seconds[position], unitsPerSecond, path)
        words[position] = word
        rounded += isExact ? 0 : 1
      }
    }
    if rounded > 0 { try note(rounded, path) }
    return words
  }

  /// Converts a date that may be far away.
  ///
  /// Its whole seconds and their fraction are converted on their own, so that digits are lost only where there is no room
  /// for them.
  private func word(_ seconds: Double, _ unitsPerSecond: Int64, _ path: [String]) throws -> (Int64, Bool) {
    let units = Double(unitsPerSecond)
    let whole = seconds.rounded(.down)
    if let start = Int64(exactly: whole) {
      let fraction = Int64(((seconds - whole) * units).rounded())
      let (since2001, isTooMuch) = start.multipliedReportingOverflow(by: unitsPerSecond)
      let (sum, isMore) = since2001.addingReportingOverflow(fraction)
      let (word, isMost) = sum.addingReportingOverflow(Self.offset * unitsPerSecond)
      if !isTooMuch, !isMore, !isMost {
        return (word, whole + Double(fraction) / units == seconds || Double(sum) / units == seconds)
      }
    }
    throw ArchiveError(
      .invalidValue,
      expected: "dates that fit \(dates == .nanoseconds ? "nanoseconds" : "microseconds") in 64 bits",
      found: "\(seconds) seconds since 2001", path: path.map { .field($0) },
      advice: "Write seconds: ParquetOptions(dates: .secondsSince2001).")
  }

  private func note(_ count: Int, _ path: [String]) throws {
    guard loss == .count else {
      throw ArchiveError(
        .invalidValue, expected: "dates without parts of a \(dates == .nanoseconds ? "nano" : "micro")second",
        found: "\(count) of them", path: path.map { .field($0) },
        advice: "Round the dates, allow it with ParquetOptions.loss, or write seconds.")
    }
    roundedCounts[path.joined(separator: "."), default: 0] += count
  }
}
