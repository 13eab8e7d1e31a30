internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
public import Foundation

extension ArchiveLogFolder {
  /// A file of a log.
  public struct Segment: Sendable {
    /// The file.
    public let url: URL
    /// When it was begun.
    public let date: Date
    /// The number of its first element.
    public let first: Int
    /// The number of elements in its complete batches.
    public let count: Int
    /// The number of its complete batches.
    public let batchCount: Int
    /// The size of the file in bytes.
    public let byteCount: Int
    /// Whether it is complete: it never changes again.
    public let isSealed: Bool
  }

  /// The segments, in order.
  ///
  /// - Throws: ``ArchiveError`` if a file cannot be read. Damage is no error: batches that cannot be found are not
  ///   counted.
  /// - Complexity: Linear in the size of the segments that are not complete, or damaged.
  public var segments: [Segment] {
    get throws {
      let folder = LogFolder(url, SystemFileCalls())
      return try folder.segments.compactMap { name in
        do {
          return try Segment(SegmentReader(name, in: folder, options, successor: nil))
        } catch let error as ArchiveError where error.systemCode == ENOENT {
          // It was deleted meanwhile.
          return nil
        }
      }
    }
  }
}

extension ArchiveLogFolder.Segment {
  fileprivate init(_ segment: SegmentReader) throws {
    let size = try segment.file.size
    (url, date, first, byteCount) = (segment.url, segment.name.date, segment.name.first, size)
    if let origin = segment.origin, try segment.footer(size) != nil,
      let sealed = SealedSegment(segment.url, byteCount: size, salt: origin.salt, segment.options)
    {
      count = sealed.count == 0 ? 0 : sealed.elements(of: sealed.count - 1).upperBound
      (batchCount, isSealed) = (sealed.count, true)
      return
    }
    let scan = FrameScan(try segment.file.read(size, at: 0), header: segment.beginning)
    (count, batchCount) = (scan.frames.reduce(0) { $0 + $1.count }, scan.frames.count)
    isSealed = scan.footer != nil
  }
}
