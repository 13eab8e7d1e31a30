/// The answer to one message: a value, an error, or the end of the task, whichever comes first. Later answers are
/// ignored.
///
/// The code that will answer holds it. After the last reference is released, no answer can come, and the wait ends
/// with an error.
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
