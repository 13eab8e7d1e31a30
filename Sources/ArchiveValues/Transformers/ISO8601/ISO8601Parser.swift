internal import ArchiveBytes
internal import Foundation

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
