import Foundation

@main
struct LogBenchmarks {
  private var rounds = 5
  private var checks = false
  private var folder = FileManager.default.temporaryDirectory

  static func main() async throws {
    var program = LogBenchmarks()
    guard program.parse(Array(CommandLine.arguments.dropFirst())) else {
      print("usage: log-benchmarks [--rounds COUNT] [--folder FOLDER] [--check]")
      exit(2)
    }
    try await program.run()
  }

  private mutating func parse(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": checks = true
      case "--rounds":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return false }
        rounds = count
      case "--folder":
        guard let path = rest.popFirst() else { return false }
        folder = URL(fileURLWithPath: path)
      default: return false
      }
    }
    return true
  }

  private func run() async throws {
    let events = Event.requests(204_800)
    let all: [any Contestant.Type] = [LogContestant.self, SQLite.self, JSONLines.self]
    var contests = [
      Contest(Setting(count: 204_800, step: 4_096, isSynced: false), all),
      Contest(Setting(count: 204_800, step: 4_096, isSynced: true), all),
      Contest(Setting(count: 204_800, step: 4_096, isSynced: true, callerCount: 2), all),
      Contest(Setting(count: 10_000, step: 1, isSynced: false), all),
      Contest(Setting(count: 2_000, step: 1, isSynced: true), all),
    ]
    var (one, many) = (
      Waiting(taskCount: 1, eventsPerTask: 2_000), Waiting(taskCount: 64, eventsPerTask: 1_000)
    )
    var (buffered, checksums) = ([Double](), Checksums())
    for _ in 0..<rounds {
      for index in contests.indices { try await contests[index].round(events, in: folder) }
      try await one.round(events, in: folder)
      try await many.round(events, in: folder)
      buffered.append(try await bufferedAppend(events, in: folder))
      try await checksums.round(events)
    }
    let report = Report(contests: contests, one: one, many: many, buffered: buffered, checksums: checksums)
    report.write(rounds: rounds)
    if checks, !report.goalsAreMet { exit(1) }
  }
}
