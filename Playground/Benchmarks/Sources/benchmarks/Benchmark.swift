import BenchmarkModels
import Foundation
import StructCoding

/// One thing to measure, by name.
struct Benchmark {
  let name: String
  let run: (inout Report) throws -> Void

  static var all: [Benchmark] { [sessions, visits, growth, memory] }
}

extension Benchmark {
  /// 20,000 events in 2,000 sessions, against Foundation's coders on the same values.
  static var sessions: Benchmark {
    Benchmark(name: "sessions") { report in
      let dataset = Dataset.sessions(events: 20_000)
      let results = try Contest(
        dataset: dataset, contenders: [.keyedArchive(dataset), .propertyList(dataset), .json(dataset)]
      ).run()
      report.results += results
      report.targets += [
        Target(
          name: "times as fast as PropertyListEncoder", measured: results[1].encode / results[0].encode,
          target: 20, bound: .atLeast),
        Target(
          name: "times as fast as PropertyListDecoder", measured: results[1].decode / results[0].decode,
          target: 30, bound: .atLeast),
      ]
    }
  }

  /// 400 records, against Foundation's archiver on dictionaries of the same content.
  static var visits: Benchmark {
    Benchmark(name: "visits") { report in
      let dataset = Dataset.visits(400)
      let results = try Contest(
        dataset: dataset, contenders: [.keyedArchive(dataset), .foundationArchiver(dataset)]
      ).run()
      report.results += results
      report.targets += [
        Target(
          name: "times as fast as NSKeyedArchiver", measured: results[1].encode / results[0].encode,
          target: 1_000, bound: .atLeast),
        Target(
          name: "times as fast as NSKeyedUnarchiver", measured: results[1].decode / results[0].decode,
          target: 50, bound: .atLeast),
      ]
    }
  }

  /// What `--check` accepts of growth. The larger blocks are new memory each time, so the machine is measured as well;
  /// growth with the square of the events would be 100, far past it.
  private static var growthTolerance: Double { 0.4 }

  /// Ten times the events, and ten times again: the time must grow no faster than the data.
  static var growth: Benchmark {
    Benchmark(name: "growth") { report in
      var previous: Result?
      for (count, rounds) in [(20_000, 25), (200_000, 9), (2_000_000, 5)] {
        let sessions = Dataset.sessions(events: count).value
        let result = try fastest(rounds, sessions, name: "sessions, \(count) events")
        report.results.append(result)
        if let previous {
          report.targets += [
            Target(
              name: "times as long to encode \(count) events", measured: result.encode / previous.encode,
              target: 12, bound: .atMost, tolerance: growthTolerance),
            Target(
              name: "times as long to decode \(count) events", measured: result.decode / previous.decode,
              target: 12, bound: .atMost, tolerance: growthTolerance),
          ]
        }
        previous = result
      }
    }
  }

  private static func fastest(_ rounds: Int, _ sessions: [Session], name: String) throws -> Result {
    var (encode, decode) = (Double.infinity, Double.infinity)
    var data = Data()
    for _ in 0..<rounds {
      encode = min(encode, try milliseconds { data = try KeyedArchive.encode(sessions) })
      var decoded: [Session] = []
      decode = min(decode, try milliseconds { decoded = try KeyedArchive.decode([Session].self, from: data) })
      guard decoded == sessions else { throw Contest<[Session]>.Failure(contender: "KeyedArchive") }
    }
    return Result(
      dataset: name, contender: "KeyedArchive, fastest", encode: encode, decode: decode, bytes: data.count)
  }

  /// What decoding 2,000,000 events takes on top of the archive, as a multiple of the values that come out.
  static var memory: Benchmark {
    Benchmark(name: "memory") { report in
      #if os(Linux)
        let sessions = Dataset.sessions(events: 2_000_000).value
        let peak = try PeakMemory.ofDecoding(KeyedArchive.encode(sessions))
        report.targets.append(
          Target(
            name: "times the values' memory to decode 2000000 events",
            measured: Double(peak) / Double(estimatedSize(of: sessions)), target: 2, bound: .atMost,
            tolerance: 1))
      #endif
    }
  }

  /// The bytes of the arrays, and of those strings that are too long to be stored in place, each different one once.
  private static func estimatedSize(of sessions: [Session]) -> Int {
    let header = 32
    var size = header + sessions.count * MemoryLayout<Session>.stride
    var strings: Set<String> = []
    for session in sessions {
      size += header + session.events.count * MemoryLayout<Event>.stride
      for event in session.events where event.eventTag.utf8.count > 15 { strings.insert(event.eventTag) }
    }
    for string in strings { size += header + (string.utf8.count + 16) & ~15 }
    return size
  }
}
