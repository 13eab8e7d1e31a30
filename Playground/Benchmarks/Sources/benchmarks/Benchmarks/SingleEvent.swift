import BenchmarkModels
import Foundation
import StructCoding

extension Benchmark {
  /// A single small value, which shows the fixed cost of an archive: the event of the sessions, and values of 1, 10 and
  /// 100 fields, as they are stored in an attribute of Core Data.
  static var oneEvent: Benchmark {
    Benchmark(name: "one-event") { report in
      let dataset = Dataset.oneEvent
      let contenders = try Contender.all(dataset)
      try report.compare(
        dataset, contenders,
        expecting: [
          // A column archive sets up its columns, and a keyed archive its tables, for each archive.
          .encodes(0.4, asFastAs: .protobuf), .decodes(0.13, asFastAs: .protobuf), .bytes(atMost: 99),
          .encodes(1.4, asFastAs: .propertyList, .keyedArchive),
          .decodes(2, asFastAs: .propertyList, .keyedArchive),
        ])
      try count(.columnArchive, in: contenders, of: dataset, encode: 9, &report)
      try count(.keyedArchive, in: contenders, of: dataset, encode: 21, decode: 12, &report)
      try compareFields(.oneField, encode: 19, decode: 6, &report)
      try compareFields(.tenFields, encode: 24, decode: 12, &report)
      try compareFields(.hundredFields, encode: 34, decode: 15, &report)
    }
  }

  /// Compares keyed archives of one value with Foundation's coders, and counts their allocations.
  private static func compareFields<Value: Equatable & Codable & ArchiveValue>(
    _ dataset: Dataset<Value>, encode: Int, decode: Int, _ report: inout Report
  ) throws {
    let contenders: [Contender<Value>] = [.keyedArchive(dataset), .json(dataset), .propertyList(dataset)]
    try report.compare(
      dataset, contenders,
      expecting: [
        .encodes(1, asFastAs: .propertyList, .keyedArchive),
        .decodes(2, asFastAs: .propertyList, .keyedArchive),
      ])
    // A decoded value allocates its strings of more than 15 bytes.
    let strings = Mirror(reflecting: dataset.value).children
      .filter { ($0.value as? String)?.utf8.count ?? 0 > 15 }
    try count(
      .keyedArchive, in: contenders, of: dataset, encode: encode, decode: decode + strings.count, &report)
  }

  /// Counts the allocations of a contender.
  private static func count<Value>(
    _ peer: Peer, in contenders: [Contender<Value>], of dataset: Dataset<Value>, encode: Int,
    decode: Int? = nil, _ report: inout Report
  ) throws {
    guard let contender = contenders.first(where: { $0.peer == peer }) else { return }
    let data = try contender.encode()
    try contender.decode(data)
    func add(_ verb: String, _ target: Int, _ work: () throws -> Void) throws {
      guard let count = try allocations(work) else { return }
      report.targets.append(
        Target(
          name: "\(dataset.name): \(peer.rawValue) allocations of \(verb)", measured: Double(count),
          target: Double(target), bound: .atMost, tolerance: 1))
    }
    try add("an encode", encode) { _ = try contender.encode() }
    if let decode { try add("a decode", decode) { try contender.decode(data) } }
  }
}
