import ArchiveLogs
import StructCoding
import XCTest

/// Calls of a log that has stopped or is closed, also while others append.
final class StoppedLogTests: LogTestCase {
  private let calls = GatedCalls()

  private func log(_ options: ArchiveLogOptions = ArchiveLogOptions()) throws -> ArchiveLog<Record> {
    try ArchiveLog(in: folder, options: options, calls: calls)
  }

  /// Whoever waits for the disk is told, and so is every later call, with the error that stopped the log.
  func testAllCallersAreToldOfAFailedSync() async throws {
    let log = try log()
    try await log.append(Record(0), until: .synced)
    calls.shut()
    let first = Task { try await log.append(Record(1), until: .synced) }
    try await waitUntil { calls.isReached }
    let others = (2..<65).map { number in Task { try await log.append(Record(number), until: .synced) } }
    try await waitUntil { await log.waitingCounts.elements == 63 }
    calls.fail("sync")
    calls.open()
    for task in [first] + others {
      let error = try await error { try await task.value }
      XCTAssertEqual(error.code, .fileSystem)
    }
    for _ in 0..<2 {
      let append = try await error { try await log.append(Record(100)) }
      let flush = try await error { try await log.flush() }
      for error in [append, flush] {
        XCTAssertEqual(error.code, .stopped)
        XCTAssertEqual((error.underlyingError as? ArchiveError)?.code, .fileSystem)
      }
    }
    let closing = try await error { try await log.close() }
    XCTAssertEqual((closing.underlyingError as? ArchiveError)?.code, .fileSystem)
    try await log.close()

    let again = try ArchiveLog<Record>(in: folder)
    try await again.append(Record(200))
    try await again.close()
    let found = try records()
    XCTAssertEqual(found.first, Record(0))
    XCTAssertEqual(found.last, Record(200))
  }

  /// A log that has stopped gives its lock back, also if nobody closes it.
  func testAStoppedLogCanBeOpenedAgain() async throws {
    let log = try log()
    calls.fail("write", code: ENOSPC)
    let full = try await error { try await log.append(Record(0)) }
    XCTAssertEqual((full.underlyingError as? POSIXError)?.code, .ENOSPC)
    calls.fail(nil)
    let again = try ArchiveLog<Record>(in: folder)
    try await again.append(Record(1))
    try await again.close()
    XCTAssertEqual(try records(), [Record(1)])
    _ = try await error { try await log.append(Record(2)) }
  }

  func testBufferedElementsAreLostLoudly() async throws {
    let log = try log()
    try await log.append(contentsOf: (0..<10).map { Record($0) }, until: .buffered)
    calls.fail("sync")
    let closing = try await error { try await log.close() }
    XCTAssertEqual(closing.code, .fileSystem)
    try await log.close()
    let append = try await error { try await log.append(Record(0)) }
    XCTAssertEqual(append.code, .stopped)
  }

  /// The log stops after closing has begun, before it gets its turn.
  func testAFailureWhileClosing() async throws {
    let log = try log()
    calls.shut()
    let task = Task { try await log.append(Record(0), until: .synced) }
    try await waitUntil { calls.isReached }
    let closing = (0..<4).map { _ in Task { try await log.close() } }
    try await waitUntil {
      do {
        try await log.append(Record(1), until: .buffered)
        return false
      } catch {
        return true
      }
    }
    calls.fail("sync")
    calls.open()
    _ = try await error { try await task.value }
    var failures = 0
    for closing in closing {
      do { try await closing.value } catch { failures += 1 }
    }
    XCTAssertGreaterThan(failures, 0)
    try await log.close()
    try await ArchiveLog<Record>(in: folder).close()
  }

  func testClosingWhileOthersAppend() async throws {
    for round in 0..<20 {
      var options = ArchiveLogOptions()
      (options.batchSize, options.maximumPending, options.segmentSize) = (4, 8, 2_000)
      let log = try log(options)
      let tasks = (0..<16).map { task in
        Task {
          var acknowledged: [Int] = []
          do {
            for number in 0... {
              let durability = [ArchiveLogDurability.buffered, .written, .synced][(task + number) % 3]
              try await log.append(Record(round << 32 | task << 16 | number), until: durability)
              acknowledged.append(round << 32 | task << 16 | number)
            }
          } catch {
            XCTAssertEqual((error as? ArchiveError)?.code, .stopped)
          }
          return acknowledged
        }
      }
      try await waitUntil { await log.waitingCounts.calls > 0 }
      async let other: Void = log.close()
      try await log.close()
      try await other
      var acknowledged: [Int] = []
      for task in tasks { acknowledged += await task.value }
      let found = try records().map(\.number).filter { $0 >> 32 == round }
      XCTAssertEqual(found.sorted(), acknowledged.sorted())
      for task in 0..<16 {
        let own = found.filter { $0 >> 16 & 0xFFFF == task }
        XCTAssertEqual(own, own.sorted())
      }
    }
  }

  /// Nothing keeps a log that nobody uses, not even the time after which its buffered elements are written.
  func testAForgottenLogIsDeallocated() async throws {
    var options = ArchiveLogOptions(durability: .buffered)
    options.maximumDelay = .seconds(Int64.max)
    weak var forgotten: ArchiveLog<Record>?
    do {
      let log = try log(options)
      try await log.append(Record(0), until: .written)
      try await log.append(Record(1))
      forgotten = log
    }
    try await waitUntil { forgotten == nil }
    try await waitUntil { (try? ArchiveLog<Record>(in: folder)) != nil }
    XCTAssertEqual(try records(), [Record(0)])
  }
}
