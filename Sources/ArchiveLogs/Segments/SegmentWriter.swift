internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Writes one segment, which is a column archive of a sequence: from its header to its footer.
///
/// What is on the disk is always known: the file and its name before the first batch, the batches before the footer,
/// and the footer before the next segment. So only the last segment can be incomplete, and only at its end.
///
/// After an error nothing more may be written; ``SegmentRecovery`` finds the end.
struct SegmentWriter {
  private let file: OpenFile
  /// The location of the next batch.
  private(set) var end: Int
  /// The batches that were written.
  private var bodies: [SequenceFrames.Body] = []
  /// The number of elements that were written.
  private(set) var count = 0
  /// The number of elements that are on the disk.
  private(set) var synced = 0

  /// Creates a segment.
  init(_ name: SegmentName, header: Data, in folder: LogFolder) throws {
    file = try OpenFile(folder.path(of: name.text), .create, folder.calls)
    try file.write(header, at: 0)
    end = header.count
    try file.sync()
    try folder.calls.syncFolder(folder.path)
  }

  /// Writes batches at the end.
  mutating func append(_ frames: SequenceFrames) throws {
    var frames = frames
    frames.number(from: count, synced: synced)
    try file.write(frames.data, at: end)
    end += frames.data.count
    bodies += frames.bodies
    count += frames.count
  }

  /// Waits until all batches are on the disk.
  mutating func sync() throws {
    guard synced < count else { return }
    try file.sync()
    synced = count
  }

  /// Writes the footer, after which the segment never changes again.
  consuming func seal() throws {
    try sync()
    try Self.seal(file, at: end, bodies)
  }

  /// Writes the footer of a segment whose batches are on the disk.
  static func seal(_ file: OpenFile, at end: Int, _ bodies: [SequenceFrames.Body]) throws {
    try file.write(try SequenceFormat.footer(of: bodies), at: end)
    try file.sync()
  }
}
