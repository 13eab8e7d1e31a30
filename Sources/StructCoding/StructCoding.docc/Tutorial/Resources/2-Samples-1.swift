import Foundation

extension Session {
  /// Sessions with fixed content, for tests and fixtures: one that has ended, one that has not, one without events.
  public static var samples: [Session] {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    return [
      Session(
        startTime: start, endTime: start + 90,
        events: [
          Event(timeStamp: start + 2, name: "open"),
          Event(timeStamp: start + 31.5, name: "näher"),
        ]),
      Session(startTime: start + 600, events: [Event(timeStamp: start + 600, name: "open")]),
      Session(startTime: start + 1200, endTime: start + 1200),
    ]
  }
}
