package import ColumnArchives
internal import Foundation

extension ColumnArchive {
  /// The columns by the names of their fields, and the classes of instances, each with its own bytes.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` if a column is cut off.
  package func parts(_ progress: (Int) -> Void = { _ in }) throws -> [ArchivePart] {
    try columnSizes(progress).map {
      ArchivePart(name: $0.path, kind: $0.kind, count: $0.count, byteCount: $0.byteCount)
    }
  }
}
