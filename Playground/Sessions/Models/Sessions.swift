import Foundation
import StructCoding

// Both formats need only `@Archivable`. `Codable` is here for the comparison with Foundation's coders.

@Archivable
public struct Event: Equatable, Codable {
  public var timeStamp: Date
  public var eventTag: String

  public init(timeStamp: Date, eventTag: String) {
    (self.timeStamp, self.eventTag) = (timeStamp, eventTag)
  }
}

@Archivable
public struct Session: Equatable, Codable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []

  public init(startTime: Date, endTime: Date? = nil, events: [Event] = []) {
    (self.startTime, self.endTime, self.events) = (startTime, endTime, events)
  }
}

extension [Session] {
  /// Two sessions with two and three events, the same in every run; the second one has not ended.
  public static var sample: [Session] {
    let morning = Date(timeIntervalSinceReferenceDate: 794_127_600)
    let noon = morning + 3 * 3600
    return [
      Session(
        startTime: morning, endTime: morning + 754,
        events: [
          Event(timeStamp: morning + 5, eventTag: "open.home"),
          Event(timeStamp: morning + 740, eventTag: "close.home"),
        ]),
      Session(
        startTime: noon,
        events: [
          Event(timeStamp: noon + 2, eventTag: "open.home"),
          Event(timeStamp: noon + 31.5, eventTag: "search.café"),
          Event(timeStamp: noon + 58, eventTag: "open.article"),
        ]),
    ]
  }

  /// The sessions as lines of text.
  public var lines: [String] {
    flatMap { session in
      let end = session.endTime.map { $0.formatted(.iso8601) } ?? "not ended"
      return ["\(session.startTime.formatted(.iso8601)) to \(end)"]
        + session.events.map { "  \($0.timeStamp.formatted(.iso8601))  \($0.eventTag)" }
    }
  }
}
