internal import ArchiveBytes
public import Foundation

/// Stores dates as text of ISO 8601, such as `2026-05-01T10:30:00Z`: always in UTC, with the calendar of the standard,
/// which is Gregorian in all years. (Foundation's formatter counts by the Julian calendar before October 1582.)
///
/// Fractions of a second have three, six or nine digits, as few of these as bring back the same date: nanoseconds at
/// most. A `Date` more than 97 days away from the start of 2001 has no finer steps than nanoseconds can tell apart, so
/// it comes back exactly; one closer to it is kept to the nanosecond.
///
/// Decoding reads the date and time of RFC 3339: with or without a fraction, after a point or a comma and of any
/// length (digits after the ninth are dropped), and with `Z` or an offset (`+02:00`, `+0200` or `+02`). The second 60
/// is read as the one after 59, as leap seconds have no date of their own.
///
/// Both directions throw ``ArchiveError``: encoding for dates outside of the years 0 to 9999, for which there are no
/// four digits, and decoding for other text, with the place of what is wrong.
public struct ISO8601DateTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Date) throws -> String {
    let seconds = value.timeIntervalSinceReferenceDate
    let years = Double(Self.yearZero)..<Double(Self.yearTenThousand)
    guard years.contains(seconds) else {
      throw ArchiveError(
        .invalidValue, expected: "a date in the years 0 to 9999",
        found: "one \(seconds) seconds after the start of 2001")
    }
    for digits in [0, 3, 6] {
      let time = DecimalTime(seconds, digits: digits)
      if time.date == value { return time.text(digits: digits) }
    }
    return DecimalTime(seconds, digits: 9).text(digits: 9)
  }

  public func decode(_ stored: String) throws -> Date {
    var parser = ISO8601Parser(stored)
    return try parser.date()
  }

  // In seconds since the start of 2001.
  private static let yearZero = CivilDay(year: 0, month: 1, day: 1).daysSince2001 * 86_400
  private static let yearTenThousand = CivilDay(year: 10_000, month: 1, day: 1).daysSince2001 * 86_400
}
