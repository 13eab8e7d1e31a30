import BenchmarkModels
import Foundation

extension Dataset where Value == Event {
  static var oneEvent: Dataset {
    let time = Date(timeIntervalSinceReferenceDate: 800_000_002.25)
    return Dataset(name: "one event", value: Event(timeStamp: time, eventTag: "purchase.checkout"))
  }
}
