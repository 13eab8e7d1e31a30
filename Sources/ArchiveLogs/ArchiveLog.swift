internal import ArchiveBytes
package import ArchiveFiles
public import ArchiveValues
public import Foundation

/// A log on disk: elements that are appended one after another, and survive kills and power cuts.
///
/// ```swift
/// let log = try ArchiveLog<Event>(in: folder)
/// try await log.append(event)                       // in the file
/// try await log.append(payment, until: .synced)     // on the disk
/// try await log.close()
/// ```
///
/// The elements are in segments: files in a folder, each a column archive. ``ArchiveLogReader`` reads them, also while
/// the log is being written.
///
/// - A call of `append` returns when its elements are as safe as it asks for: see ``ArchiveLogDurability``. They stay
///   in the order of the calls, and those of one call stay together.
/// - Elements that are appended while others are written or synced are written together as one batch, so that many
///   callers share one wait for the disk.
/// - An error of the file system stops the log: everything that was not acknowledged fails with it, and every later
///   call too, until ``reopen()`` when the cause is gone.
/// - Only one writer can have a log open, in all processes.
///
/// Cancelling a task does not take back what it appends: `append`, `flush` and `close` wait for the disk all the same.
///
/// If a log is deallocated without ``close()``, elements that are only buffered are lost, and its last segment is
/// completed when the log is opened again.
public actor ArchiveLog<Element: ArchiveValue & Sendable> {
  private let options: ArchiveLogOptions
  private let encoder: LogEncoder<Element>
  private var disk: DiskQueue
  /// Takes the lock of the folder, and completes the last segment.
  private let openDisk: @Sendable () throws -> LogDisk

  /// What was incomplete when the log was opened; `nil` if nothing was.
  public nonisolated let recovery: ArchiveLogRecovery?
  /// The number of elements in the log when it was opened. Numbers count from the first element ever appended, also
  /// if old segments have been deleted.
  public nonisolated let countWhenOpened: Int

  /// The elements that are not yet being written.
  private var pending = PendingElements<Element>()
  /// Calls for whose elements there is no room yet.
  private var waiting = WaitingCalls<Element>()
  private var isEncoding = false
  /// The number of batches that the disk has.
  private var writing = 0
  /// Ends when buffered elements have waited long enough.
  private var delay: Task<Void, Never>?
  /// Whether what is pending is to be written, although no batch is full.
  private var isDue = false
  private var state = State.open
  /// The error of a buffered element that cannot be archived, which nobody has been told.
  private var untoldError: ArchiveError?

  private enum State {
    case open
    case closing(Task<Void, any Error>)
    case closed
    case failed(any Error)
  }

  deinit { delay?.cancel() }

  /// Opens the log in a folder, or creates it.
  ///
  /// If the last writer did not close the log, what is incomplete at its end is cut off: see ``recovery``.
  ///
  /// - Parameters:
  ///   - folder: The folder; it is created if it does not exist.
  ///   - options: How elements are gathered.
  /// - Throws: ``ArchiveError``: with the code ``ArchiveError/Code/inUse`` if another writer has the log open,
  ///   ``ArchiveError/Code/classMismatch`` or ``ArchiveError/Code/typeMismatch`` if the log has elements of another type,
  ///   ``ArchiveError/Code/damaged`` if the last segment was changed after it was written or is missing, or a segment is
  ///   not the log's own, and ``ArchiveError/Code/fileSystem`` if a file cannot be read or written.
  /// - Complexity: Linear in the size of the last segment, and in the number of segments.
  public init(in folder: URL, options: ArchiveLogOptions = ArchiveLogOptions()) throws {
    try self.init(in: folder, options: options, calls: SystemFileCalls())
  }

  /// - Parameter calls: The system calls, which tests replace.
  package init(in folder: URL, options: ArchiveLogOptions, calls: any FileCalls) throws {
    let encoder = try LogEncoder<Element>(options)
    openDisk = {
      try LogDisk(folder, header: encoder.header, options, calls) { try encoder.check(header: $0, batch: $1) }
    }
    let disk = try openDisk()
    (self.options, self.encoder, self.disk) = (options, encoder, DiskQueue(disk))
    recovery = disk.recovery
    countWhenOpened = disk.firstElement
  }

  /// Appends an element.
  ///
  /// - Parameter durability: What to wait for; `nil` for the durability of the options.
  /// - Throws: ``ArchiveError`` if the element cannot be archived, or the log is closed or has stopped. The element is
  ///   then not acknowledged; after an error of the file system it may still be in the log.
  public func append(_ element: Element, until durability: ArchiveLogDurability? = nil) async throws {
    let durability = durability ?? options.durability
    guard case .open = state, durability == .buffered, waiting.isEmpty,
      pending.hasRoom(for: 1, in: options.maximumPending)
    else { return try await append(contentsOf: CollectionOfOne(element), until: durability) }
    pending.append(element)
    bufferedGrew()
  }

  /// Appends elements, which stay together.
  ///
  /// - Parameter durability: What to wait for; `nil` for the durability of the options.
  /// - Throws: ``ArchiveError`` if an element cannot be archived, or the log is closed or has stopped. No element of the
  ///   call is then acknowledged; after an error of the file system they may still be in the log.
  public func append(
    contentsOf elements: some Collection<Element> & Sendable, until durability: ArchiveLogDurability? = nil
  )
    async throws
  {
    let durability = durability ?? options.durability
    try checkOpen()
    guard waiting.isEmpty, pending.hasRoom(for: elements.count, in: options.maximumPending) else {
      return try await wait(for: Array(elements), until: durability)
    }
    guard durability > .buffered else {
      pending.append(elements)
      bufferedGrew()
      return
    }
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      pending.append(elements, caller, until: durability)
      startWriting()
    }
  }

  /// Waits behind the calls for which there was no room, and then as long as the durability asks for.
  private func wait(for elements: [Element], until durability: ArchiveLogDurability) async throws {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      waiting.append(elements, caller, until: durability)
      startWriting()
    }
  }

  /// Writes everything that was appended, and waits until it is on the disk.
  ///
  /// - Parameter durability: What to wait for, at least ``ArchiveLogDurability/written``.
  /// - Throws: What stopped the log, or why an element that was only buffered could not be archived.
  public func flush(until durability: ArchiveLogDurability = .synced) async throws {
    try checkOpen()
    try await waitForPending(until: max(durability, .written))
  }

  /// Writes everything that was appended, and waits for it.
  private func waitForPending(until durability: ArchiveLogDurability) async throws {
    try await wait(for: [], until: durability)
    if let error = untoldError {
      untoldError = nil
      throw error
    }
  }

  /// Writes everything that was appended, completes the last segment, and lets another writer open the log.
  ///
  /// Closing a log again does nothing.
  ///
  /// - Throws: What stopped the log, or why an element that was only buffered could not be archived. The log is closed
  ///   in any case.
  public func close() async throws {
    switch state {
    case .open:
      let closing = Task { try await writeAndClose() }
      state = .closing(closing)
      try await closing.value
    case .closing(let closing): try await closing.value
    case .failed(let error):
      state = .closed
      throw stopped(error)
    case .closed: break
    }
  }

  private func writeAndClose() async throws {
    defer {
      state = .closed
      delay?.cancel()
    }
    // It may have stopped since.
    if case .failed(let error) = state { throw stopped(error) }
    let untold: (any Error)?
    do {
      try await waitForPending(until: .synced)
      untold = nil
    } catch {
      untold = error
    }
    if case .failed(let error) = state { throw error }
    try await disk.close()
    if let untold { throw untold }
  }

  /// Opens the log again, if an error of the file system has stopped it: when there is room on the disk again, for example.
  ///
  /// What failed with the error stays failed: its elements are in the log or not. A log that is open stays as it is.
  ///
  /// - Returns: What was incomplete at the end of the log, and cut off; `nil` if nothing was.
  /// - Throws: ``ArchiveError`` as when a log is opened, and if the log is closed.
  @discardableResult
  public func reopen() async throws -> ArchiveLogRecovery? {
    switch state {
    case .open: return nil
    case .closing, .closed: throw ArchiveError(.stopped, expected: "an open log", found: "a closed one")
    case .failed: break
    }
    let opened = try await disk.after(openDisk)
    // It may have been closed since; what was opened then gives the lock back. Of two calls, one has not got the lock.
    guard case .failed = state else { return try await reopen() }
    disk = DiskQueue(opened)
    state = .open
    return opened.recovery
  }

  private func checkOpen() throws {
    switch state {
    case .open: return
    case .closing, .closed:
      throw ArchiveError(.stopped, expected: "an open log", found: "a closed one")
    case .failed(let error): throw stopped(error)
    }
  }

  private func stopped(_ error: any Error) -> ArchiveError {
    ArchiveError(
      .stopped, expected: "a log without errors", found: "one that has stopped: \(error)",
      advice: "Call reopen() when the cause is gone.", underlying: error)
  }

  // MARK: Writing

  /// The number of elements that wait to be written, and of calls that wait because there is no room. For tests.
  package var waitingCounts: (elements: Int, calls: Int) { (pending.count, waiting.count) }
  /// The number of batches that the disk has. For tests.
  package var writingCount: Int { writing }

  /// Whether a batch is pending.
  private var isFull: Bool { pending.count >= max(options.batchSize, 1) }

  private func bufferedGrew() {
    if isFull { startWriting() } else if delay == nil { startDelay() }
  }

  private func startDelay() {
    guard delay == nil else { return }
    // No clock counts much further.
    let time = min(options.maximumDelay, .seconds(Int64(1) << 32))
    delay = Task { [weak self] in
      guard (try? await Task.sleep(for: time)) != nil else { return }
      await self?.endDelay()
    }
  }

  private func endDelay() {
    delay = nil
    if pending.count > 0 { startWriting() }
  }

  private func startWriting() {
    isDue = true
    proceed()
  }

  /// Encodes what is pending, if that is due and the disk can have it.
  ///
  /// While the disk is busy, the next batch is encoded only if it is full. If it is not, it waits, so that it grows: a
  /// batch costs a write, and often a sync.
  private func proceed() {
    guard isDue, !isEncoding, writing == 0 || isFull && writing < Self.greatestWriting else { return }
    isEncoding = true
    waiting.move(to: &pending, limit: options.maximumPending)
    let taken = pending.take()
    waiting.move(to: &pending, limit: options.maximumPending)
    isDue = pending.waits(for: .written) || pending.waits(for: .synced) || !waiting.isEmpty || isFull
    if pending.count > 0 { startDelay() }
    Task { await encode(taken) }
  }

  /// Encodes the elements of some calls, and has them written.
  private func encode(_ taken: PendingElements<Element>) async {
    var taken = taken
    let elements = await encoder.encode(taken.takeElements(), of: taken.parts.map(\.count))
    isEncoding = false
    writing += 1
    // If nobody waits for less than the disk, a sync follows at once. Otherwise those others go on before.
    let syncs = taken.waits(for: .synced) && !taken.waits(for: .written)
    disk.write(elements.frames, syncs: syncs) { [taken, disk] error in
      Task { await self.finish(taken, elements.errors, error, on: disk) }
    }
    proceed()
  }

  /// Resumes the calls whose elements were written.
  ///
  /// - Parameters:
  ///   - errors: For each call, why its elements cannot be archived; `nil` if they were written.
  ///   - failure: What has stopped the log.
  ///   - disk: What they were written to; the log may have been opened again since.
  private func finish(
    _ taken: PendingElements<Element>, _ errors: [ArchiveError?], _ failure: (any Error)?, on disk: DiskQueue
  ) async {
    var taken = taken
    do {
      if let failure { throw failure }
      let isMixed = taken.waits(for: .synced) && taken.waits(for: .written)
      let untold = taken.refuse(errors)
      untoldError = untoldError ?? untold
      taken.acknowledge(.written)
      if isMixed { try await disk.sync() }
      let told = taken.acknowledge(.synced)
      if writing == 1, !isEncoding { await gather(told) }
    } catch {
      if disk === self.disk { stop(error) }
      taken.fail(error)
    }
    writing -= 1
    proceed()
  }

  /// Lets the callers that were told together append again, so that they share the next wait for the disk too. Without
  /// this, the first of them would wait alone, and all others after it. A full batch need not wait for more.
  private func gather(_ count: Int) async {
    guard count > 1 else { return }
    var (found, turns) = (pending.parts.count, 0)
    while found < count, turns < Self.turnsWithoutCallers, !isFull {
      await Task.yield()
      turns = pending.parts.count > found ? 0 : turns + 1
      found = pending.parts.count
    }
  }

  /// One batch is written, and the next one is there when that is done.
  private static var greatestWriting: Int { 2 }

  /// How many turns of other tasks to wait for a caller that does not come back.
  private static var turnsWithoutCallers: Int { 8 }

  /// Stops the log for good. Nothing may be acknowledged any more.
  private func stop(_ error: any Error) {
    if case .closed = state {} else { state = .failed(error) }
    isDue = false
    delay?.cancel()
    // What is being encoded fails when it comes to the disk.
    pending.take().fail(error)
    waiting.fail(error)
  }
}
