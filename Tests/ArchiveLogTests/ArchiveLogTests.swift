import ArchiveLogs
import StructCoding
import XCTest

final class ArchiveLogTests: LogTestCase {
  func testWhatIsAppendedIsThere() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    try await log.append(Record(0))
    try await log.append(contentsOf: (1..<10).map { Record($0) }, until: .synced)
    try await log.append(Record(10), until: .buffered)
    try await log.close()
    XCTAssertEqual(try records(), (0...10).map { Record($0) })

    let again = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(again.countWhenOpened, 11)
    XCTAssertNil(again.recovery)
    try await again.append(Record(11))
    try await again.close()
    XCTAssertEqual(try records(), (0...11).map { Record($0) })
    XCTAssertEqual(try segments.count, 2)
  }

  func testEachBufferedElementIsWrittenAfterADelay() async throws {
    var options = ArchiveLogOptions(durability: .buffered)
    options.maximumDelay = .milliseconds(1)
    let log = try ArchiveLog<Record>(in: folder, options: options)
    try await log.append(Record(0))
    while try segments.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    try await log.close()
    XCTAssertEqual(try records(), [Record(0)])
  }

  func testSegmentsRotateBySize() async throws {
    var options = ArchiveLogOptions()
    options.segmentSize = 1_000
    let log = try ArchiveLog<Record>(in: folder, options: options)
    for number in 0..<100 { try await log.append(Record(number)) }
    try await log.close()
    XCTAssertGreaterThan(try segments.count, 5)
    XCTAssertEqual(try records(), (0..<100).map { Record($0) })
  }

  func testOnlyOneWriterHasALog() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    XCTAssertThrowsError(try ArchiveLog<Record>(in: folder)) { error in
      let text = "\(error)"
      XCTAssertEqual((error as? ArchiveError)?.code, .inUse)
      XCTAssert(text.contains("process \(ProcessInfo.processInfo.processIdentifier)"), text)
      XCTAssert(text.contains(folder.path), text)
    }
    try await log.close()
    try await ArchiveLog<Record>(in: folder).close()
  }

  func testNothingIsAppendedToAClosedLog() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    try await log.close()
    try await log.close()
    do {
      try await log.append(Record(0))
      XCTFail("appended")
    } catch let error as ArchiveError {
      XCTAssertEqual(error.code, .stopped)
    }
  }

  func testManyTasksWaitTogether() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for number in 0..<20 { try await log.append(Record(task * 20 + number), until: .synced) }
        }
      }
      try await group.waitForAll()
    }
    try await log.close()
    let found = try records().map(\.number)
    XCTAssertEqual(found.sorted(), Array(0..<1_280))
    for task in 0..<64 {
      XCTAssertEqual(found.filter { $0 / 20 == task }, found.filter { $0 / 20 == task }.sorted())
    }
  }
}
