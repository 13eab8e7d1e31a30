internal import ArchiveBytes
public import Foundation

/// Stores dates as ISO 8601 text, such as `2026-05-01T10:30:00Z`: always in UTC, with the calendar of the standard,
/// which is Gregorian in all years. (Foundation's formatter uses the Julian calendar before October 1582.)
///
/// Fractions of a second have three, six or nine digits: the fewest that restore the same date, up to nanoseconds. More
/// than 97 days away from the start of 2001, the steps of a `Date` are no finer than nanoseconds, so the date is
/// restored exactly. A date closer to it is rounded to the nanosecond.
///
/// Decoding reads the date and time of RFC 3339: with or without a fraction, after a point or a comma and of any length
/// (digits after the ninth are dropped), and with `Z` or an offset (`+02:00`, `+0200` or `+02`). Second 60 is read as
/// the second after 59, because a `Date` cannot represent leap seconds.
///
/// Both directions throw ``ArchiveError``: encoding for dates outside the years 0 to 9999, which four digits cannot
/// express, and decoding for invalid text, with the position of the fault.
public struct ISO8601DateTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Date) throws -> String {
    let seconds = value.timeIntervalSinceReferenceDate
    let years = Double(Self.yearZero)..<Double(Self.yearTenThousand)
    guard years.contains(seconds) else {
      throw ArchiveError(
        .invalidValue, expected: "a date in the years 0 to 9999",
        found: "a date \(seconds) seconds after the start of 2001")
    }
    let (time, digits) = Self.shortest(seconds)
    return time.text(digits: digits)
  }

  /// Returns the time with the fewest digits that restore the same date, or the nearest time with nine digits.
  private static func shortest(_ seconds: Double) -> (time: DecimalTime, digits: Int) {
    for digits in [0, 3, 6] {
      let time = DecimalTime(seconds, digits: digits)
      if time.date.timeIntervalSinceReferenceDate == seconds { return (time, digits) }
    }
    return (DecimalTime(seconds, digits: 9), 9)
  }

  public func decode(_ stored: String) throws -> Date {
    var parser = ISO8601Parser(stored)
    return try parser.date()
  }

  // In seconds since the start of 2001.
  private static let yearZero = Int64(CivilDay(year: 0, month: 1, day: 1).daysSince2001) * 86_400
  private static let yearTenThousand = Int64(CivilDay(year: 10_000, month: 1, day: 1).daysSince2001) * 86_400
}
