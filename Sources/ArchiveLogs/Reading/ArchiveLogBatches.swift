internal import ArchiveBytes
internal import Foundation

/// The batches of one iteration, read on a thread that may block.
private final class BatchThread: Sendable {
  private let queue = DispatchQueue(label: "ArchiveLogReader")
  private let stream = Locked(LogStream?.none)
  private let found = Locked(LogBatch?.none)

  /// Returns the next batch; `nil` if none is available yet.
  func next(_ reading: LogReading) async throws -> LogBatch? {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      queue.async { [stream, found] in
        do {
          let batch = try stream.withLock { stream in
            if stream == nil { stream = try LogStream(reading) }
            return try stream?.next()
          }
          found.withLock { $0 = batch }
          caller.resume()
        } catch {
          caller.resume(throwing: error)
        }
      }
    }
    return found.withLock { batch in
      defer { batch = nil }
      return batch
    }
  }
}

/// The batches of a log, one at a time, as ``ArchiveLogReader/batches(from:onDamage:)`` and
/// ``ArchiveLogReader/following(from:every:onDamage:)`` return them.
///
/// Each iteration reads the log from the beginning. It needs memory for one batch, and after damage for one segment. An
/// iteration ends when it throws.
public struct ArchiveLogBatches<Batch: Sendable>: AsyncSequence, Sendable {
  private let reading: LogReading
  /// How often to look for new batches; `nil` to end after the last batch.
  private let interval: Duration?
  private let batch: @Sendable (LogBatch) -> Batch

  init(_ reading: LogReading, every interval: Duration?, _ batch: @escaping @Sendable (LogBatch) -> Batch) {
    (self.reading, self.interval, self.batch) = (reading, interval, batch)
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: self) }

  /// Reads batch by batch on a thread of its own, so that a slow disk blocks no other task.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let batches: ArchiveLogBatches
    private let thread = BatchThread()
    private var isOver = false

    fileprivate init(batches: ArchiveLogBatches) { self.batches = batches }

    /// Returns the next batch.
    ///
    /// - Returns: `nil` at the end, or if the task is cancelled.
    /// - Throws: ``ArchiveError``, located in a file of the log, if bytes are damaged or cannot be read.
    public mutating func next() async throws -> Batch? {
      guard !isOver else { return nil }
      do {
        while !Task.isCancelled {
          if let batch = try await thread.next(batches.reading) { return batches.batch(batch) }
          guard let interval = batches.interval else { break }
          // `sleep` only throws if the task is cancelled.
          try? await Task.sleep(for: interval)
        }
      } catch {
        isOver = true
        throw error
      }
      isOver = true
      return nil
    }
  }
}
