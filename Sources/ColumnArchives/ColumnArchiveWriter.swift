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
  /// The offset of the next batch, which overwrites the end mark.
  private var end: UInt64

  /// Opens the archive in a file, or creates it.
  ///
  /// - Parameters:
  ///   - url: The file; it is created if it does not exist.
  ///   - discardsIncompleteBatch: Whether to cut off an incomplete last batch, which remains if a program stops while
  ///     it is writing. By default, an incomplete batch is an error.
  /// - Throws: ``ArchiveError`` if the file is not a column archive, holds elements of another type, or is cut off; and
  ///   what Foundation throws if the file cannot be opened.
  public init(
    appendingTo url: URL, options: ColumnArchive.EncodingOptions = ColumnArchive.EncodingOptions(),
    discardsIncompleteBatch: Bool = false
  ) throws {
    root = try CodecTable.shared.root([Element].self)
    self.options = options
    if !FileManager.default.fileExists(atPath: url.path) {
      try Self.footer(count: 0, root.header).write(to: url, options: .atomic)
    }
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    end = try Self.findEnd(data, root, discardsIncompleteBatch: discardsIncompleteBatch)
    file = try FileHandle(forUpdating: url)
    if discardsIncompleteBatch { try cutOff() }
  }

  deinit { try? file.close() }

  /// Returns the offset of the end mark of the sequence.
  private static func findEnd(_ data: Data, _ root: RootType, discardsIncompleteBatch: Bool) throws -> UInt64
  {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let (layout, context) = try root.open(cursor, ArchiveLimits())
      guard context.isExact else {
        throw ArchiveError(
          .typeMismatch, expected: "an archive of \(Element.self)",
          found: "one of another type, or of an older version of it",
          advice: "Decode it, and write it again.")
      }
      guard discardsIncompleteBatch else {
        _ = try layout.batches()
        return UInt64(bytes.count - 1)
      }
      var (rest, end) = (layout.content, layout.content.offset)
      while (try? ArchiveLayout.readBatch(&rest, start: 0)) ?? nil != nil { end = rest.offset }
      return UInt64(end)
    }
  }

  /// Writes elements after those already in the archive.
  ///
  /// - Throws: ``ArchiveError`` if the elements cannot be archived, and what Foundation throws if they cannot be
  ///   written. The archive is then restored to its previous state, if the file can still be written.
  public func append(contentsOf elements: [Element]) throws {
    guard !elements.isEmpty else { return }
    let data = try ColumnWriter.data(options.limits) { writer in
      try unsafe elements.withUnsafeBytes { buffer in
        // Zero-sized elements have no address. Any address will do, as nothing is read there.
        let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        try unsafe root.writeBatches(base, count: elements.count, with: writer, options)
      }
      writer.output.append(ColumnFormat.end)
    }
    do {
      try file.seek(toOffset: end)
      try file.write(contentsOf: data)
    } catch {
      try? cutOff()
      throw error
    }
    end += UInt64(data.count - 1)
  }

  /// Cuts the file off after its last complete batch, and writes the end mark.
  private func cutOff() throws {
    try file.truncate(atOffset: end)
    try file.seek(toOffset: end)
    try file.write(contentsOf: Data([ColumnFormat.end]))
  }

  /// Writes one element as its own batch.
  public func append(_ element: Element) throws { try append(contentsOf: [element]) }

  /// Waits until everything written is on disk, and closes the file. Without this call, the file is closed when the
  /// writer is deallocated.
  public func close() throws {
    try file.synchronize()
    try file.close()
  }
}

/// A writer must be used by one thread at a time.
@available(*, unavailable)
extension ColumnArchiveWriter: @unchecked Sendable {}
