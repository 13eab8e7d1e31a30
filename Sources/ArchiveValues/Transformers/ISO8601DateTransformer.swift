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

/// Reads the date and time of RFC 3339.
struct ISO8601Parser {
  private let text: [UInt8]
  private var position = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  /// Parses the whole text as a date.
  mutating func date() throws -> Date {
    let year = try number(4, "a year of four digits", 0...9999)
    try skip("-")
    let month = try number(2, "a month, 01 to 12", 1...12)
    try skip("-")
    let dayCount = CivilDay.dayCount(ofMonth: month, year: year)
    let day = try number(2, "a day, 01 to \(dayCount)", 1...dayCount)
    try skip("T", or: "t")
    let hour = try number(2, "an hour, 00 to 23", 0...23)
    try skip(":")
    let minute = try number(2, "a minute, 00 to 59", 0...59)
    try skip(":")
    let second = try number(2, "a second, 00 to 60", 0...60)
    let nanoseconds = try fraction()
    let offset = try offset()
    guard position == text.count else { throw error("nothing more", at: position) }
    let days = CivilDay(year: year, month: month, day: day).daysSince2001
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
    return DecimalTime(seconds: seconds, nanoseconds: nanoseconds).date
  }

  /// Parses the nanoseconds after a point or a comma, if the text has them.
  private mutating func fraction() throws -> Int {
    guard let mark = peek, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else { return 0 }
    position += 1
    let start = position
    var nanoseconds = 0
    while let digit {
      // Digits past the ninth are dropped.
      if position - start < 9 { nanoseconds = nanoseconds * 10 + digit }
      position += 1
    }
    guard position > start else { throw error("a digit", at: position) }
    for _ in 0..<max(0, 9 - (position - start)) { nanoseconds *= 10 }
    return nanoseconds
  }

  /// Parses the offset from UTC in seconds.
  private mutating func offset() throws -> Int {
    let sign = peek
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      position += 1
      return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      position += 1
      let hours = try number(2, "an offset's hours, 00 to 23", 0...23)
      let hasColon = peek == UInt8(ascii: ":")
      if hasColon { position += 1 }
      let minutes = hasColon || digit != nil ? try number(2, "an offset's minutes, 00 to 59", 0...59) : 0
      return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    default: throw error("Z or an offset such as +02:00", at: position)
    }
  }

  // MARK: Characters

  private var peek: UInt8? { position < text.count ? text[position] : nil }

  private var digit: Int? {
    guard let peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek) else { return nil }
    return Int(peek - UInt8(ascii: "0"))
  }

  private mutating func skip(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) throws {
    guard let peek, peek == UInt8(ascii: character) || peek == other.map({ UInt8(ascii: $0) }) else {
      throw error("\"\(character)\"", at: position)
    }
    position += 1
  }

  private mutating func number(_ count: Int, _ meaning: String, _ range: ClosedRange<Int>) throws -> Int {
    let start = position
    var number = 0
    for _ in 0..<count {
      guard let digit else { throw error(meaning, at: start) }
      number = number * 10 + digit
      position += 1
    }
    guard range.contains(number) else { throw error(meaning, at: start) }
    return number
  }

  private func error(_ expected: String, at offset: Int) -> ArchiveError {
    let rest = String(decoding: text[offset...].prefix(20), as: UTF8.self)
    return ArchiveError(
      offset == text.count ? .truncated : .malformed,
      expected: "\(expected), at byte \(offset) of a date in ISO 8601",
      found: rest.isEmpty ? "the end of the text" : "\"\(rest)\"")
  }
}

/// A point in time as whole seconds and nanoseconds, as in its text.
struct DecimalTime {
  /// The seconds since the start of 2001, rounded down.
  var seconds: Int64
  /// 0 to 999,999,999.
  var nanoseconds: Int

  init(seconds: Int64, nanoseconds: Int) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

  /// Creates the time nearest to `value` whose second has `digits` digits after the point.
  ///
  /// The value belongs to a date in the years 0 to 9999, so it is far from the limits of an `Int64`.
  init(_ value: Double, digits: Int) {
    let whole = value.rounded(.down)
    let unit =
      switch digits {
      case 0: 1
      case 3: 1000
      case 6: 1_000_000
      default: 1_000_000_000
      }
    // The difference is exact, or off by less than the 16th digit where the value is between -1 and 0.
    let units = Int(((value - whole) * Double(unit)).rounded())
    seconds = Int64(whole) + Int64(units / unit)
    nanoseconds = units % unit * (1_000_000_000 / unit)
  }

  /// The nearest date.
  var date: Date {
    // Near zero, the sum would be rounded twice. There, the nanoseconds fit a `Double`, so one division suffices.
    let seconds =
      abs(seconds) < 9_000_000
      ? Double(seconds * 1_000_000_000 + Int64(nanoseconds)) / 1_000_000_000
      : Double(seconds) + Double(nanoseconds) / 1_000_000_000
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  func text(digits: Int) -> String {
    let days = floorDivide(seconds, 86_400)
    let day = CivilDay(daysSince2001: Int(days))
    let second = Int(seconds - days * 86_400)
    var text = Self.padded(day.year, 4) + "-" + Self.padded(day.month) + "-" + Self.padded(day.day) + "T"
    text += Self.padded(second / 3600) + ":" + Self.padded(second / 60 % 60) + ":" + Self.padded(second % 60)
    if digits > 0 { text += "." + Self.padded(nanoseconds, 9).prefix(digits) }
    return text + "Z"
  }

  /// Returns the number in decimal, with zeros before it to make `count` digits.
  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

/// A day of the Gregorian calendar, applied to all years.
struct CivilDay: Equatable {
  var year: Int
  /// 1 to 12.
  var month: Int
  /// 1 to 31.
  var day: Int

  init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  // Years begin in March here, so the leap day is the last day, and the number of days before each month is a linear
  // function. Every 400 years have the same 146,097 days.

  init(daysSince2001 days: Int) {
    let shifted = days + Self.marchZeroTo2001
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince2001: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.marchZeroTo2001
  }

  /// The number of days from 1 March of year 0 to the start of 2001.
  private static let marchZeroTo2001 = 730_791

  /// Returns the number of days in a month.
  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// Returns the quotient rounded down, for negative numbers too.
func floorDivide<Number: SignedInteger>(_ number: Number, _ divisor: Number) -> Number {
  number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
}
