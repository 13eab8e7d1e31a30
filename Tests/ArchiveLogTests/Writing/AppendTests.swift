import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// What appending and flushing wait for, and in which order elements are written.
final class AppendTests: LogTestCase {
  private let calls = GatedCalls()

  func testOneTaskKeepsItsOrder() async throws {
    var options = ArchiveLogOptions()
    (options.batchSize, options.maximumPending, options.segmentSize) = (7, 20, 3_000)
    let log = try ArchiveLog<Record>(in: folder, options: options)
    var number = 0
    for round in 0..<300 {
      let durability = [ArchiveLogDurability.buffered, .written, .buffered, .synced][round % 4]
      let count = round % 11
      if count == 1 {
        try await log.append(Record(number), until: durability)
      } else {
        try await log.append(contentsOf: (number..<number + count).map { Record($0) }, until: durability)
      }
      number += count
    }
    try await log.close()
    XCTAssertEqual(try records(), (0..<number).map { Record($0) })
  }

  func testCallsWithoutElements() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    for durability in [ArchiveLogDurability.buffered, .written, .synced] {
      try await log.append(contentsOf: [], until: durability)
    }
    try await log.flush()
    try await log.close()
    XCTAssertEqual(try segments, [])
  }

  func testManyElementsInOneCallStayTogether() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          try await log.append(contentsOf: (0..<9_000).map { Record(task * 9_000 + $0) }, until: .synced)
        }
      }
      try await group.waitForAll()
    }
    try await log.close()
    let numbers = try records().map(\.number)
    XCTAssertEqual(numbers.count, 36_000)
    for start in stride(from: 0, to: numbers.count, by: 9_000) {
      XCTAssertEqual(Array(numbers[start..<start + 9_000]), Array(numbers[start]..<numbers[start] + 9_000))
    }
  }

  /// A task that is cancelled is not told that an element is not there which is there.
  func testACancelledTaskWaits() async throws {
    let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: calls)
    calls.shut()
    let task = Task { try await log.append(Record(0), until: .synced) }
    try await waitUntil { calls.isReached }
    task.cancel()
    calls.open()
    try await task.value
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await log.append(Record(1))
      try await log.append(Record(2), until: .buffered)
      try await log.close()
    }
    try await cancelled.value
    XCTAssertEqual(try records(), [Record(0), Record(1), Record(2)])
  }

  func testFlushingBringsToTheDiskWhatIsInTheFile() async throws {
    let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: calls)
    try await log.append(Record(0), until: .synced)
    let before = calls.syncCount
    try await log.append(Record(1), until: .written)
    try await log.append(Record(2), until: .buffered)
    try await log.flush(until: .written)
    XCTAssertEqual(calls.syncCount, before)
    let data = try ColumnArchive(
      Data(contentsOf: segments[0]), options: ColumnArchive.DecodingOptions(readsIncompleteFiles: true))
    XCTAssertEqual(data.count, 3)
    try await log.flush()
    XCTAssertEqual(calls.syncCount, before + 1)
    try await log.flush()
    XCTAssertEqual(calls.syncCount, before + 1)
    try await log.append(Record(3), until: .buffered)
    try await log.flush(until: .buffered)
    XCTAssertEqual(calls.syncCount, before + 1)
    try await log.close()
    XCTAssertEqual(try records(), (0..<4).map { Record($0) })
  }

  /// Callers that come while the disk is busy share the next sync.
  func testCallersShareASync() async throws {
    let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: calls)
    try await log.append(Record(0), until: .synced)
    let before = calls.syncCount
    calls.shut()
    let first = Task { try await log.append(Record(1), until: .synced) }
    try await waitUntil { calls.isReached }
    let others = (2..<65).map { number in Task { try await log.append(Record(number), until: .synced) } }
    try await waitUntil { await log.waitingCounts.elements == 63 }
    calls.open()
    for task in [first] + others { try await task.value }
    XCTAssertEqual(calls.syncCount, before + 2)
    try await log.close()
  }

  /// Whoever waits only for the file goes on before the others' sync, also if that fails.
  func testCallersOfOneBatchWaitForWhatTheyAskFor() async throws {
    let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: calls)
    try await log.append(Record(0), until: .synced)
    calls.shut()
    let first = Task { try await log.append(Record(1), until: .written) }
    try await waitUntil { calls.isReached }
    let written = Task { try await log.append(Record(2), until: .written) }
    let synced = Task { try await log.append(Record(3), until: .synced) }
    try await waitUntil { await log.waitingCounts.elements == 2 }
    calls.fail("sync")
    calls.open()
    try await first.value
    try await written.value
    let error = try await error { try await synced.value }
    XCTAssertEqual(error.code, .fileSystem)
  }
}
