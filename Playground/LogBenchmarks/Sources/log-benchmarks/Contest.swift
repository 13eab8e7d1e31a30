import Foundation

/// How a contestant gets its events: in steps of some count, each waiting for the disk or not.
struct Setting {
  let count: Int
  let step: Int
  let isSynced: Bool
  /// How many tasks share the steps. Each waits for a step before its next one.
  var callerCount = 1

  /// Returns the time that something takes: until it is on the disk, or of the processor if nothing waits for the disk.
  func seconds(_ body: () async throws -> Void) async throws -> Double {
    isSynced ? try await log_benchmarks.seconds(body) : try await processorSeconds(body)
  }
}

/// What was measured of one contestant in one setting, in several rounds.
struct Measurement {
  /// Events a second, in each round.
  var rates: [Double] = []
  /// The size of the closed file.
  var byteCount = 0

  /// The rate of the round that others on the machine disturbed least.
  var best: Double { rates.max() ?? 0 }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// An empty folder inside another, for one measurement.
func withFolder<Result>(in parent: URL, _ body: (URL) async throws -> Result) async throws -> Result {
  let folder = parent.appendingPathComponent("log-benchmarks-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Returns the seconds until something is done, which includes waiting for the disk.
func seconds(_ body: () async throws -> Void) async throws -> Double {
  let start = ContinuousClock.now
  try await body()
  return start.duration(to: .now) / .seconds(1)
}

/// Returns the seconds that all threads together were busy, in this program and in the system's calls. Other programs
/// disturb this little.
func processorSeconds(_ body: () async throws -> Void) async throws -> Double {
  let start = processorTime()
  try await body()
  return processorTime() - start
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Lets all contestants write the same events, each into a folder of its own, one after another in each round.
struct Contest {
  let setting: Setting
  let contestants: [any Contestant.Type]
  private(set) var measurements: [Measurement]

  init(_ setting: Setting, _ contestants: [any Contestant.Type]) {
    (self.setting, self.contestants) = (setting, contestants)
    measurements = contestants.map { _ in Measurement() }
  }

  mutating func round(_ events: [Event], in parent: URL) async throws {
    for (index, contestant) in contestants.enumerated() {
      let (rate, byteCount) = try await run(contestant, events, in: parent)
      measurements[index].rates.append(rate)
      measurements[index].byteCount = byteCount
    }
  }

  private func run<Kind: Contestant>(_ kind: Kind.Type, _ events: [Event], in parent: URL) async throws
    -> (rate: Double, byteCount: Int)
  {
    let events = events.prefix(setting.count)
    return try await withFolder(in: parent) { folder in
      let contestant = try kind.init(in: folder, isSynced: setting.isSynced)
      let steps = stride(from: 0, to: events.count, by: setting.step).map {
        Array(events[$0..<min($0 + setting.step, events.count)])
      }
      let time = try await setting.seconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for caller in 0..<setting.callerCount {
            group.addTask {
              for index in stride(from: caller, to: steps.count, by: setting.callerCount) {
                try await contestant.append(steps[index])
              }
            }
          }
          try await group.waitForAll()
        }
      }
      try await contestant.close()
      // Each time is later than the one before.
      guard try kind.events(in: folder).sorted(by: { $0.time < $1.time }) == Array(events) else {
        throw Failure("\(kind.name) has lost or changed events")
      }
      let sizes = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.fileSizeKey]
      ).map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
      return (Double(events.count) / time, sizes.reduce(0, +))
    }
  }
}
