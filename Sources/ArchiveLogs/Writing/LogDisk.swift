internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// The files of a log. Its methods block while they write and sync: see ``DiskQueue``.
struct LogDisk {
  private let folder: LogFolder
  private let options: ArchiveLogOptions
  /// The header of the type of the elements.
  private let header: Data

  /// The lock of the folder; `nil` once the log is closed or has stopped.
  private var lock: LogLock?
  /// The error that has stopped the log.
  private var failure: (any Error)?
  private var catalog: LogCatalog
  private var segment: SegmentWriter?
  /// When the segment was begun.
  private var begun = ContinuousClock.now
  private var last: SegmentName?
  /// The number of the last segment, or -1.
  private var lastNumber: Int
  /// The checksum of the last complete segment, or 0.
  private var lastChecksum: UInt32 = 0
  /// The number of the next element.
  private var next: Int

  /// The number of the next element when the log was opened.
  var firstElement: Int { opened.next }
  var recovery: ArchiveLogRecovery? { opened.recovery }
  private let opened: (next: Int, recovery: ArchiveLogRecovery?)

  /// Takes the lock of a folder, checks that all segments belong to one log, and completes the last one.
  ///
  /// - Parameters:
  ///   - header: The header of the type of the elements.
  ///   - check: Throws if elements with another header are not of the type. It also gets the body of a batch and the
  ///     number of its elements, if there is a batch.
  init(
    _ url: URL, header: Data, _ options: ArchiveLogOptions, _ calls: any FileCalls,
    _ check: (_ header: Data, _ batch: (body: Data, count: Int)?) throws -> Void
  ) throws {
    let folder = LogFolder(url, calls)
    try calls.createFolder(folder.path)
    let lock = try LogLock(folder)
    // The folder may contain the name of a segment that an earlier call could not bring to the disk.
    try calls.syncFolder(folder.path)
    try folder.removeUnfinished()
    (self.folder, self.header, self.options, self.lock) = (folder, header, options, lock)
    let chain = try LogChain(folder)
    if let fault = chain.misplaced.first?.fault ?? chain.missingEnd { throw fault.error }
    catalog = chain.catalog
    guard let name = chain.names.last else {
      // The catalog is created before the first segment.
      if chain.isCatalogMade { try folder.write(catalog) }
      next = catalog.next ?? 0
      (lastNumber, opened) = (catalog.last?.number ?? -1, (next, nil))
      return
    }
    let segment = try SegmentRecovery(name, in: folder, chain, lock.mark)
    try segment.check(check)
    next = max(segment.next, catalog.next ?? 0)
    if segment.isEmpty {
      // If the segment is to be removed, the catalog no longer names it.
      (catalog.last, catalog.next) = (chain.entryBeforeLast, next)
      (lastNumber, last) = (chain.numberBeforeLast, chain.names.dropLast().last)
      try folder.write(catalog)
    } else {
      (lastNumber, last) = (chain.lastNumber, name)
    }
    let (checksum, recovery) = try segment.complete()
    if segment.isEmpty {
      lastChecksum = 0
    } else {
      lastChecksum = checksum
      try Self.note(next, last: chain.catalogEntry, &catalog, in: folder)
    }
    opened = (next, recovery)
  }

  /// Notes that the last segment is complete.
  private static func note(
    _ next: Int, last: LogCatalog.Segment?, _ catalog: inout LogCatalog, in folder: LogFolder
  ) throws {
    guard catalog.next != next || catalog.last != last else { return }
    (catalog.last, catalog.next) = (last, next)
    try folder.write(catalog)
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
      // If another writer may have the log, nothing is written or acknowledged.
      try disk.lock?.check()
      try disk.rotate()
      try disk.append(batches)
      if syncs { try disk.syncSegment() }
      try disk.lock?.check()
    }
  }

  /// Waits until the segment is on the disk, and notes the number of its elements.
  private mutating func syncSegment() throws {
    guard segment != nil else { return }
    try segment?.sync()
    if let segment { try lock?.note(LogLock.Mark(segment: segment.number, count: segment.synced)) }
  }

  private mutating func append(_ batches: [SequenceFrames]) throws {
    guard batches.contains(where: { !$0.batches.isEmpty }) else { return }
    let end = batches.reduce(next) { $0 + $1.count }
    guard SequenceOrigin.numbers.contains(end), SequenceOrigin.numbers.contains(lastNumber + 1) else {
      throw SequenceOrigin.noNumbersLeft.in(folder.path)
    }
    if segment == nil {
      let name = SegmentName(after: last, first: next, at: folder.calls.now)
      let origin = SequenceOrigin(
        identity: catalog.identity, number: lastNumber + 1, first: next, previous: lastChecksum)
      try lock?.forget(origin.number)
      let segment = try SegmentWriter(name, SegmentHeader(ofType: header, origin), in: folder)
      catalog.add(origin, header: header)
      try folder.write(catalog)
      try lock?.note(LogLock.Mark(segment: origin.number, count: 0))
      (self.segment, last, lastNumber, begun) = (segment, name, origin.number, .now)
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
    lastChecksum = try segment.seal()
  }

  /// Waits until everything written is on the disk.
  mutating func sync() throws {
    try untilFailure { disk in
      try disk.syncSegment()
      try disk.lock?.check()
    }
  }

  /// Calls `body`. After an error, all later calls fail with that error.
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

  /// Completes the segment, and releases the lock.
  mutating func close() throws {
    // If this fails, a sync that an earlier call has requested fails too.
    try untilFailure { disk in
      try disk.lock?.check()
      guard let segment = disk.segment else { return }
      _ = try segment.seal()
      let last = LogCatalog.Segment(number: segment.number, first: disk.next - segment.count)
      try Self.note(disk.next, last: last, &disk.catalog, in: disk.folder)
    }
    stop()
  }

  /// Leaves the files as they are. Opening the log again finds its end.
  private mutating func stop() { (segment, lock) = (nil, nil) }
}
