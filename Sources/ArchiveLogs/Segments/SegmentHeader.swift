internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// The first bytes of a segment: the header of the type of its elements, and its place in the log.
struct SegmentHeader: Sendable {
  let bytes: Data
  let origin: SequenceOrigin

  init(ofType header: Data, _ origin: SequenceOrigin) {
    bytes = header + origin.bytes
    self.origin = origin
  }

  /// Reads the header of a segment.
  ///
  /// - Throws: ``ArchiveError`` if it is incomplete or damaged.
  init(of file: Data) throws {
    let header = try SequenceHeader(of: file)
    guard let origin = header.origin else {
      let isShort = file.count < header.byteCount + SequenceOrigin.byteCount
      throw ArchiveError(
        isShort ? .truncated : .malformed, expected: "the place of a file in a sequence",
        found: "other bytes",
        offset: header.byteCount)
    }
    (bytes, self.origin) = (file.prefix(header.byteCount), origin)
  }

  /// Reads the header of a file.
  ///
  /// - Throws: ``ArchiveError`` if it is incomplete or damaged.
  init(in file: OpenFile) throws {
    // This is enough for most headers, and the system reads it at once.
    var count = 1 << 12
    while true {
      let start = try file.read(count, at: 0)
      do {
        self = try SegmentHeader(of: start)
        return
      } catch let error as ArchiveError where error.code == .truncated && start.count == count {
        count *= 4
      }
    }
  }

  /// The header without the segment's place in the log.
  var ofType: Data { bytes.dropLast(SequenceOrigin.byteCount) }
}
