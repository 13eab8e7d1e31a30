internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSDateComponents`: components that are not set are omitted. Foundation on Linux writes them as
/// the largest integer, and stores a leap month under a different name; decoding accepts both.
extension DateComponents: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSDateComponents", formerly: [], superclasses: ["NSObject"],
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
    if let calendar { try encoder.encode(calendar, at: 0) } else { try encoder.omit(at: 0) }
    if let timeZone { try encoder.encode(timeZone, at: 1) } else { try encoder.omit(at: 1) }
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
  fileprivate mutating func encodeOrOmit(_ value: Int?, at position: Int) throws {
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
