extension Benchmark {
  /// A single small value, which shows the fixed cost of an archive.
  static var oneEvent: Benchmark {
    Benchmark(name: "one-event") { report in
      let dataset = Dataset.oneEvent
      let contenders = try Contender.all(dataset)
      try report.compare(
        dataset, contenders,
        expecting: [
          .encodes(1, asFastAs: .protobuf), .decodes(1, asFastAs: .protobuf), .bytes(atMost: 99),
        ])
      guard let ours = contenders.first(where: { $0.peer == .columnArchive }),
        let count = try allocations({ _ = try ours.encode() })
      else { return }
      report.targets.append(
        Target(
          name: "one event: allocations of an encode", measured: Double(count), target: 9, bound: .atMost,
          tolerance: 1))
    }
  }
}
