internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Writes one segment, which is a column archive of a sequence: from its header to its footer.
///
/// What is on the disk is always known: the header before the file has its name, the name before the catalog names it, and
/// that before the first batch; the batches before the footer, and the footer before the next segment. So only the last
/// segment can be incomplete, and only at its end. Should its header be lost later, the catalog has it.
///
/// After an error nothing more may be written; ``SegmentRecovery`` finds the end.
struct SegmentWriter {
  private let file: OpenFile
  /// The location of the next batch.
  private(set) var end: Int
  /// The batches that were written.
  private var bodies: [SequenceFrames.Body] = []
  /// What zones of them say of their columns.
  private var zones = ZoneStatistics()
  /// The checksum of everything that was written.
  private var checksum: UInt32
  /// The number of elements that were written.
  private(set) var count = 0
  /// The number of elements that are on the disk.
  private(set) var synced = 0
  /// The number of the segment.
  let number: Int
  /// What its batches are marked with.
  private let salt: UInt32

  /// Creates a segment.
  init(_ name: SegmentName, _ header: SegmentHeader, in folder: LogFolder) throws {
    try folder.place(header.bytes, as: name.text)
    file = try OpenFile(folder.path(of: name.text), .update, folder.calls)
    (number, salt, end) = (header.origin.number, header.origin.salt, header.bytes.count)
    checksum = FrameScan.checksum(of: header.bytes)
  }

  /// Writes batches at the end.
  mutating func append(_ frames: SequenceFrames) throws {
    var frames = frames
    frames.number(from: count, synced: synced, salt: salt)
    try file.write(frames.data, at: end)
    end += frames.data.count
    checksum = FrameScan.checksum(of: frames.data, continuing: checksum)
    bodies += frames.bodies
    zones.add(frames)
    count += frames.count
  }

  /// Waits until all batches are on the disk.
  mutating func sync() throws {
    guard synced < count else { return }
    try file.sync()
    synced = count
  }

  /// Writes the footer, after which the segment never changes again.
  ///
  /// - Returns: The checksum of the whole file.
  consuming func seal() throws -> UInt32 {
    try sync()
    let footer = try Self.seal(file, at: end, bodies, zones)
    return FrameScan.checksum(of: footer, continuing: checksum)
  }

  /// Writes the footer of a segment whose batches are on the disk, and returns it.
  @discardableResult
  static func seal(
    _ file: OpenFile, at end: Int, _ bodies: [SequenceFrames.Body], _ zones: ZoneStatistics
  ) throws -> Data {
    let footer = try SequenceFormat.footer(of: bodies, zones: zones)
    try file.write(footer, at: end)
    try file.sync()
    return footer
  }
}
