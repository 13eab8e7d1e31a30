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
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

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
  /// - Returns: For each call, why its elements cannot be archived; `nil` if they are written. Nothing if all are.
  /// - Throws: ``ArchiveError`` if they cannot be written. The log has then stopped.
  func write(_ elements: [Element], of counts: [Int]) throws -> [ArchiveError?] {
    do {
      guard lock != nil else { throw ArchiveError(.stopped, expected: "an open log", found: "a closed one") }
      try rotate()
      if let whole = try? frames(of: elements, after: 0) {
        try append([whole])
        return []
      }
      // Some element cannot be archived. Only the call that appended it fails.
      var (written, errors, start) = ([SequenceFrames](), [ArchiveError?](), 0)
      for count in counts {
        do {
          let earlier = written.reduce(0) { $0 + $1.bodies.reduce(0) { $0 + $1.count } }
          written.append(try frames(of: Array(elements[start..<start + count]), after: earlier))
          errors.append(nil)
        } catch {
          errors.append(ArchiveError.wrapping(error))
        }
        start += count
      }
      try append(written)
      return errors
    } catch {
      stop()
      throw error
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
      next += frames.bodies.reduce(0) { $0 + $1.count }
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
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
