import BenchmarkModels
import ColumnArchives
import Foundation
import StructCoding

extension Benchmark {
  /// The time to read at a path and to filter 1,000,000 unordered events, compared with decoding them.
  static var paths: Benchmark {
    Benchmark(name: "paths") { report in
      var random = FixedRandom(seed: 3)
      let events = Dataset.sessions(events: 1_000_000).value.flatMap(\.events).shuffled(using: &random)
      try PathContest(events).run(&report)
    }
  }
}

/// Measures several ways to read an archive of events, in interleaved rounds.
private struct PathContest {
  /// A way to read the archive.
  private struct Reader {
    let name: String
    /// Reads, and returns the time in milliseconds. The result is freed after the timer stops.
    let time: () throws -> Double
    /// Returns whether the result is correct.
    let isRight: () throws -> Bool

    init<Value: Equatable>(_ name: String, gives expected: Value, _ read: @escaping () throws -> Value) {
      self.name = name
      time = {
        // The allocator cleans up earlier frees at the next allocation, so this happens before the timer starts.
        blackHole(try read())
        var value: Value?
        let time = try milliseconds { value = try read() }
        blackHole(value)
        return time
      }
      isRight = { try read() == expected }
    }
  }

  private let encode: Double
  private let byteCount: Int
  private let readers: [Reader]

  init(_ events: [Event]) throws {
    var data = Data()
    encode = try (0..<5).map { _ in try milliseconds { data = try ColumnArchive.encode(events) } }.median
    byteCount = data.count
    let archive = try ColumnArchive(data)
    let bytes = data
    let times = events.map(\.timeStamp)
    let sorted = times.sorted()
    // Half of the events, and one in a hundred.
    let (median, late) = (sorted[events.count / 2], sorted[events.count * 99 / 100])
    readers = [
      Reader("decode", gives: events) { try ColumnArchive.decode([Event].self, from: bytes) },
      Reader("values at path", gives: times) { try archive.values(at: Event.path.timeStamp) },
      Reader("filter by path", gives: events.indices.filter { times[$0] > median }) {
        try archive.positions(where: Event.path.timeStamp) { $0 > median }
      },
      Reader("filter by path, decode 1%", gives: events.filter { $0.timeStamp > late }) {
        try archive.elements(where: Event.path.timeStamp) { $0 > late }
      },
    ]
  }

  func run(_ report: inout Report) throws {
    for reader in readers {
      guard try reader.isRight() else { throw Contest<[Event]>.Failure(contender: reader.name) }
    }
    var times = [String: [Double]]()
    for _ in 0..<(report.effort == .complete ? 15 : 5) {
      for reader in readers { times[reader.name, default: []].append(try reader.time()) }
    }
    let medians = times.mapValues(\.median)
    for reader in readers {
      report.results.append(
        Result(
          dataset: "1000000 events", contender: reader.name, encode: encode, decode: medians[reader.name]!,
          bytes: byteCount))
    }
    func expect(_ name: String, within share: Double, of other: String = "decode") {
      report.targets.append(
        Target(
          name: "1000000 events: \(name), times as long as \(other)",
          measured: medians[name]! / medians[other]!, target: share, bound: .atMost))
    }
    expect("values at path", within: 0.1)
    expect("filter by path", within: 0.15)
    expect("filter by path, decode 1%", within: 0.3)
  }
}
