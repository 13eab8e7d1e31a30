import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// Elements that cannot be archived: only the calls that append them fail.
final class LogRefusalTests: LogTestCase {
  private let calls = GatedCalls()

  private func log() throws -> ArchiveLog<Fussy> {
    try ArchiveLog(in: folder, options: ArchiveLogOptions(), calls: calls)
  }

  private func numbers() throws -> [Int] {
    try segments.flatMap { try ColumnArchive(contentsOf: $0).elements(of: Fussy.self) }.map(\.number)
  }

  private func code(_ body: () async throws -> Void) async -> ArchiveError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? ArchiveError)?.code
    }
  }

  func testOnlyTheirCallsFail() async throws {
    let log = try log()
    try await log.append(Fussy(0))
    calls.shut()
    let first = Task { try await log.append(contentsOf: [Fussy(1), Fussy(1)], until: .synced) }
    try await waitUntil { calls.isReached }
    let others = (2..<65).map { number in
      Task {
        try await log.append(
          contentsOf: [Fussy(number), Fussy(number % 9 == 0 ? -1 : number)],
          until: number % 2 == 0 ? .written : .synced)
      }
    }
    try await waitUntil { await log.waitingCounts.elements == 126 }
    calls.open()
    for (index, task) in ([first] + others).enumerated() {
      let code = await code { try await task.value }
      XCTAssertEqual(code, (index + 1) % 9 == 0 ? .invalidValue : nil)
    }
    try await log.close()
    let expected = [0] + (1..<65).flatMap { $0 % 9 == 0 ? [] : [$0, $0] }
    XCTAssertEqual(try numbers().sorted(), expected)
  }

  /// Nobody waits for a buffered element, so the next flush tells, once.
  func testABufferedOneIsToldByTheNextFlush() async throws {
    let log = try log()
    try await log.append(Fussy(0), until: .buffered)
    try await log.append(Fussy(-1), until: .buffered)
    try await log.append(Fussy(1), until: .buffered)
    // It is not the fault of this call.
    try await log.append(Fussy(2), until: .synced)
    let told = await code { try await log.flush() }
    XCTAssertEqual(told, .invalidValue)
    try await log.flush()
    try await log.append(Fussy(-2), until: .buffered)
    let closing = await code { try await log.close() }
    XCTAssertEqual(closing, .invalidValue)
    try await log.close()
    XCTAssertEqual(try numbers(), [0, 1, 2])
    try await ArchiveLog<Fussy>(in: folder).close()
  }

  /// One among many costs a few batches, and not one for each call.
  func testOneAmongManyCostsFewBatches() async throws {
    let log = try log()
    for number in 0..<4_000 { try await log.append(Fussy(number == 1_234 ? -1 : number), until: .buffered) }
    let told = await code { try await log.flush() }
    XCTAssertEqual(told, .invalidValue)
    try await log.close()
    XCTAssertEqual(try numbers(), (0..<4_000).filter { $0 != 1_234 })
    XCTAssertLessThan(try ColumnArchive(contentsOf: segments[0]).batchCount, 20)
  }

  func testALogOfNothingElse() async throws {
    let log = try log()
    let told = await code { try await log.append(Fussy(-1), until: .synced) }
    XCTAssertEqual(told, .invalidValue)
    try await log.close()
    XCTAssertEqual(try segments, [])
  }
}
