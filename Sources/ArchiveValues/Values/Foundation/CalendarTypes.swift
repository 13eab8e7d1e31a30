internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSCalendar`. Apple omits properties that are not set, and does not accept `nil` for them.
extension Calendar: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSCalendar",
    fields: ["NS.identifier", "NS.locale", "NS.timezone", "NS.gstartdate", "NS.firstwkdy", "NS.mindays"])

  /// The date when the Gregorian calendar replaces the Julian one, as Apple writes it: 15 October 1582.
  private static let gregorianStart = Date(timeIntervalSinceReferenceDate: -13_197_600_000)

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode((self as NSCalendar).calendarIdentifier.rawValue, at: 0)
    try encoder.encodeOrOmit(locale, at: 1)
    try encoder.encode(timeZone, at: 2)
    try encoder.encodeOrOmit(identifier == .gregorian ? Self.gregorianStart : nil, at: 3)
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

/// Apple's layout of `NSDateComponents`: components that are not set are omitted. Foundation on Linux writes them as
/// the largest integer, and stores a leap month under a different name; decoding accepts both.
extension DateComponents: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSDateComponents",
    fields: ["NS.calendar", "NS.timezone"] + numbers.map(\.name) + [
      "NS.dayOfYear", "NS.leapMonth", "NS.isLeapMonth",
    ])

  /// The numeric components, in the order in which Apple writes them.
  private static let numbers:
    [(name: String, component: any WritableKeyPath<DateComponents, Int?> & Sendable)] = [
      ("NS.era", \.era), ("NS.year", \.year), ("NS.month", \.month), ("NS.day", \.day), ("NS.hour", \.hour),
      ("NS.minute", \.minute), ("NS.second", \.second), ("NS.weekday", \.weekday),
      ("NS.weekdayOrdinal", \.weekdayOrdinal), ("NS.quarter", \.quarter), ("NS.nanosec", \.nanosecond),
      ("NS.weekOfMonth", \.weekOfMonth), ("NS.weekOfYear", \.weekOfYear),
      ("NS.yearForWOY", \.yearForWeekOfYear),
    ]
  private static let firstNumber = 2
  private static var dayOfYearPosition: Int { firstNumber + numbers.count }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encodeOrOmit(calendar, at: 0)
    try encoder.encodeOrOmit(timeZone, at: 1)
    for (index, number) in Self.numbers.enumerated() {
      try encoder.encodeOrOmit(self[keyPath: number.component], at: Self.firstNumber + index)
    }
    let position = Self.dayOfYearPosition
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try encoder.encodeOrOmit(dayOfYear, at: position)
    } else {
      try encoder.omit(at: position)
    }
    try encoder.encodeOrOmit(isLeapMonth.map { $0 ? 1 : 0 }, at: position + 1)
    try encoder.omit(at: position + 2)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self.init()
    calendar = try decoder.decode(at: 0)
    timeZone = try decoder.decode(at: 1)
    for (index, number) in Self.numbers.enumerated() {
      self[keyPath: number.component] = try decoder.decodeIfPresent(at: Self.firstNumber + index)
    }
    let position = Self.dayOfYearPosition
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      dayOfYear = try decoder.decodeIfPresent(at: position)
    }
    for leapMonth in [position + 1, position + 2] where decoder.hasField(at: leapMonth) {
      isLeapMonth = try decoder.decode(at: leapMonth) as Bool
    }
  }
}

extension FieldEncoder {
  /// Stores the field at `position`, or leaves it out if there is no value.
  mutating func encodeOrOmit<Value: ArchiveValue>(_ value: Value?, at position: Int) throws {
    if let value { try encode(value, at: position) } else { try omit(at: position) }
  }
}

extension FieldDecoder {
  fileprivate mutating func decodeIfPresent(at position: Int) throws -> Int? {
    guard hasField(at: position) else { return nil }
    let value: Int = try decode(at: position)
    return value == NSDateComponentUndefined ? nil : value
  }
}

/// Apple's layout of `NSDateInterval`: start, end, and duration. Only the duration keeps every bit, so decoding
/// prefers it to the end. If both are missing, the interval is empty, as in Apple's reader.
extension DateInterval: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSDateInterval", fields: ["NS.startDate", "NS.endDate", "NS.duration"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(start, at: 0)
    try encoder.encode(end, at: 1)
    try encoder.encode(duration, at: 2)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let start: Date = try decoder.decode(at: 0)
    let duration: TimeInterval
    if decoder.hasField(at: 2) {
      duration = try decoder.decode(at: 2)
    } else if let end = try decoder.decode(at: 1) as Date? {
      duration = end.timeIntervalSince(start)
    } else {
      duration = 0
    }
    guard duration >= 0 else {
      throw decoder.invalid(
        "a duration of \(duration) seconds", expected: "an interval that does not end before it starts")
    }
    self.init(start: start, duration: duration)
  }
}

/// Apple's layout of `NSTimeZone`: its name, and the data of its rules. Encoding writes `nil` for the data, and
/// decoding ignores it, so that each system uses its own, newer rules.
///
/// A fixed offset from GMT has a name such as `GMT+0530`, exact to the minute.
extension TimeZone: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(className: "NSTimeZone", fields: ["NS.name", "NS.data"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(identifier, at: 0)
    try encoder.encode(nil as Data?, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let name: String = try decoder.decode(at: 0)
    guard let zone = TimeZone(identifier: name) else {
      throw decoder.invalid(
        "\"\(name)\"", expected: "the name of a time zone",
        advice: "This system's time zone database may be older than the archive.")
    }
    self = zone
  }
}

/// Apple's layout of `NSLocale`: its identifier. A locale that follows the user's settings is stored with its current
/// identifier.
extension Locale: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(className: "NSLocale", fields: ["NS.identifier"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(identifier, at: 0)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self.init(identifier: try decoder.decode(at: 0))
  }
}
