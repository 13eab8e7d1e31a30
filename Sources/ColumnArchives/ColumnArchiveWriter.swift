internal import ArchiveBytes
package import ArchiveFiles
public import ArchiveValues
public import Foundation

/// Appends elements to a column archive in a file, as they arrive.
///
/// ```swift
/// let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
/// try writer.append(contentsOf: newSessions)
/// try writer.flush()
/// ```
///
/// Each call writes its elements as one or more batches, in one piece, at the end of the file. When a call returns, the file
/// is a complete archive. A program that is killed in a call may leave a part of the elements of this call, or no footer:
/// `discardsIncompleteBatch` opens such a file, ``ColumnArchive/DecodingOptions/readsIncompleteFiles`` reads it, and nothing
/// of earlier calls is lost. ``ColumnArchive/forEachBatch(of:_:)`` reads it batch by batch, and
/// `ColumnArchive.decode([Session].self, from:)` reads all of it.
///
/// Appending a few elements at a time makes larger archives, since each batch stores the heads of its columns again.
///
/// Take a writer for one file that a program writes and gives away: an export, a recording. Take `ArchiveLog`, of the
/// module `ArchiveLogs`, for what must not be lost while a program runs: it gathers single elements to batches, survives
/// kills and power cuts without a flag, and is read while it is written.
///
/// - ``append(contentsOf:)`` returns when the elements are in the file, where a kill does not lose them. ``flush()``
///   waits until they are on the disk, where a power cut does not.
/// - Only one writer has a file open, in all processes: the file is locked.
/// - If an element cannot be written, the archive is as it was before the call, and the writer can go on when there is
///   room again. If that cannot be restored, or if waiting for the disk fails, the writer stops: each later call throws
///   ``ArchiveError/Code/stopped``.
public final class ColumnArchiveWriter<Element: ArchiveValue> {
  private let root: RootType
  private let options: ColumnArchive.EncodingOptions
  private var state: State
  /// The batches of the file.
  private var batches: [ArchiveLayout.Batch]
  /// What they say of their columns.
  private var runs: BatchRuns
  /// The number of elements in the file.
  private var count: Int { batches.last.map { $0.start + $0.count } ?? 0 }
  /// The number of elements that are on the disk.
  private var synced: Int
  /// The location of the footer, which the next batch overwrites.
  private var end: Int

  /// The size of the file.
  private var byteCount: Int

  private enum State {
    case open(OpenFile)
    case closed
    case stopped(any Error)
  }

  /// Opens the archive in a file, or creates it, and waits until it is on the disk.
  ///
  /// - Parameters:
  ///   - url: The file; it is created if it does not exist, or is empty.
  ///   - discardsIncompleteBatch: Whether to cut off an incomplete last batch, which remains if a program stops while
  ///     it is writing. By default, an incomplete batch is an error. A damaged batch before others is an error in any
  ///     case: nothing after it is cut off.
  /// - Throws: ``ArchiveError``: with the code ``ArchiveError/Code/inUse`` if another writer has the file open,
  ///   ``ArchiveError/Code/fileSystem`` if it cannot be read or written, and others if it is not a column archive of the
  ///   current version of the format, holds elements of another type, is damaged, or is cut off.
  public convenience init(
    appendingTo url: URL, options: ColumnArchive.EncodingOptions = ColumnArchive.EncodingOptions(),
    discardsIncompleteBatch: Bool = false
  ) throws {
    try self.init(url, options, discardsIncompleteBatch, SystemFileCalls())
  }

  /// - Parameter calls: The system calls, which tests replace.
  package init(
    _ url: URL, _ options: ColumnArchive.EncodingOptions, _ discardsIncompleteBatch: Bool,
    _ calls: any FileCalls
  ) throws {
    let root = try RootTable.shared.root([Element].self)
    self.root = root
    self.options = options
    let file = try OpenFile(url.path, .updateOrCreate, calls)
    guard try file.lock() else {
      throw ArchiveError(
        .inUse, expected: "a file without a writer", found: "one that another writer has open",
        advice: "Only one writer may have a file open. Readers need no lock."
      ).in(url.path)
    }
    state = .open(file)
    byteCount = try file.size
    // The heads of the batches are all that is read, and what they say of their columns. The lock keeps other writers from
    // changing them meanwhile.
    let data = byteCount == 0 ? Data() : try MappedFile.data(contentsOf: url)
    if data.isEmpty || discardsIncompleteBatch && Self.isTornCreation(data, root.header) {
      (batches, runs, end, synced, byteCount) = ([], BatchRuns(), root.header.count, 0, 0)
      try create(file)
      return
    }
    let isIncomplete: Bool
    (batches, runs, end, isIncomplete) = try Self.layout(data, root, discardsIncompleteBatch)
    synced = 0
    if isIncomplete { try restore(file) }
    // Another program may have written the file, and not waited for the disk.
    try file.sync()
    synced = count
  }

  /// Returns the batches of a file, what they say of their columns, where they end, and whether something incomplete follows
  /// them.
  private static func layout(_ data: Data, _ root: RootType, _ discardsIncompleteBatch: Bool) throws
    -> ([ArchiveLayout.Batch], runs: BatchRuns, end: Int, isIncomplete: Bool)
  {
    try unsafe data.withUnsafeBytes { bytes in
      let reading = ColumnArchive.DecodingOptions()
      return try root.withContext(unsafe ByteCursor(bytes), reading) { layout, plan, _ in
        guard root.isOwn(plan) else { throw Self.otherContent }
        guard layout.origin == nil else {
          throw ArchiveError(
            .unsupported, expected: "an archive of its own", found: "a segment of a log",
            advice: .changeCode("ArchiveLog appends to a log."))
        }
        let found: (batches: [ArchiveLayout.Batch], statistics: Range<Int>?)
        var isIncomplete = false
        do {
          found = try layout.sequence(verifies: reading.verifiesChecksums, readsIncomplete: false)
        } catch {
          guard discardsIncompleteBatch else { throw error }
          isIncomplete = true
          found = try layout.sequence(verifies: reading.verifiesChecksums, readsIncomplete: true)
        }
        let archive = ColumnArchive(
          data: data, options: reading, batches: found.batches, statistics: found.statistics)
        let end = found.batches.last?.body.upperBound ?? layout.content.offset
        return (found.batches, BatchRuns(of: archive), end, isIncomplete)
      }
    }
  }

