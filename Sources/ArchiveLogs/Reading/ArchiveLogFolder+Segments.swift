internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
public import Foundation

extension ArchiveLogFolder {
  /// A file of a log.
  public struct Segment: Sendable {
    /// The file of the segment.
    public let url: URL
    /// When the segment was begun.
    public let date: Date
    /// The number of its first element.
    public let first: Int
    /// The number of elements in its complete batches.
    public let count: Int
    /// The number of its complete batches.
    public let batchCount: Int
    /// The size of the file in bytes.
    public let byteCount: Int
    /// Whether the segment is complete: it never changes again.
    public let isSealed: Bool
  }

  /// The segments, in order.
  ///
  /// - Throws: ``ArchiveError`` if a file cannot be read. Damage is not thrown: batches that cannot be found are not
  ///   counted.
  /// - Complexity: Linear in the size of the segments that are incomplete or damaged.
  public var segments: [Segment] {
    get throws {
      let folder = LogFolder(url, SystemFileCalls())
      return try folder.segments.compactMap { name in
        do {
          return try Segment(SegmentFile(name, in: folder))
        } catch let error as ArchiveError where error.systemCode == ENOENT {
          // The segment was deleted meanwhile.
          return nil
        }
      }
    }
  }
}

extension ArchiveLogFolder.Segment {
  fileprivate init(_ segment: SegmentFile) throws {
    (url, date, first) = (segment.url, segment.name.date, segment.name.first)
    byteCount = try segment.file.size
    let sequence = try segment.parts(from: segment.start(nil), .unknown)
    if let counts = sequence.footerCounts {
      (count, batchCount, isSealed) = (counts.elements, counts.batches, true)
      return
    }
    let frames = try SequenceParts(sequence).frames
    (count, batchCount, isSealed) = (frames.reduce(0) { $0 + $1.count }, frames.count, false)
  }
}
