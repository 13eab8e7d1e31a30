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
  private var sequence: SequenceWriter
  /// The checksum of everything that was written.
  private var checksum: UInt32
  /// The number of the segment.
  let number: Int

  /// The location of the next batch.
  var end: Int { sequence.end }
  /// The number of elements that were written.
  var count: Int { sequence.count }
  /// The number of elements that are on the disk.
  var synced: Int { sequence.synced }

  /// Creates a segment.
  init(_ name: SegmentName, _ header: SegmentHeader, in folder: LogFolder) throws {
    try folder.place(header.bytes, as: name.text)
    let file = try OpenFile(folder.path(of: name.text), .update, folder.calls)
    sequence = SequenceWriter(file, from: header.bytes.count, salt: header.origin.salt)
    (number, checksum) = (header.origin.number, CRC32C.checksum(of: header.bytes))
  }

  /// Writes batches at the end.
  mutating func append(_ frames: SequenceFrames) throws {
    checksum = CRC32C.checksum(of: try sequence.append(frames), continuing: checksum)
  }

  /// Waits until all batches are on the disk.
  mutating func sync() throws { try sequence.sync() }

  /// Writes the footer, after which the segment never changes again.
  ///
  /// - Returns: The checksum of the whole file.
  consuming func seal() throws -> UInt32 {
    CRC32C.checksum(of: try sequence.seal(), continuing: checksum)
  }
}
