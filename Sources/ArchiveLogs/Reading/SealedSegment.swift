internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// A complete segment, mapped into memory, so that batches can be skipped without reading them.
///
/// A writer never writes to a complete segment again. Old segments are deleted, and a repair replaces the file by
/// another, so the mapped bytes stay.
struct SealedSegment: Sendable {
  private let data: Data
  let archive: ColumnArchive
  private let batches: [(elements: Range<Int>, bytes: Range<Int>)]

  /// Maps a file; `nil` if it is not a valid complete segment.
  init?(_ url: URL, byteCount: Int, _ options: ColumnArchive.DecodingOptions) {
    guard let data = try? MappedFile.data(contentsOf: url), data.count == byteCount,
      let archive = try? ColumnArchive(data, options: options, isMapped: true), archive.isSequence
    else { return nil }
    (self.data, self.archive, batches) = (data, archive, archive.batchRanges)
  }

  var count: Int { batches.count }

  func elements(of batch: Int) -> Range<Int> { batches[batch].elements }

  /// The location of the head of a batch.
  func offset(of batch: Int) -> Int { batches[batch].bytes.lowerBound - BatchFrame.byteCount }

  /// Returns the first batch that contains an element or later ones.
  func batch(of element: Int) -> Int {
    batches.indices.partitioningIndex { batches[$0].elements.upperBound > element }
  }

  /// Returns a batch without checking it.
  func archive(of batch: Int) -> ColumnArchive { archive.batch(batch) }

  /// Tells the system that batches are about to be read, one after another.
  func willRead(_ range: Range<Int>) {
    let end = batches[range.upperBound - 1].bytes.upperBound
    unsafe data[offset(of: range.lowerBound)..<end].withUnsafeBytes { unsafe MappedFile.willRead($0) }
  }
}
