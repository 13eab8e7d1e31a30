import Foundation
import StructCoding

extension Benchmark {
  /// Keyed archives in XML, beside Foundation's coder of property lists. Their speed is counted in bytes, since they are
  /// many times as large as binary ones.
  static var xml: Benchmark {
    Benchmark(name: "xml") { report in
      try compareXML(.log(lines: 10_000), &report)
      try compareXML(.mesh(triangles: 25_000), &report)
      try compareXML(.minecraftSavedata(players: 500), &report)
      try compareXML(.mk48(updates: 1_000), &report)
      try compareXML(.sessions(events: 20_000), &report)
    }
  }

  private static func compareXML<Value: Equatable & Codable & ArchiveValue>(
    _ values: Dataset<Value>, _ report: inout Report
  ) throws {
    let dataset = Dataset(name: values.name + ", XML", value: values.value)
    let (keyed, foundation) = (Contender.keyedXML(dataset), Contender.propertyListXML(dataset))
    // Foundation's coder does not give back all values.
    let isComparable = try foundation.value(foundation.encode()) == dataset.value
    try report.compare(
      dataset, [keyed] + (isComparable ? [foundation] : []),
      expecting: isComparable ? [.decodes(1.5, asFastAs: .propertyListXML, .keyedXML)] : [])
    guard let ours = report.results.last(where: { $0.contender == Peer.keyedXML.rawValue }) else { return }
    for (verb, time) in [("encoded", ours.encode), ("decoded", ours.decode)] {
      report.targets.append(
        Target(
          name: "\(dataset.name): megabytes \(verb) in a second", measured: Double(ours.bytes) / time / 1000,
          target: 60, bound: .atLeast))
    }
  }
}
