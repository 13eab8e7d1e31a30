internal import ArchiveBytes
package import ColumnArchives
internal import Foundation

extension ByteTally: ByteCounter {}

extension ColumnArchive {
  /// Returns a map of the archive's bytes: `header`; `schema`; `columns` by the names of the fields; `objects` by class
  /// and `object tables`, if instances have identity; `directories` of columns; and `batches` for heads, checksums, what
  /// runs of batches say, and the footer.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` if a column is cut off.
  package func byteMap(_ progress: (Int) -> Void = { _ in }) throws -> ArchiveByteMap {
    let counts: ColumnByteCounts<ByteTally> = try byteCounts(progress)
    var parts = [
      ArchiveByteMap(name: "header", bytes: counts.header),
      ArchiveByteMap(name: "schema", bytes: counts.schema, count: counts.schemaCount), counts.columns.map,
    ]
    if counts.trees.map.bytes > 0 { parts.append(counts.trees.map) }
    if counts.directories > 0 { parts.append(ArchiveByteMap(name: "directories", bytes: counts.directories)) }
    let rest = counts.total - parts.reduce(0) { $0 + $1.bytes }
    return ArchiveByteMap(
      name: "archive", bytes: counts.total,
      children: parts + [ArchiveByteMap(name: "batches", bytes: rest, count: isSequence ? batchCount : 0)])
  }
}
