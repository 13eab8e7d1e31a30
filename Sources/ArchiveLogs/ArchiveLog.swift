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
/// The elements are stored in segments: files in a folder, each a column archive. ``ArchiveLogReader`` reads them, even
/// while the log is being written.
///
/// - A call of `append` returns when its elements are as safe as it asks for: see ``ArchiveLogDurability``. Elements
///   stay in the order of the calls, and the elements of one call stay together.
/// - Elements that are appended while others are written or synced form the next batch, so that many callers share one
///   wait for the disk.
/// - An error of the file system stops the log. Everything that was not acknowledged fails with that error, and so does
///   every later call, until ``reopen()`` succeeds.
/// - Only one writer in any process can have a log open.
///
/// Cancelling a task does not take back the elements it appends: `append`, `flush` and `close` still wait for the disk.
///
/// If a log is deallocated without ``close()``, elements that are only buffered are lost, and its last segment is
/// completed when the log is opened again.
public actor ArchiveLog<Element: ArchiveValue & Sendable> {
  private let options: ArchiveLogOptions
  private let encoder: LogEncoder<Element>
  var disk: DiskQueue
  /// Takes the lock of the folder, and completes the last segment.
  let openDisk: @Sendable () throws -> LogDisk

  /// The incomplete end that was cut off when the log was opened; `nil` if the log was complete.
  public nonisolated let recovery: ArchiveLogRecovery?
  /// The number of elements in the log when it was opened. Numbers count from the first element ever appended, even if
  /// old segments have been deleted.
  public nonisolated let countWhenOpened: Int

  /// The elements that are not yet being written.
  private var pending = PendingElements<Element>()
  /// Calls whose elements have no room yet.
  private var waiting = WaitingCalls<Element>()
  private var isEncoding = false
  /// The elements being encoded, unless they were given up.
  private var encoding: PendingElements<Element>?
  /// The elements passed to the disk, by the number of the write.
  private var writing: [Int: PendingElements<Element>] = [:]
  private var writeCount = 0
  /// The elements that were given up: see ``close(within:)``.
  var unacknowledged: [Element] = []
  /// Ends when buffered elements have waited long enough.
  var delay: Task<Void, Never>?
  /// Whether pending elements are to be written although no batch is full.
  private var isDue = false
  var state = State.open
  /// The error of a buffered element that cannot be archived, not yet reported to any caller.
  private var untoldError: ArchiveError?

  enum State {
    case open
    case closing(Task<Void, any Error>)
    case closed
    case failed(any Error)
  }

  deinit { delay?.cancel() }

  /// Opens the log in a folder, or creates it.
  ///
  /// If the last writer did not close the log, its incomplete end is cut off: see ``recovery``.
  ///
  /// - Parameters:
  ///   - folder: The folder; it is created if it does not exist.
  ///   - options: How elements are gathered.
  /// - Throws: ``ArchiveError``: with the code ``ArchiveError/Code/inUse`` if another writer has the log open,
  ///   ``ArchiveError/Code/classMismatch`` or ``ArchiveError/Code/typeMismatch`` if the log has elements of another
  ///   type, ``ArchiveError/Code/damaged`` if the last segment is missing or was changed after it was written, or a
  ///   segment belongs to another log, and ``ArchiveError/Code/fileSystem`` if a file cannot be read or written.
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
    try await append(contentsOf: CollectionOfOne(element), until: durability)
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

  /// Waits for room after earlier waiting calls, and then as long as the durability requires.
  private func wait(for elements: [Element], until durability: ArchiveLogDurability) async throws {
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      waiting.append(elements, caller, until: durability)
      startWriting()
    }
  }

  /// Writes everything that was appended, and waits until it is on the disk.
  ///
  /// - Parameter durability: What to wait for, at least ``ArchiveLogDurability/written``.
  /// - Throws: The error that stopped the log, or the error of a buffered element that could not be archived.
  public func flush(until durability: ArchiveLogDurability = .synced) async throws {
    try checkOpen()
    try await waitForPending(until: max(durability, .written))
  }

  /// Writes everything that was appended, and waits for it.
  func waitForPending(until durability: ArchiveLogDurability) async throws {
    try await wait(for: [], until: durability)
    if let error = untoldError {
      untoldError = nil
      throw error
    }
  }

  private func checkOpen() throws {
    switch state {
    case .open: return
    case .closing, .closed:
      throw ArchiveError(.stopped, expected: "an open log", found: "a closed one")
    case .failed(let error): throw stopped(error)
    }
  }

  func stopped(_ error: any Error) -> ArchiveError {
    ArchiveError(
      .stopped, expected: "a log without errors", found: "one that has stopped: \(error)",
      advice: .changeCode("Call reopen() when the cause is gone."), underlying: error)
  }

  // MARK: Writing

  /// The number of elements that wait to be written, and of calls that wait for room. For tests.
  package var waitingCounts: (elements: Int, calls: Int) { (pending.count, waiting.count) }
  /// The number of batches passed to the disk. For tests.
  package var writingCount: Int { writing.count }

  /// Whether a batch is pending.
  private var isFull: Bool { pending.count >= max(options.batchSize, 1) }

  private func bufferedGrew() {
    if isFull { startWriting() } else if delay == nil { startDelay() }
  }

  private func startDelay() {
    guard delay == nil else { return }
    // The clock cannot count much further.
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

  /// Encodes pending elements if they are due and the disk can take them.
  ///
  /// While the disk is busy, the next batch is encoded only if it is full. A smaller one waits and grows, since each
  /// batch costs a write, and often a sync.
  private func proceed() {
    guard isDue, !isEncoding, writing.isEmpty || isFull && writing.count < Self.greatestWriting else {
      return
    }
    isEncoding = true
    waiting.move(to: &pending, limit: options.maximumPending)
    encoding = pending.take()
    waiting.move(to: &pending, limit: options.maximumPending)
    isDue = pending.waits(for: .written) || pending.waits(for: .synced) || !waiting.isEmpty || isFull
    if pending.count > 0 { startDelay() }
    Task { await encode() }
  }

  /// Encodes the elements of some calls, and has them written.
  private func encode() async {
    let calls = encoding ?? PendingElements()
    let elements = await encoder.encode(calls.elements, of: calls.parts.map(\.count))
    isEncoding = false
    // The elements may have been given up.
    guard let taken = encoding else { return proceed() }
    encoding = nil
    let number = writeCount
    writeCount += 1
    writing[number] = taken
    // If every caller waits for the disk, a sync follows at once. Otherwise the callers that only wait for the write
    // resume first.
    let syncs = taken.waits(for: .synced) && !taken.waits(for: .written)
    proceed()
    do {
      try await disk.perform { try $0.write(elements.frames, syncs: syncs) }
      await finish(number, elements.errors, nil)
    } catch {
      await finish(number, elements.errors, error)
    }
  }

  /// Resumes the calls whose elements were written, unless they were given up.
  ///
  /// - Parameters:
  ///   - errors: For each call, why its elements cannot be archived; `nil` if they were written.
  ///   - failure: The error that stopped the log.
  private func finish(_ number: Int, _ errors: [ArchiveError?], _ failure: (any Error)?) async {
    guard let taken = writing[number] else { return }
    do {
      if let failure { throw failure }
      let isMixed = taken.waits(for: .synced) && taken.waits(for: .written)
      let untold = writing[number]?.refuse(errors)
      untoldError = untoldError ?? untold ?? nil
      writing[number]?.acknowledge(.written)
      if isMixed { try await disk.perform { try $0.sync() } }
      let told = writing[number]?.acknowledge(.synced) ?? 0
      if writing.count == 1, !isEncoding { await gather(told) }
    } catch {
      if writing[number] != nil { stop(error) }
    }
    writing[number] = nil
    proceed()
  }

  /// Lets the callers that were resumed together append again, so that they share the next wait for the disk too.
  /// Without this, the first of them would wait alone, and all others after it. A full batch need not wait for more.
  private func gather(_ count: Int) async {
    guard count > 1 else { return }
    var (found, turns) = (pending.parts.count, 0)
    while found < count, turns < Self.turnsWithoutCallers, !isFull {
      await Task.yield()
      turns = pending.parts.count > found ? 0 : turns + 1
      found = pending.parts.count
    }
  }

  /// While one batch is written, the next one waits on the disk's queue.
  private static var greatestWriting: Int { 2 }

  /// How many turns of other tasks to wait for callers that do not append again.
  private static var turnsWithoutCallers: Int { 8 }

  /// Stops the log. Nothing may be acknowledged any more.
  private func stop(_ error: any Error) {
    if case .closed = state {} else { state = .failed(error) }
    giveUp(error)
  }

  /// Fails all calls that were not acknowledged, and keeps their elements.
  func giveUp(_ error: any Error) {
    isDue = false
    delay?.cancel()
    let calls =
      writing.sorted { $0.key < $1.key }.map(\.value) + [encoding, pending.take()].compactMap { $0 }
    (encoding, writing) = (nil, [:])
    for call in calls {
      unacknowledged += call.unacknowledged
      call.fail(error)
    }
    unacknowledged += waiting.elements
    waiting.fail(error)
  }
}
