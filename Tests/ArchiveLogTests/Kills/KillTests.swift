import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

#if !canImport(Darwin) || os(macOS)
  /// A program that appends is killed at any moment, again and again. `STRUCTCODING_ROUNDS` says how often.
  final class KillTests: LogTestCase {
    /// The elements that one call of `log-writer`, or one flush, may leave unacknowledged.
    private static let maximumUnacknowledged = 400

    private var output: URL { folder.appendingPathExtension("output") }

    override func tearDownWithError() throws {
      try? FileManager.default.removeItem(at: output)
      try super.tearDownWithError()
    }

    func testNothingAcknowledgedIsLost() throws {
      var random = SeededGenerator()
      let rounds = Thoroughness.rounds(8, full: 100)
      var (next, acknowledged, unacknowledged) = ([Int](), 0, 0)
      for round in 0..<rounds {
        // Another log now and then, since every round reads all of it.
        if round % 20 == 0 {
          try? FileManager.default.removeItem(at: folder)
          next = [Int](repeating: 0, count: 1 + random.below(8))
        }
        let writer = try WriterProcess(
          in: folder, printingTo: output, seed: UInt64(random.below(1 << 32)), next: next)
        let lines = random.oneIn(4) ? 0 : random.below(60)
        try writer.wait(forLines: lines)
        usleep(UInt32(random.below(lines == 0 ? 40_000 : 3_000)))
        let told = try writer.end()
        for (task, found) in try counts(next.count, round).enumerated() {
          let promised = told[task] ?? next[task]
          XCTAssertGreaterThanOrEqual(found, promised, "round \(round), task \(task)")
          XCTAssertLessThanOrEqual(
            found, promised + Self.maximumUnacknowledged, "round \(round), task \(task)")
          acknowledged += promised - next[task]
          unacknowledged += found - promised
          next[task] = found
        }
      }
      print("\(rounds) kills: \(acknowledged) acknowledged elements, \(unacknowledged) others that are there")
      XCTAssertGreaterThan(acknowledged, rounds)
    }

    /// Returns how many elements each task has in the log, after a kill. They must be in order, and each once.
    private func counts(_ taskCount: Int, _ round: Int) throws -> [Int] {
      guard FileManager.default.fileExists(atPath: folder.path) else {
        return [Int](repeating: 0, count: taskCount)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      // A killed program leaves nothing that was written behind something missing.
      XCTAssertEqual(names.filter { $0.contains("removed") }, [])
      var counts = [Int](repeating: 0, count: taskCount)
      let segments = try segments
      for segment in segments {
        for step in try steps(in: segment, isLast: segment == segments.last) {
          let expected = Step(task: step.task, number: counts[step.task])
          XCTAssertEqual(step, expected, "round \(round), \(segment.lastPathComponent)")
          counts[step.task] = step.number + 1
        }
      }
      return counts
    }

    /// Only the last segment may lack its end.
    private func steps(in segment: URL, isLast: Bool) throws -> [Step] {
      do {
        return try ColumnArchive(
          contentsOf: segment, options: ColumnArchive.DecodingOptions(readsIncompleteFiles: isLast)
        ).elements(of: Step.self)
      } catch let error as ArchiveError where isLast && error.code == .truncated {
        // Not even its header is complete.
        XCTAssertLessThan(try Data(contentsOf: segment).count, 512)
        return []
      }
    }

    /// The lock belongs to a program as long as it lives, also if it does nothing.
    func testAStoppedOwnerKeepsTheLock() throws {
      let writer = try WriterProcess(in: folder, printingTo: output, seed: 1, next: [0, 0, 0])
      try writer.wait(forLines: 10)
      writer.send(SIGSTOP)
      for _ in 0..<3 {
        XCTAssertThrowsError(try ArchiveLog<Step>(in: folder)) { error in
          XCTAssertEqual((error as? ArchiveError)?.code, .inUse)
          XCTAssert("\(error)".contains("process \(writer.identifier)"), "\(error)")
        }
      }
      let told = try writer.end()
      let log = try ArchiveLog<Step>(in: folder)
      let counts = try counts(3, 0)
      XCTAssertEqual(log.countWhenOpened, counts.reduce(0, +))
      for (task, count) in counts.enumerated() { XCTAssertGreaterThanOrEqual(count, told[task] ?? 0) }
    }
  }
#else
  /// Says that no program is killed here.
  final class KillTests: XCTestCase {
    func testNothingAcknowledgedIsLost() throws {
      throw XCTSkip("This system does not let a program start another, such as log-writer.")
    }
  }
#endif
