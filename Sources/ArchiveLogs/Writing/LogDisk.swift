internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// What a log has in its folder. It blocks while it writes and syncs: see ``DiskQueue``.
struct LogDisk {
  private let folder: LogFolder
  private let options: ArchiveLogOptions
  /// The bytes at the beginning of a segment.
  private let header: Data

  /// The lock of the folder; `nil` once the log is closed or has stopped.
  private var lock: OpenFile?
  /// What has stopped the log.
  private var failure: (any Error)?
  private var segment: SegmentWriter?
  /// When the segment was begun.
  private var begun = ContinuousClock.now
  private var last: SegmentName?
  /// The number of the next element.
  private var next = 0

  /// The number of the next element when the log was opened.
  let firstElement: Int
  let recovery: ArchiveLogRecovery?

  /// Takes the lock of a folder, and completes the last segment.
  ///
  /// - Parameter header: The bytes at the beginning of a segment.
  init(_ url: URL, header: Data, _ options: ArchiveLogOptions, _ calls: any FileCalls) throws {
    let folder = LogFolder(url, calls)
    try calls.createFolder(folder.path)
    lock = try folder.lock()
    // The name of a segment may be there because an earlier call gave it, and could not bring it to the disk.
    try calls.syncFolder(folder.path)
    self.folder = folder
    self.header = header
    self.options = options
    last = try folder.segments.last
    guard let last else {
      (recovery, firstElement) = (nil, 0)
      return
    }
    let found = try SegmentRecovery(last, in: folder)
    (recovery, firstElement, next) = (found.report, found.next, found.next)
  }

  /// Writes batches.
  ///
  /// - Parameter syncs: Whether to wait until they are on the disk.
  /// - Throws: ``ArchiveError`` if they cannot be written. The log has then stopped.
  mutating func write(_ batches: [SequenceFrames], syncs: Bool) throws {
    try untilFailure { disk in
      guard disk.lock != nil else {
        throw ArchiveError(.stopped, expected: "an open log", found: "a closed one")
      }
      try disk.rotate()
      try disk.append(batches)
      if syncs { try disk.segment?.sync() }
    }
  }

  private mutating func append(_ batches: [SequenceFrames]) throws {
    guard batches.contains(where: { !$0.bodies.isEmpty }) else { return }
    if segment == nil {
      let name = SegmentName(after: last, first: next)
      segment = try SegmentWriter(name, header: header, in: folder)
      (last, begun) = (name, .now)
    }
    for frames in batches {
      try segment?.append(frames)
      next += frames.count
    }
  }

  /// Completes the segment if it is large or old.
  private mutating func rotate() throws {
    guard let segment, segment.end >= options.segmentSize || begun.duration(to: .now) >= options.segmentAge
    else { return }
    self.segment = nil
    try segment.seal()
  }

  /// Waits until everything written is on the disk.
  mutating func sync() throws { try untilFailure { try $0.segment?.sync() } }

  /// Calls `body`. After an error, everything fails with that error.
  private mutating func untilFailure(_ body: (inout Self) throws -> Void) throws {
    if let failure { throw failure }
    do {
      try body(&self)
    } catch {
      failure = error
      stop()
      throw error
    }
  }

  /// Completes the segment, and gives the lock back.
  mutating func close() throws {
    // If this fails, a sync that an earlier call still asks for fails too.
    try untilFailure { try $0.segment?.seal() }
    stop()
  }

  /// Leaves everything as it is. Opening the log again finds its end.
  private mutating func stop() { (segment, lock) = (nil, nil) }
}
