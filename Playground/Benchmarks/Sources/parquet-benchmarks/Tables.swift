import BenchmarkModels
import Foundation
import StructCoding

/// The numbers of SplitMix64, the same in every run.
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64 = 17

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The values that are written.
enum Tables {
  private static let start = 800_000_000.0
  private static let tags = [
    "open", "close", "tap", "scroll", "zoom", "purchase", "share", "search", "error", "login", "logout",
    "sync",
  ]

  /// Events at times in milliseconds, as a clock gives them to a log.
  static func events(_ count: Int) -> [Event] {
    var (random, time) = (FixedRandom(), 0.0)
    return (0..<count).map { _ in
      time += Double.random(in: 0..<2, using: &random)
      return Event(
        timeStamp: Date(timeIntervalSinceReferenceDate: start + (time * 1e3).rounded() / 1e3),
        eventTag: tags.randomElement(using: &random)!)
    }
  }

  /// Events whose tags are all different.
  static func distinctEvents(_ count: Int) -> [Event] {
    events(count).enumerated().map {
      Event(timeStamp: $0.element.timeStamp, eventTag: "\($0.element.eventTag) of request \($0.offset)")
    }
  }

  /// Events in sessions of about ten.
  static func sessions(_ eventCount: Int) -> [Session] {
    var random = FixedRandom()
    var (rest, sessions) = (events(eventCount)[...], [Session]())
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...19, using: &random))
      sessions.append(
        Session(
          startTime: part.first!.timeStamp,
          endTime: Bool.random(using: &random) ? part.last!.timeStamp : nil, events: Array(part)))
      rest = rest.dropFirst(part.count)
    }
    return sessions
  }

  /// Texts, some of which repeat, and numbers.
  static func visits(_ count: Int) -> [Visit] {
    var random = FixedRandom()
    let pages = ["/", "/articles", "/articles/keyed-archives", "/about", "/contact"]
    return (0..<count).map { position in
      Visit(
        date: Date(timeIntervalSinceReferenceDate: start + 61 * Double(position)).formatted(.iso8601),
        page: pages.randomElement(using: &random)!, visitor: "visitor-\(random.next() % UInt64(count))",
        seconds: Int(random.next() % 600))
    }
  }
}
