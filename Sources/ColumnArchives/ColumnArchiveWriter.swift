internal import ArchiveBytes
public import ArchiveValues
public import Foundation

/// Appends elements to a column archive in a file, as they arrive.
///
/// ```swift
/// let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
/// try writer.append(contentsOf: newSessions)
/// ```
///
/// Each call writes its elements as one or more batches, in one piece, at the end of the file. After each call the file
/// is a complete archive. ``ColumnArchive/forEachBatch(of:_:)`` reads it batch by batch, and
/// `ColumnArchive.decode([Session].self, from:)` reads all of it.
///
/// Appending a few elements at a time makes larger archives, since each batch stores the heads of its columns again.
public final class ColumnArchiveWriter<Element: ArchiveValue> {
  private let file: FileHandle
  private let root: RootType
  private let options: ColumnArchive.EncodingOptions
  /// The batches of the file.
  private var batches: [ArchiveLayout.Batch]
  /// The number of elements in the file.
  private var count: Int { batches.last.map { $0.start + $0.count } ?? 0 }
  /// The location of the footer, which the next batch overwrites.
  private var end: Int

  /// Opens the archive in a file, or creates it.
  ///
  /// - Parameters:
  ///   - url: The file; it is created if it does not exist.
  ///   - discardsIncompleteBatch: Whether to cut off an incomplete last batch, which remains if a program stops while
  ///     it is writing. By default, an incomplete batch is an error. A damaged batch before others is an error in any
  ///     case: nothing after it is cut off.
  /// - Throws: ``ArchiveError`` if the file is not a column archive of the current version of the format, holds elements
  ///   of another type, is damaged, or is cut off; and what Foundation throws if the file cannot be opened.
  public init(
    appendingTo url: URL, options: ColumnArchive.EncodingOptions = ColumnArchive.EncodingOptions(),
    discardsIncompleteBatch: Bool = false
  ) throws {
    let root = try CodecTable.shared.root([Element].self)
    self.root = root
    self.options = options
    if !FileManager.default.fileExists(atPath: url.path) {
      try Data(root.header + Self.footer(count: 0, [])).write(to: url, options: .atomic)
    }
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    var isIncomplete = false
    (batches, end) = try unsafe data.withUnsafeBytes { bytes in
      var reading = ColumnArchive.DecodingOptions()
      let (layout, context) = try root.open(unsafe ByteCursor(bytes), reading)
      guard context.isExact else { throw Self.otherContent(layout) }
      let batches: [ArchiveLayout.Batch]
      do {
        batches = try layout.batches(reading)
      } catch {
        guard discardsIncompleteBatch else { throw error }
        (isIncomplete, reading.readsIncompleteFiles) = (true, true)
        batches = try layout.batches(reading)
      }
      return (batches, batches.last?.body.upperBound ?? layout.content.offset)
    }
    file = try FileHandle(forUpdating: url)
    if isIncomplete { try cutOff() }
  }

  deinit { try? file.close() }

  private static func otherContent(_ layout: ArchiveLayout) -> ArchiveError {
    if layout.version < ColumnFormat.version {
      return ArchiveError(
        .unsupported, expected: "version \(ColumnFormat.version) of the format",
        found: "version \(layout.version)", offset: 4,
        advice: "Older archives are read, but not appended to. Decode it, and write it again.")
    }
    return ArchiveError(
      .typeMismatch, expected: "an archive of \(Element.self)",
      found: "one of another type, or of an older version of it", advice: "Decode it, and write it again.")
  }

  /// Returns the footer of a sequence.
  private static func footer(count: Int, _ batches: [ArchiveLayout.Batch]) throws -> Data {
    try ColumnWriter.data(ArchiveLimits()) { SequenceFooter.write(count: count, batches, to: $0.output) }
  }

  /// Writes elements after those already in the archive.
  ///
  /// - Throws: ``ArchiveError`` if the elements cannot be archived, and what Foundation throws if they cannot be
  ///   written. The archive is then restored to its previous state, if the file can still be written.
  public func append(contentsOf elements: [Element]) throws {
    guard !elements.isEmpty else { return }
    var added: [ArchiveLayout.Batch] = []
    let data = try ColumnWriter.data(options.limits) { writer in
      try unsafe elements.withUnsafeBytes { buffer in
        // Zero-sized elements have no address. Any address will do, as nothing is read there.
        let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        added = try unsafe root.writeBatches(base, count: elements.count, after: count, with: writer, options)
      }
      // The table of all batches is written when the file is closed.
      SequenceFooter.write(count: count + elements.count, [], to: writer.output)
    }
    do {
      try writeEnd(data)
    } catch {
      try? cutOff()
      throw error
    }
    batches += added.map { batch in
      let body = batch.body.lowerBound + end..<batch.body.upperBound + end
      return ArchiveLayout.Batch(start: batch.start, count: batch.count, body: body)
    }
    end = batches.last?.body.upperBound ?? end
  }

  /// Writes the last bytes of the file over the footer. The table of many batches may have been longer than these.
  private func writeEnd(_ data: Data) throws {
    try file.seek(toOffset: UInt64(end))
    try file.write(contentsOf: data)
    try file.truncate(atOffset: UInt64(end + data.count))
  }

  /// Cuts the file off after its last complete batch, and writes the footer.
  private func cutOff() throws {
    try file.truncate(atOffset: UInt64(end))
    try writeEnd(Self.footer(count: count, []))
  }

  /// Writes one element as its own batch.
  public func append(_ element: Element) throws { try append(contentsOf: [element]) }

  /// Writes the table of batches, with which a part of the file is found without reading the heads of all batches.
  /// Then waits until everything written is on disk, and closes the file.
  ///
  /// Without this call, the file is closed when the writer is deallocated, and is complete but for the table.
  public func close() throws {
    try writeEnd(Self.footer(count: count, batches))
    try file.synchronize()
    try file.close()
  }
}

/// A writer must be used by one thread at a time.
@available(*, unavailable)
extension ColumnArchiveWriter: @unchecked Sendable {}
