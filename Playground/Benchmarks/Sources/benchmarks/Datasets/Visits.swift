import BenchmarkModels
import Foundation

extension Dataset where Value == [Visit] {
  /// Visits in which all dates, and half of the visitors, are distinct strings.
  static func visits(_ count: Int) -> Dataset {
    var random = FixedRandom(seed: 2)
    let pages = ["/", "/articles", "/articles/keyed-archives", "/about", "/contact"]
    let visits = (0..<count).map { position in
      Visit(
        date: Date(timeIntervalSinceReferenceDate: 800_000_000 + 61 * Double(position)).formatted(.iso8601),
        page: pages.randomElement(using: &random)!,
        visitor: "visitor-\(random.next() % UInt64(count))",
        seconds: Int(random.next() % 600))
    }
    return Dataset(name: "visits", value: visits)
  }
}
