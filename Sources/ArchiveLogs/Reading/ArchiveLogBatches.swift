internal import Foundation

/// A thread on which readers may block, one at a time for each.
struct ReadingQueue: Sendable {
  private let queue = DispatchQueue(label: "ArchiveLogReader")

  func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Result, any Error>) in
      queue.async { caller.resume(with: .init(catching: body)) }
    }
  }
}

/// The batches of a log, one at a time, as ``ArchiveLogReader/batches(from:onDamage:)`` and
/// ``ArchiveLogReader/following(from:every:onDamage:)`` return them.
///
/// Each iteration reads the log from the beginning. It needs memory for one batch, and after damage for one segment. An
/// iteration that has thrown is over.
public struct ArchiveLogBatches<Batch: Sendable>: AsyncSequence, Sendable {
  private let reading: LogReading
  /// How often to look for new batches; `nil` to end where there are none.
  private let interval: Duration?
  private let batch: @Sendable (LogBatch) -> Batch

  init(_ reading: LogReading, every interval: Duration?, _ batch: @escaping @Sendable (LogBatch) -> Batch) {
    (self.reading, self.interval, self.batch) = (reading, interval, batch)
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: self) }

  /// Reads batch by batch, on a thread of its own: a slow disk holds up no other task.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let batches: ArchiveLogBatches
    private let queue = ReadingQueue()
    private var stream: LogStream?
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
          if let batch = try await read() { return batches.batch(batch) }
          guard let interval = batches.interval else { break }
          // It only throws if the task is cancelled.
          try? await Task.sleep(for: interval)
        }
      } catch {
        isOver = true
        throw error
      }
      isOver = true
      return nil
    }

    private mutating func read() async throws -> LogBatch? {
      let (reading, stream) = (batches.reading, stream)
      let (next, batch) = try await queue.run {
        var stream = try stream ?? LogStream(reading)
        let batch = try stream.next()
        return (stream, batch)
      }
      self.stream = next
      return batch
    }
  }
}
