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
/// Each call writes its elements as one or more batches, in one piece, at the end of the file. When a call returns,
/// the file is a complete archive. If a program is killed during a call, the file may contain only some elements of
/// this call, or lack its footer. `discardsIncompleteBatch` opens such a file, and
/// ``ColumnArchive/DecodingOptions/readsIncompleteFiles`` reads it; nothing from earlier calls is lost.
/// ``ColumnArchive/forEachBatch(of:_:)`` reads the archive batch by batch, and `ColumnArchive.decode([Session].self,
/// from:)` reads all of it.
///
/// Appending a few elements at a time makes larger archives, because each batch stores the heads of its columns
/// again.
///
/// Use a writer for a file that a program writes once and hands on, such as an export or a recording. Use
/// `ArchiveLog`, from the module `ArchiveLogs`, for data that must not be lost while a program runs. A log collects
/// single elements into batches, survives kills and power cuts without an option, and can be read while it is
/// written.
///
/// - ``append(contentsOf:)`` returns when the elements are in the file, where a kill does not lose them. ``flush()``
///   waits until they are on the disk, where a power cut does not.
/// - Only one writer can have a file open, across all processes: the file is locked.
/// - If an element cannot be written, the archive is as it was before the call, and the writer can continue once
///   there is space again. If the earlier state cannot be restored, or waiting for the disk fails, the writer stops:
///   each later call throws ``ArchiveError/Code/stopped``.
public final class ColumnArchiveWriter<Element: ArchiveValue> {
  private let format: SequenceFormat
  private let options: ColumnArchive.EncodingOptions
  /// The file; `nil` once it is closed, or the writer has stopped.
  private var sequence: SequenceWriter?
  /// The error that stopped the writer.
  private var failure: (any Error)?
  /// Whether the file has an index. Nothing of an index may remain when the file is written over it: the remains
  /// would look like damage. A footer without an index is smaller than the head of a batch, so its remains cannot be
  /// part of a complete batch.
  private var hasIndex = false

