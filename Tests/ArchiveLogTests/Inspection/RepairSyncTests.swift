import ArchiveFiles
import ArchiveLogs
import ArchiveTestSupport
import XCTest

/// What a repair brings to the disk.
final class RepairSyncTests: InspectionTestCase {
  /// An earlier repair may have been stopped between a change of names and its sync. So one that finds nothing to do
  /// syncs the folder all the same before it says that the log is sound.
  func testARepairWithNothingToDoSyncsTheFolder() async throws {
    _ = try await makeLog()
    let calls = NamedCalls()
    XCTAssert(try log.repair(calls).segments.isEmpty)
    XCTAssert(calls.names.contains("syncFolder"), "\(calls.names)")
  }
}

/// System calls that say which there were.
private final class NamedCalls: WatchedCalls, @unchecked Sendable {
  private let lock = NSLock()
  private var called: [String] = []

  var names: [String] { lock.withLock { called } }

  func willCall(_ name: String) { lock.withLock { called.append(name) } }
}
