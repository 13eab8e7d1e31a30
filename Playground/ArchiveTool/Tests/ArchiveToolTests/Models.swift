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
  static let archiveFields = unsafe ArchiveFields<ToolEvent>(complete: "Tool_Event_Coding") { fields in
    fields.field("timeStamp", \.timeStamp)
    fields.field("eventTag", \.eventTag)
    fields.field("value", \.value)
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
  static let archiveFields = unsafe ArchiveFields<ToolSession>(complete: "Tool_Session_Coding") { fields in
    fields.field("startTime", \.startTime)
    fields.field("device", \.device)
    fields.field("counts", \.counts)
    fields.field("events", \.events)
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
