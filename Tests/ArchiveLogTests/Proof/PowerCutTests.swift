import ArchiveLogs
import ArchiveTestSupport
import XCTest

/// Power cuts, by record and replay: what a program did to a disk is played up to some moment, and of what was not yet
/// synced, any part has arrived. The log must open, with everything that was acknowledged as synced.
///
/// `STRUCTCODING_ROUNDS` asks for so many states.
final class PowerCutTests: XCTestCase {
  func testOneTask() async throws {
    let count = Thoroughness.isFull ? 18 : 1
    let states = try await check(programs: count) { _ in }
    XCTAssertGreaterThan(states, count * (Thoroughness.isFull ? 400 : 130))
  }

  func testTasksThatShareSyncs() async throws {
    let count = Thoroughness.isFull ? 5 : 1
    let stepCount = Thoroughness.isFull ? 4 : 2
    let states = try await check(programs: count) { ($0.taskCount, $0.stepCount) = (5, stepCount) }
    XCTAssertGreaterThan(states, count * (Thoroughness.isFull ? 400 : 130))
  }

  func testOnlyWrittenRecords() async throws {
    let count = Thoroughness.isFull ? 6 : 1
    let states = try await check(programs: count) { $0.durability = .written }
    XCTAssertGreaterThan(states, count * (Thoroughness.isFull ? 250 : 80))
  }

  /// Sectors that were never written have the content of other files: what lies behind the last record that was
  /// acknowledged is never an obstacle.
  func testStaleSectors() async throws {
    let count = Thoroughness.isFull ? 8 : 1
    let states = try await check(programs: count, leavesStale: true) { $0.durability = .synced }
    XCTAssertGreaterThan(states, count * (Thoroughness.isFull ? 400 : 130))
  }

  private func check(
    programs: Int, leavesStale: Bool = false, _ test: String = #function,
    _ configure: (inout ProofProgram) -> Void
  ) async throws -> Int {
    var random = SeededGenerator(test)
    let rounds = Thoroughness.askedRounds
    var (states, count) = (0, 0)
    while rounds.map({ states < $0 }) ?? (count < programs) {
      var program = ProofProgram(random: SeededGenerator(seed: random.next()), disk: SimulatedDisk())
      configure(&program)
      try await program.run()
      var cuts = PowerCuts(program.disk.recording, SeededGenerator(seed: random.next()))
      cuts.leavesStale = leavesStale
      try await cuts.checkAll()
      states += cuts.stateCount
      count += 1
      for fault in cuts.faults.prefix(3) { XCTFail(fault) }
      if !cuts.faults.isEmpty { break }
    }
    print("\(test): \(states) states of \(count) programs")
    return states
  }
}
