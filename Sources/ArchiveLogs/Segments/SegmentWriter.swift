internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Writes one segment, which is a column archive of a sequence: from its header to its footer.
///
/// The order on the disk is fixed: the header comes before the file's name, the name before the catalog's entry, the
/// entry before the first batch, the batches before the footer, and the footer before the next segment. So only the
/// last segment can be incomplete, and only at its end. If its header is lost later, the catalog has a copy.
///
/// After an error nothing more may be written; ``SegmentRecovery`` finds the end.
struct SegmentWriter {
  private var sequence: SequenceWriter
  /// The checksum of all bytes written.
  private var checksum: UInt32
  /// The number of the segment.
  let number: Int

  /// The location of the next batch.
  var end: Int { sequence.end }
  /// The number of elements written.
  var count: Int { sequence.count }
  /// The number of elements on the disk.
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

  /// Writes the footer. The segment never changes after that.
  ///
  /// - Returns: The checksum of the whole file.
  consuming func seal() throws -> UInt32 {
    CRC32C.checksum(of: try sequence.seal(), continuing: checksum)
  }
}