  // MARK: Creating

  /// Returns whether a file is a part of what ``create(_:)`` writes: a program was stopped, or the power failed.
  private static func isTornCreation(_ data: Data, _ header: [UInt8]) -> Bool {
    guard let footer = try? footer(count: 0, []) else { return false }
    let whole = header + footer
    return data.count < whole.count + 1 && zip(data, whole).allSatisfy { $0 == $1 || $0 == 0 }
      && !data.elementsEqual(whole)
  }

  private func create(_ file: OpenFile) throws {
    do {
      let data = Data(root.header) + (try Self.footer(count: 0, []))
      try file.write(data, at: 0)
      try file.sync()
      byteCount = data.count
    } catch {
      try? file.truncate(to: 0)
      throw error
    }
    try file.calls.syncName(of: file.path)
  }

  private static var otherContent: ArchiveError {
    ArchiveError(
      .typeMismatch, expected: "an archive of \(Element.self)",
      found: "one of another type, or of an older version of it", advice: "Decode it, and write it again.")
  }

  /// Returns the footer of a sequence, and what runs of the batches say before it.
  private static func footer(count: Int, _ batches: [ArchiveLayout.Batch], _ runs: BatchRuns? = nil) throws
    -> Data
  {
    try ColumnWriter.data(ArchiveLimits()) {
      SequenceFooter.write(count: count, batches, runs: runs, to: $0.output)
    }
  }

  // MARK: Writing

  /// Writes elements after those already in the archive.
  ///
  /// - Throws: ``ArchiveError`` if the elements cannot be archived or written, or the writer is closed or has stopped. The
  ///   archive is then as it was before, if the file can still be written.
  public func append(contentsOf elements: [Element]) throws {
    let file = try openFile()
    guard !elements.isEmpty else { return }
    var added = try SequenceFormat(root).frames(of: elements, options)
    added.number(from: count, synced: synced, salt: 0)
    // The table of all batches is written when the file is closed.
    let data = added.data + (try Self.footer(count: count + elements.count, []))
    do {
      try writeEnd(data, file)
    } catch {
      do {
        try restore(file)
      } catch let other {
        state = .stopped(other)
      }
      throw error
    }
    if let more = added.runs { runs.add(more) }
    for body in added.bodies {
      let start = end + BatchFrame.byteCount
      batches.append(
        ArchiveLayout.Batch(start: count, count: body.count, body: start..<start + body.byteCount))
      end = start + body.byteCount
    }
  }

  /// Writes one element as its own batch.
  public func append(_ element: Element) throws { try append(contentsOf: [element]) }

  /// The size of a footer without a table.
  private static var shortFooterByteCount: Int { 13 }

  /// Writes the last bytes of the file over the footer.
  private func writeEnd(_ data: Data, _ file: OpenFile) throws {
    if byteCount - end > Self.shortFooterByteCount {
      // If only a part of the new bytes is written, what is left of a table would look like damage. A short footer is
      // smaller than the head of a batch, so what is left of it cannot be a part of a complete one.
      try file.truncate(to: end)
    }
    try file.write(data, at: end)
    byteCount = end + data.count
  }

  /// Cuts the file off after its last complete batch, and writes the footer.
  private func restore(_ file: OpenFile) throws {
    try file.truncate(to: end)
    byteCount = end
    try writeEnd(Self.footer(count: count, []), file)
  }

  /// Waits until everything written is on the disk, where a power cut does not lose it.
  ///
  /// - Throws: ``ArchiveError`` if waiting fails, or the writer is closed or has stopped. If waiting fails, nobody knows
  ///   what is on the disk, and the writer stops.
  public func flush() throws {
    let file = try openFile()
    guard synced < count else { return }
    do {
      try file.sync()
      synced = count
    } catch {
      state = .stopped(error)
      throw error
    }
  }

  /// Writes the table of batches, with which a part of the file is found without reading the heads of all batches, and
  /// what they say of their columns, by which a condition passes over batches.
  /// Then waits until everything written is on the disk, and closes the file.
  ///
  /// Without this call, the file is closed when the writer is deallocated, and is complete but for the table. Closing a
  /// writer again does nothing.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be written, or the writer has stopped. It is closed in any case.
  public func close() throws {
    if case .closed = state { return }
    let file = try openFile()
    defer { if case .open = state { state = .closed } }
    // The table says that all batches are complete, so they are on the disk before it.
    try flush()
    do {
      try writeEnd(Self.footer(count: count, batches, runs), file)
    } catch {
      try? restore(file)
      throw error
    }
    try file.sync()
  }

  private func openFile() throws -> OpenFile {
    switch state {
    case .open(let file): return file
    case .closed: throw ArchiveError(.stopped, expected: "an open writer", found: "a closed one")
    case .stopped(let error):
      throw ArchiveError(
        .stopped, expected: "a writer without errors", found: "one that has stopped: \(error)",
        advice: "Open the file again when the cause is gone.", underlying: error)
    }
  }
}

/// A writer must be used by one thread at a time.
@available(*, unavailable)
extension ColumnArchiveWriter: @unchecked Sendable {}
