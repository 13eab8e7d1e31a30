internal import ArchiveBytes

/// The elements that a log had not acknowledged when it was closed.
public struct ArchiveLogRemainder<Element: Sendable>: Sendable {
  /// The elements of calls that were not acknowledged, and buffered elements that were not written, in call order.
  public let elements: [Element]
  /// The reason why they were not acknowledged; `nil` if the log was closed without an error.
  public let error: (any Error)?
}

extension ArchiveLog {
  /// Writes everything that was appended, completes the last segment, and lets another writer open the log.
  ///
  /// Closing a log again does nothing.
  ///
  /// - Throws: The error that stopped the log, or the error of a buffered element that could not be archived. The log
  ///   is closed in any case.
  public func close() async throws { try await beginClosing().value }

  /// Begins to close the log, unless closing has already begun.
  private func beginClosing() -> Task<Void, any Error> {
    switch state {
    case .open:
      let closing = Task { try await writeAndClose() }
      state = .closing(closing)
      return closing
    case .closing(let closing): return closing
    case .failed(let error):
      state = .closed
      return Task { throw stopped(error) }
    case .closed: return Task {}
    }
  }

  /// Closes the log as ``close()`` does, but waits at most the given time. For a program that has to end even if the
  /// disk does not answer.
  ///
  /// After that time, everything that still waits for the disk fails. Elements already passed to the disk may still
  /// end up in the log, and other writers cannot open it before the disk answers, or the program ends.
  ///
  /// - Returns: The elements that were not acknowledged, and why; none if the log is closed. If an error had stopped the
  ///   log, its elements since then are among them, even if their calls have thrown.
  public func close(within time: Duration) async -> ArchiveLogRemainder<Element> {
    let closing = beginClosing()
    let isClosed = await Self.ends(closing, within: time)
    var error: (any Error)?
    if isClosed {
      if case .failure(let failure) = await closing.result { error = failure }
    } else {
      let expired = ArchiveError(
        .stopped, expected: "a disk that is done within \(time)", found: "one that is still at work",
        advice: "Elements that were not acknowledged may or may not be in the log.")
      state = .closed
      giveUp(expired)
      error = expired
    }
    defer { unacknowledged = [] }
    return ArchiveLogRemainder(elements: unacknowledged, error: error)
  }

  /// Returns whether a task ends within a time. Cancelling the caller does not end the wait.
  private static func ends(_ task: Task<Void, any Error>, within time: Duration) async -> Bool {
    let (ends, first) = AsyncStream<Bool>.makeStream()
    let waiter = Task {
      _ = await task.result
      first.yield(true)
    }
    let timer = Task {
      try await Task.sleep(for: time)
      first.yield(false)
    }
    defer {
      waiter.cancel()
      timer.cancel()
    }
    return await Task { await ends.first { _ in true } ?? true }.value
  }

  private func writeAndClose() async throws {
    defer {
      state = .closed
      delay?.cancel()
    }
    // The log may have stopped since.
    if case .failed(let error) = state { throw stopped(error) }
    let untold: (any Error)?
    do {
      try await waitForPending(until: .synced)
      untold = nil
    } catch {
      untold = error
    }
    if case .failed(let error) = state { throw error }
    try await disk.perform { try $0.close() }
    if let untold { throw untold }
  }

  /// Reopens a log that an error of the file system has stopped: for example, when the disk has room again.
  ///
  /// Calls that failed with the error stay failed: their elements may or may not be in the log. A log that is open
  /// stays open.
  ///
  /// - Returns: The incomplete end of the log, which was cut off; `nil` if the log was complete.
  /// - Throws: ``ArchiveError`` as when a log is opened, and if the log is closed.
  @discardableResult
  public func reopen() async throws -> ArchiveLogRecovery? {
    switch state {
    case .open: return nil
    case .closing, .closed: throw ArchiveError(.stopped, expected: "an open log", found: "a closed one")
    case .failed: break
    }
    let opened = try await disk.perform { [openDisk] _ in try openDisk() }
    // The log may have been closed since; the newly opened disk then releases its lock. Of two concurrent calls, only
    // one gets the lock.
    guard case .failed = state else { return try await reopen() }
    (disk, state, unacknowledged) = (DiskQueue(opened), .open, [])
    return opened.recovery
  }
}
