import BenchmarkModels
import Foundation

extension Dataset where Value == [Session] {
  /// Sessions of ten events each. Three of four tags repeat, chosen from 40; every fourth tag is unique.
  static func sessions(events count: Int) -> Dataset {
    var random = FixedRandom(seed: 1)
    let actions = ["open", "close", "tap", "scroll", "search", "purchase", "share", "background"]
    let screens = ["home", "settings", "article", "checkout", "account"]
    var clock = Date(timeIntervalSinceReferenceDate: 800_000_000)

    func event() -> Event {
      clock.addTimeInterval(Double.random(in: 0.05...30, using: &random))
      let action = actions.randomElement(using: &random)!
      var tag = "\(action).\(screens.randomElement(using: &random)!)"
      if random.next() % 4 == 0 { tag += ".\(random.next() % 100_000_000)" }
      return Event(timeStamp: clock, eventTag: tag)
    }

    let sessions = (0..<count / 10).map { position in
      let start = clock
      let events = (0..<10).map { _ in event() }
      return Session(startTime: start, endTime: position % 5 == 0 ? nil : clock, events: events)
    }
    return Dataset(name: "sessions", value: sessions)
  }
}
