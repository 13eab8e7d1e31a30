import ArchiveLogs
import ArchiveTestSupport
import XCTest

/// A sync that fails: the system tells once, and then no longer tries to write those bytes, although programs still read
/// them. What is acknowledged after the log was opened again must be on the disk nevertheless.
final class FailedSyncTests: XCTestCase {
  func testEachSyncFailsOnce() async throws {
    var random = SeededGenerator()
    var (states, failures) = (0, 0)
    let (rounds, step) = Thoroughness.isFull ? (3, 1) : (1, 5)
    for round in 0..<rounds {
      let seed = random.next()
      var number = 0
      while true {
        let disk = SimulatedDisk()
        let failed = Flag()
        let target = number
        disk.setFault { call in
          guard call.name == "fdatasync" || call.name == "fsync" else { return nil }
          return failed.countsDown(from: target) ? .fails(EIO) : nil
        }
        await run(SeededGenerator(seed: seed), on: disk)
        guard failed.isReached else { break }
        failures += 1
        // After the failure, the program opened the log again.
        var cuts = PowerCuts(disk.recording, SeededGenerator(seed: random.next()))
        (cuts.imageCount, cuts.depth) = (1, 0)
        try await cuts.checkAll()
        states += cuts.stateCount
        XCTAssertEqual(cuts.faults.prefix(3), [], "round \(round), sync \(number)")
        number += step
      }
    }
    print("\(states) states after \(failures) failed syncs")
    XCTAssertGreaterThan(failures, 13 * rounds / step)
  }

  /// Goes on after each error, as a program does that is started again.
  private func run(_ random: SeededGenerator, on disk: SimulatedDisk) async {
    let stepCount = Thoroughness.isFull ? 5 : 3
    var program = ProofProgram(random: random, disk: disk, sessionCount: 1, stepCount: stepCount)
    for _ in 0..<3 {
      do {
        try await program.run()
      } catch {
        disk.kill()
      }
    }
  }
}

/// Counts calls, and knows which is the one.
final class Flag: @unchecked Sendable {
  private let mutex = NSLock()
  private var count = 0
  private var reached = false

  var isReached: Bool { mutex.withLock { reached } }

  /// Returns whether this is the call with a number.
  func countsDown(from number: Int) -> Bool {
    mutex.withLock {
      defer { count += 1 }
      if count == number { reached = true }
      return count == number
    }
  }
}
