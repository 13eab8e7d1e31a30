import Foundation
import StructCoding

// The models in the archives of the tests, without `@Archivable`, since the package does not use the macro.

struct ToolEvent: Equatable {
  var timeStamp: Date
  var eventTag: String
  var value: Double?
}

struct ToolSession: Equatable {
  var startTime: Date
  var device: String
  var counts: [String: Int]
  var events: [ToolEvent]
}

extension ToolEvent: Archivable, ArchiveStruct {
  static let archiveFields = ArchiveFields<ToolEvent>("Tool_Event_Coding", isMemberwise: true) {
    $0.field("timeStamp", \.timeStamp)
    $0.field("eventTag", \.eventTag)
    $0.field("value", \.value)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(timeStamp, at: 0)
    try encoder.encode(eventTag, at: 1)
    try encoder.encode(value, at: 2)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    timeStamp = try decoder.decode(at: 0)
    eventTag = try decoder.decode(at: 1)
    value = try decoder.decode(at: 2)
  }

  #if canImport(ObjectiveC)
    @objc(ToolEvent_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = ToolEvent
    override class var supportsSecureCoding: Bool { true }
  }
}

extension ToolSession: Archivable, ArchiveStruct {
  static let archiveFields = ArchiveFields<ToolSession>("Tool_Session_Coding", isMemberwise: true) {
    $0.field("startTime", \.startTime)
    $0.field("device", \.device)
    $0.field("counts", \.counts)
    $0.field("events", \.events)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(startTime, at: 0)
    try encoder.encode(device, at: 1)
    try encoder.encode(counts, at: 2)
    try encoder.encode(events, at: 3)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    startTime = try decoder.decode(at: 0)
    device = try decoder.decode(at: 1)
    counts = try decoder.decode(at: 2)
    events = try decoder.decode(at: 3)
  }

  #if canImport(ObjectiveC)
    @objc(ToolSession_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = ToolSession
    override class var supportsSecureCoding: Bool { true }
  }
}

extension ToolSession {
  /// Returns sessions with `eventCount` events each; the same numbers give the same sessions.
  static func samples(_ count: Int, from first: Int = 0, eventCount: Int = 4) -> [ToolSession] {
    (first..<(first + count)).map { number in
      let start = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number) * 60)
      return ToolSession(
        startTime: start, device: ["phone", "tablet", "watch"][number % 3],
        counts: ["taps": number, "ok": 1],
        events: (0..<eventCount).map { event in
          ToolEvent(
            timeStamp: start + Double(event) * 0.25, eventTag: "event \(number * 7 % 1009).\(event)",
            value: event % 2 == 0 ? Double(number) / 3 : nil)
        })
    }
  }
}