  /// Opens the archive in a file, or creates it, and waits until it is on the disk.
  ///
  /// - Parameters:
  ///   - url: The file; it is created if it does not exist, or is empty.
  ///   - discardsIncompleteBatch: Whether to cut off an incomplete last batch, which a program leaves if it stops
  ///     while it is writing. By default, an incomplete batch is an error. A damaged batch before others is always an
  ///     error: nothing after it is cut off.
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
    self.options = options
    let file = try OpenFile(url.path, .updateOrCreate, calls)
    guard try file.lock() else {
      throw ArchiveError(
        .inUse, expected: "a file without a writer", found: "a file that another writer has open",
        advice: "Only one writer may have a file open. Readers need no lock."
      ).in(url.path)
    }
    // Only the heads of the batches and the statistics of the zones are read. The lock keeps other writers from
    // changing them meanwhile.
    let data = try file.size == 0 ? Data() : MappedFile.data(contentsOf: url)
    format = SequenceFormat(root)
    if data.isEmpty || discardsIncompleteBatch && Self.isTornCreation(data, format.header) {
      sequence = try Self.create(file, format.header)
      return
    }
    let (found, isIncomplete) = try Self.archive(data, root, discardsIncompleteBatch)
    var sequence = SequenceWriter(
      file, from: found.batches.last?.body.upperBound ?? root.header.count, after: SequenceIndex(of: found))
    hasIndex = data.count > sequence.end + SequenceFooter.endByteCount
    if isIncomplete {
      try sequence.restore()
      hasIndex = false
    }
    // Another program may have written the file without waiting for the disk.
    try sequence.syncAll()
    self.sequence = sequence
  }

  /// Opens a file, and returns whether something incomplete follows its batches.
  private static func archive(_ data: Data, _ root: RootType, _ discardsIncompleteBatch: Bool) throws
    -> (ColumnArchive, isIncomplete: Bool)
  {
    let (isOwn, origin) = try unsafe data.withUnsafeBytes { bytes in
      try root.withContext(unsafe ByteCursor(bytes), .init()) { layout, plan, _ in
        (root.isOwn(plan), layout.origin)
      }
    }
    guard isOwn else {
      throw ArchiveError(
        .typeMismatch, expected: "an archive of \(Element.self)",
        found: "an archive of another type, or of an older version of it",
        advice: "Decode it, and write it again.")
    }
    guard origin == nil else {
      throw ArchiveError(
        .unsupported, expected: "an archive of its own", found: "a segment of a log",
        advice: .changeCode("ArchiveLog appends to a log."))
    }
    do {
      return (try ColumnArchive(data), false)
    } catch {
      guard discardsIncompleteBatch else { throw error }
      return (try ColumnArchive(data, options: .init(readsIncompleteFiles: true)), true)
    }
  }

  // MARK: Creating

  /// Returns whether a file contains only a part of the bytes that ``create(_:_:)`` writes, because a program was
  /// stopped or the power failed.
  private static func isTornCreation(_ data: Data, _ header: Data) -> Bool {
    let whole = header + SequenceFooter.end(count: 0, salt: 0)
    return data.count < whole.count + 1 && zip(data, whole).allSatisfy { $0 == $1 || $0 == 0 }
      && data != whole
  }

  private static func create(_ file: OpenFile, _ header: Data) throws -> SequenceWriter {
    do {
      try file.write(header + SequenceFooter.end(count: 0, salt: 0), at: 0)
      try file.sync()
    } catch {
      try? file.truncate(to: 0)
      throw error
    }
    try file.calls.syncName(of: file.path)
    return SequenceWriter(file, from: header.count, salt: 0)
  }

  // MARK: Writing

  /// Writes elements after those already in the archive.
  ///
  /// - Throws: ``ArchiveError`` if the elements cannot be archived or written, or the writer is closed or has stopped. The
  ///   archive is then as it was before, if the file can still be written.
  public func append(contentsOf elements: [Element]) throws {
    var sequence = try open()
    guard !elements.isEmpty else { return }
    let added = try format.frames(of: elements, options)
    try restoring(sequence) { _ = try sequence.append(added, isComplete: true) }
    self.sequence = sequence
  }

  /// Writes one element as its own batch.
  public func append(_ element: Element) throws { try append(contentsOf: [element]) }

  /// Waits until everything written is on the disk, where a power cut does not lose it.
  ///
  /// - Throws: ``ArchiveError`` if waiting fails, or the writer is closed or has stopped. If waiting fails, the
  ///   contents of the disk are unknown, so the writer stops.
  public func flush() throws {
    var sequence = try open()
    do {
      try sequence.sync()
    } catch {
      stop(error)
      throw error
    }
    self.sequence = sequence
  }

  /// Writes the index of the batches and the statistics of their columns. Then waits until everything written is on
  /// the disk, and closes the file.
  ///
  /// With the index, a reader finds a part of the file without reading the heads of all batches. With the statistics,
  /// a condition skips batches.
  ///
  /// Without this call, the file is closed when the writer is deallocated, and is complete except for the index.
  /// Closing a writer again does nothing.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be written, or the writer has stopped. The file is closed in any
  ///   case.
  public func close() throws {
    if sequence == nil, failure == nil { return }
    // The index states that all batches are complete, so they must reach the disk before it.
    try flush()
    var sequence = try open()
    defer { self.sequence = nil }
    try restoring(sequence) { _ = try sequence.seal() }
  }

  /// Writes to the end of the file. If that fails, the file is as it was before, or the writer stops.
  private func restoring(_ sequence: SequenceWriter, _ write: () throws -> Void) throws {
    do {
      if hasIndex { try sequence.file.truncate(to: sequence.end) }
      hasIndex = false
      try write()
    } catch {
      do {
        try sequence.restore()
      } catch let other {
        stop(other)
      }
      throw error
    }
  }

  private func stop(_ error: any Error) { (sequence, failure) = (nil, error) }

  private func open() throws -> SequenceWriter {
    if let sequence { return sequence }
    guard let failure else { throw ArchiveError(.stopped, expected: "an open writer", found: "a closed one") }
    throw ArchiveError(
      .stopped, expected: "a writer without errors", found: "one that has stopped: \(failure)",
      advice: "Open the file again when the cause is gone.", underlying: failure)
  }
}

/// A writer must be used by one thread at a time.
@available(*, unavailable)
extension ColumnArchiveWriter: @unchecked Sendable {}
