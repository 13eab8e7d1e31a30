import ArchiveFiles
import ArchiveTestSupport
import Foundation

/// System calls that are counted by their names, and that fail when a test wants it. They do not wait for the disk.
final class FailingCalls: WatchedCalls {
  private let lock = NSLock()
  private nonisolated(unsafe) var counts: [String: Int] = [:]
  private nonisolated(unsafe) var failing: Set<String> = []

  /// The number of calls of a name so far.
  subscript(name: String) -> Int { lock.withLock { counts[name] ?? 0 } }

  /// Lets the calls of some names fail, and all others succeed.
  func fail(_ names: String...) { lock.withLock { failing = Set(names) } }

  func willCall(_ name: String) throws(FileCallFailure) {
    let fails = lock.withLock {
      counts[name, default: 0] += 1
      return failing.contains(name)
    }
    if fails { throw FileCallFailure(name, code: EIO) }
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) { try willCall("sync") }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { try willCall("syncFolder") }
}
