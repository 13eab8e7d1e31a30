import ArchiveLogs
import ArchiveTestSupport
import StructCoding
import XCTest

/// The last segment is gone, and what the lock says of it is not said of the one that gets its number.
final class LostSegmentTests: InspectionTestCase {
  /// A writer is killed at each call; what it has acknowledged is there, and the log opens.
  private func check(from first: Int, _ prepare: () throws -> Void) async throws {
    let old = Array(0..<min(first, 12))
    var (last, isKilled) = (0, true)
    while isKilled {
      try prepare()
      var acknowledged = 0
      let calls = StoppingCalls(after: last, .kill)
      do {
        let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: calls)
        for number in 0..<2 {
          try await log.append(Record(first + number), until: .synced)
          acknowledged += 1
        }
        try await log.close()
      } catch {}
      isKilled = calls.count > last
      let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: StoppingCalls())
      XCTAssertEqual(log.countWhenOpened, max(first + acknowledged, log.countWhenOpened), "call \(last)")
      var found: [Int] = []
      try ArchiveLogReader<Record>(in: folder).forEachBatch { found += try $0.elements().map(\.number) }
      XCTAssertEqual(found, old + (first..<log.countWhenOpened), "call \(last)")
      XCTAssert(try self.log.verify().isUndamaged, "call \(last)")
      last += Thoroughness.isFull ? 1 : 3
    }
    XCTAssertGreaterThan(last, 20)
  }

  func testAWriterKilledAfterARepairThatAcceptedALoss() async throws {
    var files = try await makeLog(isClosed: false)
    let name = try XCTUnwrap(Self.segments(files).last)
    let data = try XCTUnwrap(files[name])
    for size in [100, try parts(data).header + 10] {
      files[name] = data.prefix(size)
      try await check(from: Self.count) {
        try restore(files)
        try noteSynced(6, inSegment: 2)
        let repair = try log.repair(StoppingCalls())
        XCTAssert(repair.remaining.isEmpty)
        XCTAssert(try log.verify().isUndamaged)
      }
    }
  }

  /// All files of a log were deleted but the lock.
  func testALogThatBeginsAnew() async throws {
    try await check(from: 0) {
      try restore([:])
      try noteSynced(6, inSegment: 0)
    }
  }
}
