import ArchiveFiles
import ArchiveTestSupport
import Foundation

/// The calls of the system, which can be made to wait at a gate, or to fail.
final class GatedCalls: WatchedCalls, @unchecked Sendable {
  private let condition = NSCondition()
  // Only while the condition is locked.
  private var isShut = false
  private var waiting = 0
  private var failure: (call: String, code: Int32)?
  private var syncs = 0

  /// Lets writes and syncs of files wait, until the gate is opened.
  func shut() { condition.withLock { isShut = true } }

  func open() {
    condition.withLock {
      isShut = false
      condition.broadcast()
    }
  }

  /// Lets `write` or `sync` fail from now on; `nil` for none.
  func fail(_ call: String?, code: Int32 = EIO) { condition.withLock { failure = call.map { ($0, code) } } }

  /// Whether a call waits at the gate.
  var isReached: Bool { condition.withLock { waiting > 0 } }
  /// How often files were synced.
  var syncCount: Int { condition.withLock { syncs } }

  func willCall(_ name: String) throws(FileCallFailure) {
    guard name == "write" || name == "sync" else { return }
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    while isShut { condition.wait() }
    waiting -= 1
    if name == "sync" { syncs += 1 }
    if let failure, failure.call == name { throw FileCallFailure(name, code: failure.code) }
  }
}

/// Waits until something is true, however long that takes.
func waitUntil(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
