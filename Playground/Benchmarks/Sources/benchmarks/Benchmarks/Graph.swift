import BenchmarkModels
import ColumnArchives
import Foundation
import StructCoding

extension Benchmark {
  /// 200,000 instances in one chain, compared with a tree of as many structs with the same content. No encoder of
  /// Foundation preserves the identity of instances, or supports such depth.
  static var graph: Benchmark {
    Benchmark(name: "graph") { report in
      let count = 200_000
      let line = Line(count)
      let tree = StationTree.tree(of: 0..<count)
      let rounds = report.effort == .complete ? 7 : 3
      var times: [Peer: (encode: [Double], decode: [Double], bytes: Int)] = [:]
      func record(_ peer: Peer, _ encode: Double, _ decode: Double, _ data: Data) {
        var entry = times[peer] ?? ([], [], 0)
        entry.encode.append(encode)
        entry.decode.append(decode)
        entry.bytes = data.count
        times[peer] = entry
      }
      for _ in 0..<rounds {
        for (peer, encode, decode) in Self.graphContenders {
          var data = Data()
          var copy: Station?
          let encoding = try milliseconds { data = try encode(line.first) }
          let decoding = try milliseconds { copy = try decode(data) }
          guard let copy, Line(copy, count: count).isWhole else {
            throw Contest<StationTree>.Failure(contender: peer.rawValue)
          }
          record(peer, encoding, decoding, data)
        }
        var data = Data()
        var copy: StationTree?
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let encoding = try milliseconds { data = try encoder.encode(tree) }
        let decoding = try milliseconds {
          copy = try PropertyListDecoder().decode(StationTree.self, from: data)
        }
        guard copy == tree else { throw Contest<StationTree>.Failure(contender: Peer.propertyList.rawValue) }
        record(.propertyList, encoding, decoding, data)
      }
      var results: [Peer: Result] = [:]
      for peer in [Peer.columnArchive, .keyedArchive, .propertyList] {
        guard let entry = times[peer] else { continue }
        let result = Result(
          dataset: "200000 instances", contender: peer.rawValue, encode: entry.encode.median,
          decode: entry.decode.median, bytes: entry.bytes)
        results[peer] = result
        report.results.append(result)
      }
      let expectations: [Expectation] = [
        // Column archives store instances as nodes: the fast form for a graph is the keyed archive.
        .encodes(3.5, asFastAs: .propertyList), .decodes(1.5, asFastAs: .propertyList),
        .encodes(12, asFastAs: .propertyList, .keyedArchive),
        .decodes(15, asFastAs: .propertyList, .keyedArchive),
      ]
      report.targets += expectations.compactMap { $0.target(results) }
    }
  }

  private typealias GraphContender = (Peer, (Station) throws -> Data, (Data) throws -> Station)

  private static var graphContenders: [GraphContender] {
    // Lines dismantle themselves, so they may be longer than the stack allows for releasing them.
    let limits = ArchiveLimits(maximumReferenceDepth: .max)
    return [
      (
        .columnArchive, { try ColumnArchive.encode($0) },
        { try ColumnArchive.decode(Station.self, from: $0, options: .init(limits: limits)) }
      ),
      (
        .keyedArchive, { try KeyedArchive.encode($0) },
        { try KeyedArchive.decode(Station.self, from: $0, options: .init(limits: limits)) }
      ),
    ]
  }
}

/// A chain of stations. It dismantles itself link by link, since releasing the first station would release all of them
/// in one recursion.
private final class Line {
  let first: Station
  private let count: Int

  init(_ count: Int) {
    self.count = count
    first = Station(number: 0, name: Self.name(0))
    var last = first
    for number in 1..<count {
      let next = Station(number: number, name: Self.name(number))
      last.next = next
      last = next
    }
  }

  init(_ first: Station, count: Int) {
    self.first = first
    self.count = count
  }

  static func name(_ number: Int) -> String { "station-\(number % 977)" }

  /// Whether every station is present, in order.
  var isWhole: Bool {
    var (number, station) = (0, Station?.some(first))
    while let current = station {
      guard current.number == number, current.name == Self.name(number) else { return false }
      (number, station) = (number + 1, current.next)
    }
    return number == count
  }

  deinit {
    var station: Station? = first
    while let current = station {
      station = current.next
      current.next = nil
    }
  }
}

extension StationTree {
  /// Returns a tree of stations with the given numbers, four below each.
  fileprivate static func tree(of numbers: Range<Int>) -> StationTree {
    let rest = numbers.dropFirst()
    let size = max(1, (rest.count + 3) / 4)
    let branches = stride(from: rest.startIndex, to: rest.endIndex, by: size).map { start in
      tree(of: start..<min(start + size, rest.endIndex))
    }
    return StationTree(
      number: numbers.lowerBound, name: "station-\(numbers.lowerBound % 977)", branches: branches)
  }
}
