internal import ArchiveBytes
internal import Foundation

/// What the rows of a partition have in common.
enum PartitionValue: Hashable {
  case missing
  case boolean(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case text([UInt8])
  case uuid([UInt8])
  /// Years, months, days or hours since 1970.
  case time(Int64)
}

extension PartitionValue {
  /// The name that stands for a missing value, and for an empty one, which has no name in a folder.
  static let missingName = "__HIVE_DEFAULT_PARTITION__"

  /// The text in the name of the partition's folder, before it is escaped.
  ///
  /// - Throws: ``ArchiveError`` for times whose year does not have four digits.
  func text(_ period: ParquetPartitioning.Period?) throws -> String {
    switch self {
    case .missing: return Self.missingName
    case .boolean(let value): return "\(value)"
    case .signed(let number): return "\(number)"
    case .unsigned(let number): return "\(number)"
    case .text(let bytes): return bytes.isEmpty ? Self.missingName : String(decoding: bytes, as: UTF8.self)
    case .uuid(let bytes): return Self.text(ofUUID: bytes)
    case .time(let number): return try CivilTime.text(of: number, period ?? .day)
    }
  }

  private static func text(ofUUID bytes: [UInt8]) -> String {
    var text = ""
    for (position, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(position) { text += "-" }
      let digits = String(byte, radix: 16)
      text += digits.count == 1 ? "0\(digits)" : digits
    }
    return text
  }

  /// Returns a text in which the characters that paths do not have, or that mean something in them, are escaped as Hive
  /// and Spark do it.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F || "\"#%'*/:=?\\{[]^".unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The calendar that engines have, in UTC.
enum CivilTime {
  private static let microsecondsPerHour: Int64 = 3_600_000_000
  private static let hoursPerDay: Int64 = 24

  /// Returns the number of a period since 1970.
  static func number(_ period: ParquetPartitioning.Period, ofMicroseconds time: Int64) -> Int64 {
    let hour = floor(time, by: microsecondsPerHour)
    let day = floor(hour, by: hoursPerDay)
    switch period {
    case .hour: return hour
    case .day: return day
    case .month:
      let date = date(ofDay: day)
      return (date.year - 1970) * 12 + date.month - 1
    case .year: return date(ofDay: day).year - 1970
    }
  }

  /// Returns the text of a period.
  static func text(of number: Int64, _ period: ParquetPartitioning.Period) throws -> String {
    switch period {
    case .year: return try digits(year: 1970 + number)
    case .month:
      let year = floor(number, by: 12)
      return try "\(digits(year: 1970 + year))-\(digits(number - year * 12 + 1))"
    case .day:
      let date = date(ofDay: number)
      return try "\(digits(year: date.year))-\(digits(date.month))-\(digits(date.day))"
    case .hour:
      let day = floor(number, by: hoursPerDay)
      return try "\(text(of: day, .day))-\(digits(number - day * hoursPerDay))"
    }
  }

  private static func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func digits(year: Int64) throws -> String {
    guard (1...9999).contains(year) else {
      throw ArchiveError(.invalidValue, expected: "dates in the years 1 to 9999", found: "the year \(year)")
    }
    return String("000\(year)".suffix(4))
  }

  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Returns the date of a day in the Gregorian calendar, which repeats after 400 years of 146,097 days. Years begin
  /// with March here, so that leap days are their last ones.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let since0 = day + 719_468
    let era = floor(since0, by: 146_097)
    let dayOfEra = since0 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear: Int64 = month >= 10 ? 1 : 0
    return (
      era * 400 + yearOfEra + isNextYear, month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
