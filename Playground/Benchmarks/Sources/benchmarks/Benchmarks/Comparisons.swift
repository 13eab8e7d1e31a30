/// The data sets, with the expected results of the contenders on each.
extension Benchmark {
  static var log: Benchmark {
    Benchmark(name: "log", measuresDefaultHeap: true) { report in
      let dataset = Dataset.log(lines: 10_000)
      try report.compare(
        dataset, Contender.all(dataset),
        expecting: [
          // Actual figures are 140 to 150.
          .encodes(63, asFastAs: .json, tolerance: 0.5), .encodes(6, asFastAs: .protobuf),
          .decodes(70, asFastAs: .json), .decodes(5, asFastAs: .protobuf), .bytes(atMost: 360_000),
        ])
    }
  }

  static var mesh: Benchmark {
    Benchmark(name: "mesh", measuresDefaultHeap: true) { report in
      let dataset = Dataset.mesh(triangles: 125_000)
      try report.compare(
        dataset, Contender.all(dataset),
        expecting: [
          .encodes(within: 3, of: .memcpy), .decodes(within: 2.3, of: .memcpy), .bytes(atMost: 6_000_100),
        ])
    }
  }

  static var minecraftSavedata: Benchmark {
    Benchmark(name: "minecraft_savedata", measuresDefaultHeap: true) { report in
      let dataset = Dataset.minecraftSavedata(players: 500)
      try report.compare(
        dataset, Contender.all(dataset),
        expecting: [
          .encodes(12, asFastAs: .protobuf), .decodes(7, asFastAs: .protobuf), .bytes(atMost: 165_000),
        ])
    }
  }

  static var mk48: Benchmark {
    Benchmark(name: "mk48", measuresDefaultHeap: true) { report in
      let dataset = Dataset.mk48(updates: 1_000)
      try report.compare(
        dataset, Contender.all(dataset),
        // Actual figures are 210 to 310 and 105 to 130. The values are in 60,000 arrays scattered over memory, and
        // half the time of a decode goes to allocating and freeing 22,000 of them.
        expecting: [
          .encodes(250, asFastAs: .json, tolerance: 0.5), .decodes(110, asFastAs: .json, tolerance: 0.3),
          .bytes(atMost: 960_000),
        ])
    }
  }

  /// 20,000 events in 2,000 sessions.
  static var sessions: Benchmark {
    Benchmark(name: "sessions", measuresDefaultHeap: true) { report in
      let dataset = Dataset.sessions(events: 20_000)
      try report.compare(
        dataset, Contender.all(dataset),
        expecting: [
          .encodes(18, asFastAs: .propertyList, .keyedArchive),
          .decodes(28, asFastAs: .propertyList, .keyedArchive),
        ])
    }
  }

  /// 400 records, compared with Foundation's archiver on dictionaries with the same content.
  static var visits: Benchmark {
    Benchmark(name: "visits") { report in
      let dataset = Dataset.visits(400)
      try report.compare(
        dataset, [.keyedArchive(dataset), .foundationArchiver(dataset)],
        expecting: [
          .encodes(1_000, asFastAs: .foundationArchiver, .keyedArchive),
          .decodes(50, asFastAs: .foundationArchiver, .keyedArchive),
        ])
    }
  }
}
