import ArchiveFiles
import ArchiveLogs
import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// What people and other programs do to the folder of a log while it is in use.
final class LogMistakeTests: InspectionTestCase {
  /// A folder with the name of a segment is said, and traps nothing.
  func testAFolderWithTheNameOfASegment() async throws {
    let files = try await makeLog()
    for name in [
      "20260101T000000.000000Z-0000000000000000.column", "20991231T235959.000000Z-0000000000000018.column",
    ] {
      try restore(files)
      let url = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), [name])
      let repair = try log.repair()
      XCTAssertEqual(repair.remaining.map(\.segment.lastPathComponent), [name])
      XCTAssertEqual(repair.remaining.first?.error.systemCode, EISDIR)
      try FileManager.default.removeItem(at: url)
      XCTAssert(try log.verify().isUndamaged)
      XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
    }
  }

  /// A writer whose lock file is gone acknowledges nothing more.
  func testADeletedLock() async throws {
    let lock = folder.appendingPathComponent("lock")
    let first = try ArchiveLog<Record>(in: folder)
    try await first.append(Record(0), until: .synced)
    try FileManager.default.removeItem(at: lock)
    let second = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(second.countWhenOpened, 1)
    for durability in [ArchiveLogDurability.written, .synced] {
      let failure = try await error { try await first.append(Record(100), until: durability) }
      XCTAssertTrue([.inUse, .stopped].contains(failure.code), "\(failure)")
    }
    try await second.append(Record(1), until: .synced)
    try await second.close()
    let failure = try await error { try await first.close() }
    XCTAssertTrue([.inUse, .stopped].contains(failure.code), "\(failure)")
    var found: [Int] = []
    try ArchiveLogReader<Record>(in: folder).forEachBatch { found += try $0.elements().map(\.number) }
    XCTAssertEqual(found, [0, 1])
    XCTAssert(try log.verify().isUndamaged)
  }

  /// Old segments may be deleted while the log is checked.
  func testVerifyingBesideADeletion() async throws {
    let files = try await makeLog()
    for number in 0..<40 {
      try restore(files)
      let name = Self.segments(files)[0]
      let calls = DeletingCalls(folder.appendingPathComponent(name), atCall: number)
      let found = try log.verify(calls)
      XCTAssert(found.isUndamaged, "call \(number): \(found.damage)")
      let names = found.segments.map(\.url.lastPathComponent) + found.deleted.map(\.lastPathComponent)
      XCTAssert(Set(names).isSuperset(of: Self.segments(files).dropFirst()), "call \(number)")
    }
  }

  #if os(macOS) || os(Linux)
    /// A child process does not get the lock, which is closed when it begins another program.
    func testAChildDoesNotKeepTheLock() async throws {
      let log = try ArchiveLog<Record>(in: folder)
      try await log.append(Record(0), until: .synced)
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sleep")
      child.arguments = ["30"]
      try child.run()
      defer { child.terminate() }
      try await log.close()
      XCTAssert(child.isRunning)
      let again = try ArchiveLog<Record>(in: folder)
      XCTAssertEqual(again.countWhenOpened, 1)
      try await again.close()
    }
  #endif

  /// A log that a full disk has stopped goes on when there is room.
  func testAFullDisk() async throws {
    let disk = SimulatedDisk()
    let log = try ArchiveLog<ProofRecord>(in: DiskImage.log, options: ProofLog.options(), calls: disk.process)
    try await log.append(ProofRecord(0), until: .synced)
    disk.setCapacity(disk.image.files.values.reduce(0) { $0 + $1.count } + 10)
    let full = try await error { try await log.append(ProofRecord(1), until: .synced) }
    XCTAssertEqual(full.systemCode, ENOSPC)
    for _ in 0..<2 {
      let stopped = try await error { try await log.append(ProofRecord(1), until: .synced) }
      XCTAssertEqual(stopped.code, .stopped)
    }
    disk.setCapacity(.max)
    try await log.reopen()
    try await log.append(contentsOf: (1..<5).map { ProofRecord($0) }, until: .synced)
    let nothing = try await log.reopen()
    XCTAssertNil(nothing, "it is open")
    try await log.close()
    XCTAssertEqual(try disk.image.records(), [0: 5])
    let closed = try await error { try await log.reopen() }
    XCTAssertEqual(closed.code, .stopped)
  }

  /// Many readers at once, each on a thread of its own.
  func testManyReaders() async throws {
    _ = try await makeLog()
    let folder = folder
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<32 {
        group.addTask {
          var count = 0
          for try await batch in ArchiveLogReader<Record>(in: folder).batches() { count += batch.count }
          return count
        }
      }
      for try await count in group { XCTAssertEqual(count, Self.count) }
    }
  }
}

/// The system's calls, which delete a file before one of them.
private final class DeletingCalls: WatchedCalls, @unchecked Sendable {
  private let lock = NSLock()
  private let url: URL
  private var callsLeft: Int

  init(_ url: URL, atCall number: Int) { (self.url, callsLeft) = (url, number) }

  func willCall(_ name: String) throws(FileCallFailure) {
    lock.withLock {
      if callsLeft == 0 { try? FileManager.default.removeItem(at: url) }
      callsLeft -= 1
    }
  }
}
