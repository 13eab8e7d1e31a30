import ArchiveLogs
import ArchiveTestSupport
import StructCoding
import XCTest

/// A repair that fails, or is killed, at any system call: nothing is lost, no element is there twice, and the next repair
/// comes to the same result.
final class StoppedRepairTests: InspectionTestCase {
  /// Lets each call of a repair be the last that works.
  ///
  /// - Parameter lost: The numbers of the first elements of the batches that are damaged.
  private func check(_ files: Files, lost: Set<Int>, file: StaticString = #filePath, line: UInt = #line)
    async throws
  {
    try restore(files)
    let all = StoppingCalls()
    XCTAssert(try log.repair(all).remaining.isEmpty)
    // The catalog has the time of the repair.
    let repaired = try self.files().filter { $0.key != "catalog" }
    let gaps = try log.verify().gaps.map(\.elements)
    let expected = stride(from: 0, to: Self.count, by: 2).filter { !lost.contains($0) }.map { $0..<$0 + 2 }
    XCTAssertEqual(try log.verify().segments.flatMap(\.batches), expected, file: file, line: line)
    for (number, end) in StoppingCalls.End.allCases.enumerated() {
      for last in Thoroughness.some(of: 0..<all.count, oneIn: 7, first: number * 3) {
        let place = "\(end) at call \(last)"
        try restore(files)
        _ = try? log.repair(StoppingCalls(after: last, end))
        // A reader sees each batch once.
        let seen = try log.verify(StoppingCalls()).segments.flatMap(\.batches)
        XCTAssertEqual(seen, expected, place, file: file, line: line)
        XCTAssertEqual(try read(), expected, place, file: file, line: line)
        // A second one that is stopped as well.
        _ = try? log.repair(StoppingCalls(after: last / 2, end))
        XCTAssertEqual(
          try log.verify(StoppingCalls()).segments.flatMap(\.batches), expected, place, file: file, line: line
        )
        XCTAssert(try log.repair(StoppingCalls()).remaining.isEmpty, place, file: file, line: line)
        XCTAssertEqual(
          try self.files().filter { $0.key != "catalog" }, repaired, place, file: file, line: line)
        XCTAssertEqual(try log.verify().gaps.map(\.elements), gaps, place, file: file, line: line)
        XCTAssert(try log.verify(StoppingCalls()).isUndamaged, place, file: file, line: line)
      }
    }
    let next = try await goOn()
    XCTAssertEqual(next, Self.count, file: file, line: line)
  }

  /// The batches that a reader finds if it passes over damage.
  private func read() throws -> [Range<Int>] {
    var batches: [Range<Int>] = []
    let ignore: @Sendable (ArchiveLogDamage) -> Void = { _ in }
    try log.forEachBatch(onDamage: ignore) { batches.append($0.first..<$0.first + $0.count) }
    return batches
  }

  private func flip(_ files: Files, _ segment: Int, _ batches: [Int]) throws -> Files {
    var files = files
    let name = Self.segments(files)[segment]
    let places = try parts(XCTUnwrap(files[name])).batches
    for batch in batches { files[name]?[places[batch].lowerBound + 40] ^= 4 }
    return files
  }

  func testOneBatch() async throws {
    let files = try await makeLog()
    for (segment, batch) in Thoroughness.some(of: [(0, 0), (1, 1), (2, 0), (2, 2)], oneIn: 3) {
      try await check(try flip(files, segment, [batch]), lost: [segment * 6 + batch * 2])
    }
  }

  func testAllBatchesOfASegment() async throws {
    let files = try await makeLog()
    for segment in Thoroughness.some(of: 0..<3, oneIn: 2) {
      try await check(
        try flip(files, segment, [0, 1, 2]), lost: [segment * 6, segment * 6 + 2, segment * 6 + 4])
    }
  }

  func testHeadersAndFooters() async throws {
    let files = try await makeLog()
    var changed = files
    let names = Self.segments(files)
    changed[names[0]]?[20] ^= 1
    changed[names[1]] = changed[names[1]]?.dropLast(3)
    changed[names[2]]?[20] ^= 1
    try await check(changed, lost: [])
  }

  func testEverySegment() async throws {
    let files = try await makeLog()
    let changed = try flip(flip(flip(files, 0, [1]), 1, [0, 2]), 2, [2])
    try await check(changed, lost: [2, 6, 10, 16])
  }

  /// Between a stopped repair and the next one, a writer goes on.
  func testAWriterAfterAStoppedRepair() async throws {
    let files = try flip(try await makeLog(), 2, [1])
    try restore(files)
    let all = StoppingCalls()
    _ = try log.repair(all)
    for last in Thoroughness.some(of: 0..<all.count, oneIn: 3) {
      try restore(files)
      _ = try? log.repair(StoppingCalls(after: last, .kill))
      do {
        let next = try await goOn()
        XCTAssertEqual(next, Self.count)
      } catch let error as ArchiveError {
        XCTAssertEqual(error.code, .damaged, "still as it was")
        continue
      }
      XCTAssert(try log.repair(StoppingCalls()).remaining.isEmpty)
      XCTAssertEqual(try numberedRecords(), (0...Self.count).filter { $0 / 2 != 7 }, "call \(last)")
      XCTAssert(try log.verify(StoppingCalls()).isUndamaged)
    }
  }
}
