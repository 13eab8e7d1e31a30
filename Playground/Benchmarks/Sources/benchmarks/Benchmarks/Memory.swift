import BenchmarkModels

extension Benchmark {
  /// The memory that decoding 2,000,000 events takes besides the archive, as a multiple of the decoded values.
  static var memory: Benchmark {
    Benchmark(name: "memory") { report in
      #if os(Linux)
        let sessions = Dataset.sessions(events: 2_000_000).value
        try measureMemory(.columnArchive, sessions, atMost: 1.2, &report)
        try measureMemory(.keyedArchive, sessions, atMost: 2, &report)
      #endif
    }
  }

  #if os(Linux)
    private static func measureMemory(
      _ format: ArchiveFormat, _ sessions: [Session], atMost target: Double, _ report: inout Report
    ) throws {
      let peak = try PeakMemory.ofDecoding(format.encode(sessions), in: format)
      report.targets.append(
        Target(
          name: "2000000 events: \(format.rawValue) decodes, times the values' memory",
          measured: Double(peak) / Double(estimatedSize(of: sessions)), target: target, bound: .atMost,
          tolerance: 1))
    }
  #endif

  /// Returns the bytes of the arrays and of the strings that are too long to be stored inline, each distinct string
  /// once.
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
