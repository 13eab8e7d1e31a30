internal import ArchiveBytes
public import ArchiveValues
public import Foundation

/// Appends elements to a column archive in a file, as they come.
///
/// ```swift
/// let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
/// try writer.append(contentsOf: newSessions)
/// ```
///
/// Each call writes what it is given as a batch of its own, or as several, in one piece at the end of the file; the
/// file is a complete archive after each. ``ColumnArchive/forEachBatch(of:_:)`` reads it batch by batch, and
/// `ColumnArchive.decode([Session].self, from:)` as a whole.
///
/// Appending a few elements at a time gives larger archives: a batch has its own heads of columns.
public final class ColumnArchiveWriter<Element: ArchiveValue> {
  private let file: FileHandle
  private let root: RootType
  private let options: ColumnArchive.EncodingOptions
  /// Where the next batch goes: over the mark at the end.
  private var end: UInt64

  /// Opens the archive in a file, or begins a new one.
  ///
  /// - Parameters:
  ///   - url: The file, which is created when there is none.
  ///   - discardsIncompleteBatch: Whether a batch that was not written to its end, because a program was stopped
  ///     meanwhile, is cut off. By default it is an error.
  /// - Throws: ``ArchiveError`` when the file is no column archive or one of other elements, or ends early; and what
  ///   Foundation throws when it cannot be opened.
  public init(
    appendingTo url: URL, options: ColumnArchive.EncodingOptions = ColumnArchive.EncodingOptions(),
    discardsIncompleteBatch: Bool = false
  ) throws {
    root = try CodecTable.shared.root([Element].self)
    self.options = options
    if !FileManager.default.fileExists(atPath: url.path) {
      try Data(root.header + [ColumnFormat.end]).write(to: url, options: .atomic)
    }
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    end = try Self.findEnd(data, root, discardsIncompleteBatch: discardsIncompleteBatch)
    file = try FileHandle(forUpdating: url)
    if discardsIncompleteBatch { try cutOff() }
  }

  deinit { try? file.close() }

  /// Where the mark at the end of the sequence is.
  private static func findEnd(_ data: Data, _ root: RootType, discardsIncompleteBatch: Bool) throws -> UInt64
  {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let (layout, context) = try root.open(cursor, ArchiveLimits())
      guard context.isExact else {
        throw ArchiveError(
          .typeMismatch, expected: "an archive of \(Element.self)",
          found: "one of another type, or of an older version of it",
          advice: "Decode it, and write it anew.")
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

  /// Writes elements behind those that the archive has.
  ///
  /// - Throws: ``ArchiveError`` when they cannot be archived, and what Foundation throws when they cannot be written. The
  ///   archive is then as it was before, unless not even that can be written.
  public func append(contentsOf elements: [Element]) throws {
    guard !elements.isEmpty else { return }
    let data = try ColumnWriter.data(options.limits) { writer in
      try unsafe elements.withUnsafeBytes { buffer in
        // Elements of no bytes have no address, and none is used.
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

  /// Ends the archive after its last whole batch.
  private func cutOff() throws {
    try file.truncate(atOffset: end)
    try file.seek(toOffset: end)
    try file.write(contentsOf: Data([ColumnFormat.end]))
  }

  /// Writes one element, as a batch of its own.
  public func append(_ element: Element) throws { try append(contentsOf: [element]) }

  /// Waits until what was written is on the disk, and closes the file. Without it, the file is closed with the writer.
  public func close() throws {
    try file.synchronize()
    try file.close()
  }
}

/// A writer belongs to one thread at a time: calls follow each other.
@available(*, unavailable)
extension ColumnArchiveWriter: @unchecked Sendable {}
