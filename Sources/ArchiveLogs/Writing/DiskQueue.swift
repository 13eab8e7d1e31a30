internal import ArchiveBytes
internal import ColumnArchives
internal import Foundation

/// Writes to the disk of a log, on a thread that may block, in the order of the calls.
final class DiskQueue: Sendable {
  private let queue = DispatchQueue(label: "ArchiveLog")
  private let disk: Locked<LogDisk>

  init(_ disk: LogDisk) { self.disk = Locked(disk) }

  /// Writes batches after the batches of earlier calls, even of calls that have not ended.
  ///
  /// - Parameters:
  ///   - syncs: Whether to wait until they are on the disk.
  ///   - completion: Called with the error that has stopped the log, if there is one.
  func write(
    _ batches: [SequenceFrames], syncs: Bool, _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform({ try $0.write(batches, syncs: syncs) }, completion)
  }

  /// Waits until everything written is on the disk.
  func sync() async throws { try await perform { try $0.sync() } }

  /// Completes the segment, and releases the lock.
  func close() async throws { try await perform { try $0.close() } }

  /// Runs `body` on the thread, after all earlier calls.
  func after<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Result, any Error>) in
      queue.async { caller.resume(with: .init(catching: body)) }
    }
  }

  private func perform(_ work: @escaping @Sendable (inout LogDisk) throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      perform(work) { error in
        if let error { caller.resume(throwing: error) } else { caller.resume() }
      }
    }
  }

  private func perform(
    _ work: @escaping @Sendable (inout LogDisk) throws -> Void,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.async { [disk] in
      do {
        try disk.withLock { try work(&$0) }
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }
}
