package import ColumnArchives
internal import Foundation
internal import KeyedArchives

extension ColumnArchive {
  /// The columns by the names of their fields, and the classes of objects without columns, each with its number of
  /// bytes.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` if a column is cut off.
  package func parts(_ progress: (Int) -> Void = { _ in }) throws -> [ArchivePart] {
    var (classes, positions): ([ArchivePart], [String: Int]) = ([], [:])
    let columns = try columnSizes(progress) { archive, share in
      for var part in try KeyedArchive(archive, options: .init(archivers: nil)).parts() {
        part.byteCount = share(part.byteCount)
        guard let known = positions[part.name] else {
          positions[part.name] = classes.count
          classes.append(part)
          continue
        }
        classes[known].count += part.count
        classes[known].byteCount += part.byteCount
      }
    }
    return columns.map {
      ArchivePart(name: $0.path, kind: $0.kind, count: $0.count, byteCount: $0.byteCount)
    } + classes
  }
}
