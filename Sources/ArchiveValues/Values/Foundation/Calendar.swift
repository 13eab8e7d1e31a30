internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSCalendar`. Apple omits properties that are not set, and does not accept `nil` for them.
extension Calendar: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSCalendar", formerly: [], superclasses: ["NSObject"],
    fields: ["NS.identifier", "NS.locale", "NS.timezone", "NS.gstartdate", "NS.firstwkdy", "NS.mindays"])

  /// The date when the Gregorian calendar replaces the Julian one, as Apple writes it: 15 October 1582.
  private static let gregorianStart = Date(timeIntervalSinceReferenceDate: -13_197_600_000)

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode((self as NSCalendar).calendarIdentifier.rawValue, at: 0)
    if let locale { try encoder.encode(locale, at: 1) } else { try encoder.omit(at: 1) }
    try encoder.encode(timeZone, at: 2)
    if identifier == .gregorian {
      try encoder.encode(Self.gregorianStart, at: 3)
    } else {
      try encoder.omit(at: 3)
    }
    try encoder.encode(firstWeekday, at: 4)
    try encoder.encode(minimumDaysInFirstWeek, at: 5)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let name: String = try decoder.decode(at: 0)
    guard let calendar = NSCalendar(identifier: NSCalendar.Identifier(rawValue: name)) else {
      throw decoder.invalid("\"\(name)\"", expected: "the identifier of a calendar")
    }
    self = calendar as Calendar
    if let locale = try decoder.decode(at: 1) as Locale? { self.locale = locale }
    if let timeZone = try decoder.decode(at: 2) as TimeZone? { self.timeZone = timeZone }
    if decoder.hasField(at: 4) { firstWeekday = try Self.day(at: 4, from: &decoder) }
    if decoder.hasField(at: 5) { minimumDaysInFirstWeek = try Self.day(at: 5, from: &decoder) }
  }

  private static func day(at position: Int, from decoder: inout some FieldDecoder) throws -> Int {
    let day: Int = try decoder.decode(at: position)
    guard (1...7).contains(day) else {
      throw decoder.invalid("\(day)", expected: "a day of the week, 1 to 7")
    }
    return day
  }
}
