internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSDateInterval`: start, end, and duration. Only the duration keeps every bit, so decoding
/// prefers it to the end. If both are missing, the interval is empty, as in Apple's reader.
extension DateInterval: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSDateInterval", formerly: [], superclasses: ["NSObject"],
    fields: ["NS.startDate", "NS.endDate", "NS.duration"])

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
