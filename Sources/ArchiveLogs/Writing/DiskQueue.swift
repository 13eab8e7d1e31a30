internal import ArchiveBytes
internal import Foundation

/// Writes to the disk of a log, on a thread that may block.
final class DiskQueue: Sendable {
  private let queue = DispatchQueue(label: "ArchiveLog")
  private let disk: Locked<LogDisk>

  init(_ disk: LogDisk) { self.disk = Locked(disk) }

  /// Runs `body` on the thread, after the bodies of earlier calls, even of calls that have not ended. A caller's body has
  /// its place before the caller is suspended.
  nonisolated(nonsending) func perform<Result: Sendable>(
    _ body: @escaping @Sendable (inout LogDisk) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Result, any Error>) in
      queue.async { [disk] in caller.resume(with: .init { try disk.withLock { try body(&$0) } }) }
    }
  }
}
