import BenchmarkModels
import Foundation

extension Benchmark {
  /// The tolerance of `--check` for growth. Larger blocks are new memory each time, so the benchmark also measures the
  /// machine. Quadratic growth would be 100, far above the limit.
  private static var growthTolerance: Double { 0.2 }

  /// Ten times the events, and ten times again: the time must not grow faster than the data.
  static var growth: Benchmark {
    Benchmark(name: "growth") { report in
      let counts = [10_000, 100_000, 1_000_000] + (report.effort == .complete ? [10_000_000] : [])
      try measureGrowth(.columnArchive, counts, &report)
      try measureGrowth(.keyedArchive, [20_000, 200_000, 2_000_000], &report)
    }
  }

  private static func measureGrowth(_ format: ArchiveFormat, _ counts: [Int], _ report: inout Report) throws {
    var previous: Result?
    for count in counts {
      let result = try fastest(format, Dataset.sessions(events: count).value, events: count)
      report.results.append(result)
      if let previous {
        for (verb, time, before) in [
          ("encode", result.encode, previous.encode), ("decode", result.decode, previous.decode),
        ] {
          report.targets.append(
            Target(
              name: "\(count) events: \(format.rawValue) \(verb)s, times as long as a tenth of them",
              measured: time / before, target: 12, bound: .atMost, tolerance: growthTolerance))
        }
      }
      previous = result
    }
  }

  /// Returns the fastest of as many rounds as fit into four seconds, from 5 to 25.
  private static func fastest(_ format: ArchiveFormat, _ sessions: [Session], events: Int) throws -> Result {
    var (encode, decode) = (Double.infinity, Double.infinity)
    var data = Data()
    var (spent, rounds) = (0.0, 0)
    while rounds < 5 || rounds < 25 && spent < 4_000 {
      let encoding = try milliseconds { data = try format.encode(sessions) }
      var decoded: [Session] = []
      let decoding = try milliseconds { decoded = try format.decode(data) }
      guard decoded == sessions else { throw Contest<[Session]>.Failure(contender: format.rawValue) }
      (encode, decode) = (min(encode, encoding), min(decode, decoding))
      spent += encoding + decoding
      rounds += 1
    }
    return Result(
      dataset: "sessions, \(events) events", contender: "\(format.rawValue), fastest", encode: encode,
      decode: decode, bytes: data.count)
  }
}
