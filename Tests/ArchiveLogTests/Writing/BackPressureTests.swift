import ArchiveLogs
import StructCoding
import XCTest

/// The elements that may wait in memory are bounded, and no call waits forever.
final class BackPressureTests: LogTestCase {
  private let calls = GatedCalls()

  private func log(batchSize: Int = 10, maximumPending: Int = 10) throws -> ArchiveLog<Record> {
    var options = ArchiveLogOptions(durability: .buffered)
    (options.batchSize, options.maximumPending) = (batchSize, maximumPending)
    options.maximumDelay = .seconds(100_000)
    return try ArchiveLog(in: folder, options: options, calls: calls)
  }

  func testABoundedNumberOfElementsWaits() async throws {
    let log = try log()
    calls.shut()
    let task = Task { for number in 0..<100 { try await log.append(Record(number)) } }
    // Ten are being written, ten are encoded, ten wait, and the next call has no room.
    try await waitUntil { await log.waitingCounts == (10, 1) }
    calls.open()
    try await task.value
    try await log.close()
    XCTAssertEqual(try records(), (0..<100).map { Record($0) })
  }

  func testALargerCallThanMayWaitIsWrittenAlone() async throws {
    for limit in [10, 1, 0, -5] {
      let log = try log(maximumPending: limit)
      try await log.append(Record(0))
      try await log.append(contentsOf: (1..<1_000).map { Record($0) })
      try await log.append(contentsOf: (1_000..<2_000).map { Record($0) }, until: .synced)
      try await log.append(Record(2_000))
      try await log.close()
      XCTAssertEqual(try records(), (0...2_000).map { Record($0) }, "\(limit)")
      try FileManager.default.removeItem(at: folder)
    }
  }

  /// A large call gets its room although small calls go on and on.
  func testALargeCallIsNotOvertaken() async throws {
    let log = try log()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var number = 0
          while !Task.isCancelled {
            try await log.append(Record(1_000 + task), until: number % 2 == 0 ? .buffered : .written)
            number += 1
          }
        }
      }
      for _ in 0..<10 { try await log.append(contentsOf: (0..<10).map { Record($0) }) }
      group.cancelAll()
      try await group.waitForAll()
    }
    try await log.close()
    // The elements of a call are side by side.
    let numbers = try records().map(\.number)
    let starts = numbers.indices.filter { numbers[$0] == 0 }
    XCTAssertEqual(starts.count, 10)
    for start in starts { XCTAssertEqual(Array(numbers[start..<start + 10]), Array(0..<10)) }
  }

  /// What gets room while something is written is written too, although no batch is full and nobody waits for it.
  func testWhatGetsRoomIsWrittenAfterTheDelay() async throws {
    var options = ArchiveLogOptions(durability: .buffered)
    (options.batchSize, options.maximumPending, options.maximumDelay) = (10, 10, .milliseconds(1))
    let log = try ArchiveLog<Record>(in: folder, options: options, calls: calls)
    calls.shut()
    let task = Task { for number in 0..<31 { try await log.append(Record(number)) } }
    try await waitUntil { await log.waitingCounts == (10, 1) }
    calls.open()
    try await task.value
    try await waitUntil { await log.waitingCounts == (0, 0) }
    try await log.close()
    XCTAssertEqual(try records(), (0..<31).map { Record($0) })
  }

  /// Closing a log first writes what calls wait for room for.
  func testCallsThatWaitForRoomAreWrittenBeforeClosing() async throws {
    let log = try log()
    calls.shut()
    let tasks = (0..<40).map { number in Task { try await log.append(Record(number)) } }
    try await waitUntil { await log.waitingCounts == (10, 10) }
    let closing = Task { try await log.close() }
    try await waitUntil { await log.waitingCounts == (10, 11) }
    calls.open()
    try await closing.value
    for task in tasks { try await task.value }
    XCTAssertEqual(try records().map(\.number).sorted(), Array(0..<40))
  }

  func testCallsThatWaitForRoomFailWithTheLog() async throws {
    let log = try log()
    calls.shut()
    let tasks = (0..<40).map { number in Task { try await log.append(Record(number)) } }
    try await waitUntil { await log.waitingCounts == (10, 10) }
    calls.fail("write", code: ENOSPC)
    calls.open()
    var failed = 0
    for task in tasks {
      do { try await task.value } catch { failed += 1 }
    }
    XCTAssertEqual(failed, 10)
    let counts = await log.waitingCounts
    XCTAssert(counts == (0, 0), "\(counts)")
  }

  /// The disk and the encoding of the next batch are at work at the same time; a batch that is not full waits and grows.
  func testAFullBatchIsEncodedWhileTheDiskIsBusy() async throws {
    let log = try log(maximumPending: 100)
    calls.shut()
    let first = Task { try await log.append(Record(0), until: .synced) }
    try await waitUntil { calls.isReached }
    let second = Task { try await log.append(contentsOf: (1..<10).map { Record($0) }, until: .synced) }
    try await waitUntil { await log.waitingCounts.elements == 9 }
    let third = Task { try await log.append(Record(10), until: .synced) }
    try await waitUntil { await log.writingCount == 2 }
    // Only one batch is made ready.
    let fourth = Task { try await log.append(contentsOf: (11..<31).map { Record($0) }, until: .synced) }
    try await waitUntil { await log.waitingCounts.elements == 20 }
    calls.open()
    for task in [first, second, third, fourth] { try await task.value }
    try await log.close()
    XCTAssertEqual(try records(), (0..<31).map { Record($0) })
  }

  /// The call that fails first, the one whose batch is encoded, and the ones behind it are told the same.
  func testWhatIsEncodedFailsWithTheLog() async throws {
    let log = try log(maximumPending: 100)
    calls.shut()
    let first = Task { try await log.append(Record(0), until: .synced) }
    try await waitUntil { calls.isReached }
    let second = Task { try await log.append(contentsOf: (1..<11).map { Record($0) }, until: .written) }
    try await waitUntil { await log.writingCount == 2 }
    let third = Task { try await log.append(contentsOf: (11..<21).map { Record($0) }, until: .synced) }
    try await waitUntil { await log.waitingCounts.elements == 10 }
    calls.fail("write", code: ENOSPC)
    calls.open()
    for task in [first, second, third] {
      let error = try await error { try await task.value }
      XCTAssertEqual(error.code, .fileSystem, "\(error)")
    }
    let closing = try await error { try await log.close() }
    XCTAssertEqual(closing.code, .stopped, "\(closing)")
    try await log.close()
    calls.fail(nil)
    let next = try self.log()
    try await next.append(Record(0), until: .synced)
    try await next.close()
    XCTAssertEqual(try records(), [Record(0)])
  }

  func testABatchSizeBelowOneIsOne() async throws {
    for size in [0, -1, .min] {
      let log = try log(batchSize: size)
      for number in 0..<10 { try await log.append(Record(number)) }
      try await log.flush()
      try await log.close()
      XCTAssertEqual(try records(), (0..<10).map { Record($0) }, "\(size)")
      try FileManager.default.removeItem(at: folder)
    }
  }
}
