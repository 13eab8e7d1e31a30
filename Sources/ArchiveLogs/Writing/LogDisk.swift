internal import ArchiveBytes
internal import ArchiveFiles
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// What a log has in its folder. It blocks while it writes and syncs, so it has a thread of its own.
actor LogDisk<Element: ArchiveValue & Sendable> {
  private let folder: LogFolder
  private let options: ArchiveLogOptions
  private let format: SequenceFormat
  private let executor = DiskExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// The lock of the folder; `nil` once the log is closed or has stopped.
  private var lock: ArchiveFile?
  private var segment: SegmentWriter?
  /// When the segment was begun.
  private var begun = ContinuousClock.now
  private var last: SegmentName?
  /// The number of the next element.
  private var next = 0

  /// The number of the next element when the log was opened.
  nonisolated let firstElement: Int
  nonisolated let recovery: ArchiveLogRecovery?

  /// Takes the lock of a folder, and completes the last segment.
  init(_ url: URL, _ options: ArchiveLogOptions, _ calls: any FileCalls) throws {
    let folder = LogFolder(url, calls)
    format = try SequenceFormat(of: Element.self)
    try calls.createFolder(folder.path)
    lock = try folder.lock()
    // The name of a segment may be there because an earlier call gave it, and could not bring it to the disk.
    try calls.syncFolder(folder.path)
    self.folder = folder
    self.options = options
    last = try folder.segments.last
    guard let last else {
      (recovery, firstElement) = (nil, 0)
      return
    }
    let found = try SegmentRecovery(last, in: folder)
    (recovery, firstElement, next) = (found.report, found.next, found.next)
  }

  /// Writes the elements of some calls as batches.
  ///
  /// - Parameter syncs: Whether to wait until they are on the disk.
  /// - Returns: For each call, why its elements cannot be archived; `nil` if they are written.
  /// - Throws: ``ArchiveError`` if they cannot be written. The log has then stopped.
  func write(_ elements: [Element], of counts: [Int], syncs: Bool) throws -> [ArchiveError?] {
    do {
      guard lock != nil else { throw ArchiveError(.stopped, expected: "an open log", found: "a closed one") }
      try rotate()
      var (written, errors) = ([SequenceFrames](), [ArchiveError?](repeating: nil, count: counts.count))
      if let all = try? frames(of: elements, after: 0) {
        written = [all]
      } else {
        encode(elements[...], of: counts[...], to: &written, &errors)
      }
      try append(written)
      if syncs { try segment?.sync() }
      return errors
    } catch {
      stop()
      throw error
    }
  }

  /// Encodes the elements of some calls as few batches, without those of calls with an element that cannot be archived.
  ///
  /// Halves of the calls are tried until those are found, so that few of them cost little among many.
  private func encode(
    _ elements: ArraySlice<Element>, of counts: ArraySlice<Int>, to written: inout [SequenceFrames],
    _ errors: inout [ArchiveError?]
  ) {
    do {
      written.append(try frames(of: Array(elements), after: written.reduce(0) { $0 + $1.count }))
    } catch {
      guard counts.count > 1 else {
        for index in counts.indices { errors[index] = ArchiveError.wrapping(error) }
        return
      }
      let half = counts.prefix(counts.count / 2)
      let count = half.reduce(0, +)
      encode(elements.prefix(count), of: half, to: &written, &errors)
      encode(elements.dropFirst(count), of: counts.dropFirst(half.count), to: &written, &errors)
    }
  }

  private func frames(of elements: [Element], after earlier: Int) throws -> SequenceFrames {
    var encoding = options.encoding
    encoding.batchSize = options.batchSize
    return try format.frames(
      of: elements, from: (segment?.count ?? 0) + earlier, synced: segment?.synced ?? 0, encoding)
  }

  private func append(_ frames: [SequenceFrames]) throws {
    guard frames.contains(where: { !$0.bodies.isEmpty }) else { return }
    if segment == nil {
      let name = SegmentName(after: last, first: next)
      segment = try SegmentWriter(name, header: format.header, in: folder)
      (last, begun) = (name, .now)
    }
    for frames in frames {
      try segment?.append(frames)
      next += frames.count
    }
  }

  /// Completes the segment if it is large or old.
  private func rotate() throws {
    guard let segment, segment.end >= options.segmentSize || begun.duration(to: .now) >= options.segmentAge
    else { return }
    self.segment = nil
    try segment.seal()
  }

  /// Waits until everything written is on the disk.
  func sync() throws {
    do {
      try segment?.sync()
    } catch {
      stop()
      throw error
    }
  }

  /// Completes the segment, and gives the lock back.
  func close() throws {
    defer { stop() }
    try segment?.seal()
  }

  /// Leaves everything as it is. Opening the log again finds its end.
  private func stop() { (segment, lock) = (nil, nil) }
}

/// Runs the jobs of an actor on a thread that may block.
private final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "ArchiveLog")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
