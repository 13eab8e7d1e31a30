import ArchiveFiles
import ArchiveTestSupport
import Foundation

/// System calls that can fail at one of them, and do not wait for the disk.
final class StoppingCalls: WatchedCalls {
  enum End: CaseIterable {
    /// The call fails, and those after it do not.
    case failure
    /// No call after it does anything, and of a write only a part is done, as when the process is killed.
    case kill
  }

  private let end: End
  private let lock = NSLock()
  /// The number of the call that fails.
  private let last: Int
  private nonisolated(unsafe) var done = 0

  init(after last: Int = .max, _ end: End = .failure) {
    self.last = last
    self.end = end
  }

  /// The number of calls so far.
  var count: Int { lock.withLock { done } }

  func willCall(_ name: String) throws(FileCallFailure) {
    let number = lock.withLock {
      done += 1
      return done - 1
    }
    guard number < last || number > last && end == .failure else { throw FileCallFailure("call", code: EIO) }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    let system = SystemFileCalls()
    do throws(FileCallFailure) {
      try willCall("write")
    } catch {
      if count == last + 1 {
        _ = try system.write(
          descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), at: offset)
      }
      throw error
    }
    return try system.write(descriptor, bytes, at: offset)
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) { try willCall("sync") }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { try willCall("syncFolder") }
}
