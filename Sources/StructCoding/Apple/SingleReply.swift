internal import ArchiveBytes

/// The answer to one message: the first of a value, an error, and the end of the task. What comes later is ignored.
///
/// Whoever is to answer holds it. When nobody holds it any more, no answer can come, and the wait ends with an error.
final class SingleReply<Value: Sendable>: Sendable {
  private let stream: AsyncThrowingStream<Value, any Error>.Continuation

  private init(_ stream: AsyncThrowingStream<Value, any Error>.Continuation) { self.stream = stream }

  deinit { stream.finish() }

  func finish(_ result: Result<Value, any Error>) {
    stream.yield(with: result)
    stream.finish()
  }

  /// Calls `send`, and waits for the answer.
  ///
  /// - Throws: The error of the answer or of `send`; `CancellationError`; ``ArchiveError`` if no answer can come.
  nonisolated(nonsending) static func value(_ send: (SingleReply) throws -> Void) async throws -> Value {
    try Task.checkCancellation()
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Value.self, throwing: (any Error).self)
    try send(SingleReply(continuation))
    return try await first(of: stream)
  }

  @concurrent private static func first(of stream: AsyncThrowingStream<Value, any Error>) async throws
    -> Value
  {
    for try await value in stream { return value }
    try Task.checkCancellation()
    throw ArchiveError(
      .unsupported, expected: "an answer", found: "a message whose reply was released before it was called",
      advice: .changeCode("Call the reply once, in every branch."))
  }
}
