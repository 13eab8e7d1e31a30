import ArchiveTestSupport
import XCTest

/// Sessions of a log on a simulated disk, one after another: see ``LogSimulation``.
///
/// `STRUCTCODING_ROUNDS` asks for so many system calls, and `STRUCTCODING_SEED=random` for other ones.
final class LogSimulationTests: XCTestCase {
  /// Seeds with which the simulation has found something.
  private static let kept: [(seed: UInt64, steps: Int)] = [
    // A clock behind the year 9999 gave segments names that were not read as such.
    (17_296_053_886_048_165_891, 1_000), (9_816_113_710_359_843_001, 2_000),
    // A follower waited for a name behind that of a segment that was gone, while the clock had been set back.
    (9_988_435_605_407_362_881, 5_000), (16_714_876_785_009_691_245, 2_000),
    // What a repair had accepted as lost was asked for again: by the segment that got the number, at the end of a damaged
    // segment, and in front of an earlier loss.
    (14_116_759_973_577_592_024, 15_000), (9_134_353_086_502_919_319, 7_000),
    (263_469_102_501_029_811, 3_000),
    (6_771_044_607_440_338_861, 1_000),
    // A repair took away the only segment, and the catalog still named it.
    (17_473_539_569_320_852_244, 7_000),
    (3_457_295_867_510_663_063, 1_000),
  ]

  func testRandomSessions() async throws {
    var random = SeededGenerator()
    let steps = Thoroughness.rounds(120_000, full: 20_000_000)
    let perSeed = 20_000
    let seeds = (0..<max(steps / perSeed, 1)).map { _ in random.next() }
    var (counts, sessions, done) = ([String: Int](), 0, 0)
    for simulation in try await concurrently(seeds, { try await Self.run($0, steps: perSeed) }) {
      counts.merge(simulation.counts, uniquingKeysWith: +)
      sessions += simulation.sessions
      done += simulation.steps
    }
    let told = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("\(done) system calls of \(sessions) sessions: \(told)")
    // Everything that can happen has happened.
    let events = [
      "append", "closed", "deleted", "failed", "not opened", "not read", "opened", "power cut", "read",
      "recovered",
      "reopened", "repaired", "stopped",
    ]
    XCTAssertEqual(counts.keys.sorted(), events)
  }

  func testSeedsThatFoundSomething() async throws {
    _ = try await concurrently(Self.kept) { try await Self.run($0.seed, steps: $0.steps) }
  }

  /// Leaving out a kind of sync is found.
  func testSyncsAreNeeded() async throws {
    for call in ["fdatasync", "fsync"] {
      var simulation = LogSimulation(seed: 1, ignoring: call)
      do {
        try await simulation.run(steps: 200_000)
        XCTFail("the simulation does not need \(call)")
      } catch {
        print("without \(call), after \(simulation.stepCount) system calls: \(error)")
      }
    }
  }

  /// - Returns: How often each thing has happened, and how many sessions and system calls there were.
  private static func run(
    _ seed: UInt64, steps: Int
  ) async throws -> (counts: [String: Int], sessions: Int, steps: Int) {
    var simulation = LogSimulation(seed: seed)
    do {
      try await simulation.run(steps: steps)
    } catch {
      XCTFail(
        "seed \(seed), session \(simulation.sessionCount), \(simulation.stepCount) calls before: \(error) after\n"
          + simulation.trace.joined(separator: "\n"))
    }
    return (simulation.counts, simulation.sessionCount, simulation.stepCount)
  }
}
