import ArchiveFiles
import ArchiveLogs
import StructCoding
import XCTest

/// Closing a log within a time, on a disk that may not answer.
final class ClosingTests: LogTestCase {
  private let calls = GatedCalls()

  private func log(_ options: ArchiveLogOptions = ArchiveLogOptions()) throws -> ArchiveLog<Record> {
    try ArchiveLog(in: folder, options: options, calls: calls)
  }

  func testNothingRemains() async throws {
    let log = try log()
    try await log.append(contentsOf: (0..<10).map { Record($0) }, until: .buffered)
    for _ in 0..<2 {
      let rest = await log.close(within: .seconds(600))
      XCTAssertNil(rest.error)
      XCTAssertEqual(rest.elements, [])
    }
    XCTAssertEqual(try records(), (0..<10).map { Record($0) })
  }

  /// What the disk has, what is pending, and what waits for room is returned, in order; what was acknowledged is not.
  func testADiskThatDoesNotAnswer() async throws {
    var options = ArchiveLogOptions()
    (options.batchSize, options.maximumPending) = (4, 8)
    let log = try log(options)
    try await log.append(contentsOf: [Record(0), Record(1)], until: .synced)
    try await log.append(Record(2), until: .written)
    calls.shut()
    var tasks: [Task<Void, any Error>] = []
    for first in stride(from: 3, to: 27, by: 3) {
      let before = await counts(of: log)
      let elements = (first..<first + 3).map { Record($0) }
      let durability: ArchiveLogDurability = first % 2 == 0 ? .buffered : .synced
      tasks.append(Task { try await log.append(contentsOf: elements, until: durability) })
      try await waitUntil { await counts(of: log) != before }
    }
    try await waitUntil { calls.isReached }
    let start = ContinuousClock.now
    let rest = await log.close(within: .milliseconds(20))
    XCTAssertGreaterThanOrEqual(start.duration(to: .now), .milliseconds(20))
    XCTAssertEqual(rest.elements, (3..<27).map { Record($0) })
    XCTAssertEqual((rest.error as? ArchiveError)?.code, .stopped)
    let again = await log.close(within: .seconds(600))
    XCTAssertEqual(again.elements, [])
    let append = try await error { try await log.append(Record(100)) }
    XCTAssertEqual(append.code, .stopped)
    // Another writer waits for the disk.
    XCTAssertThrowsError(try ArchiveLog<Record>(in: folder)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .inUse)
    }
    calls.open()
    for task in tasks { _ = await task.result }
    var next: ArchiveLog<Record>?
    try await waitUntil {
      next = try? ArchiveLog<Record>(in: folder)
      return next != nil
    }
    try await next?.close()
    // What the disk already had is there.
    let found = try records()
    XCTAssertEqual(found, found.indices.map { Record($0) })
    XCTAssertGreaterThanOrEqual(found.count, 3)
    XCTAssertLessThan(found.count, 27)
  }

  /// How much waits, and where.
  private func counts(of log: ArchiveLog<Record>) async -> [Int] {
    let waiting = await log.waitingCounts
    return [waiting.elements, waiting.calls, await log.writingCount]
  }

  /// The calls that wait are told.
  func testCallersAreToldThatTheLogIsClosed() async throws {
    let log = try log()
    calls.shut()
    let calls = (0..<5).map { number in
      Task { try await log.append(Record(number), until: [.written, .synced][number % 2]) }
    }
    try await waitUntil { self.calls.isReached }
    let rest = await log.close(within: .zero)
    XCTAssertEqual(Set(rest.elements.map(\.number)).subtracting(0..<5), [])
    for call in calls {
      let error = try await error { try await call.value }
      XCTAssertEqual(error.code, .stopped)
    }
    self.calls.open()
  }

  /// Nothing is on the disk after an error, and everything that was not acknowledged is returned.
  func testAnError() async throws {
    let log = try log()
    try await log.append(Record(0), until: .synced)
    try await log.append(contentsOf: [Record(1), Record(2)], until: .buffered)
    calls.fail("write", code: ENOSPC)
    let full = try await error { try await log.append(Record(3), until: .written) }
    XCTAssertEqual(full.systemCode, ENOSPC)
    let rest = await log.close(within: .seconds(600))
    XCTAssertEqual(rest.elements, (1...3).map { Record($0) })
    XCTAssertEqual(((rest.error as? ArchiveError)?.underlyingError as? ArchiveError)?.systemCode, ENOSPC)
    let again = await log.close(within: .seconds(600))
    XCTAssertEqual(again.elements, [])
    XCTAssertNil(again.error)
  }

  /// After opening the log again, only what is new is returned.
  func testAnErrorBeforeOpeningAgain() async throws {
    let log = try log()
    calls.fail("write", code: ENOSPC)
    _ = try await error { try await log.append(Record(0), until: .written) }
    calls.fail(nil)
    try await log.reopen()
    try await log.append(Record(1), until: .buffered)
    calls.fail("write", code: ENOSPC)
    let rest = await log.close(within: .seconds(600))
    XCTAssertEqual(rest.elements, [Record(1)])
    XCTAssertNotNil(rest.error)
  }
}
