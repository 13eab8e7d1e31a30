internal import ArchiveBytes
internal import Foundation

/// Reads the columns of an archive as they are, without making values, for a module that writes them in another format.
package struct ExportReader {
  private let reader: UntypedReader
  private let batches: [ArchiveLayout.Batch]
  private let isSequence: Bool

  fileprivate init(_ archive: ColumnArchive, _ reader: UntypedReader) {
    self.reader = reader
    (batches, isSequence) = (archive.batches, archive.isSequence)
  }

  /// The columns of an element.
  package var schema: Schema { reader.schema }
  /// The class name of the elements; empty for types without one.
  package var className: String { reader.layout.className }
  package var batchCount: Int { batches.count }

  /// Returns the positions of a batch's elements.
  package func elements(ofBatch number: Int) -> Range<Int> {
    batches[number].start..<batches[number].start + batches[number].count
  }

  /// Calls `body` with the column of a batch's elements.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, and what `body` throws.
  package func readBatch(_ number: Int, _ body: (ExportColumn) throws -> Void) throws {
    let batch = batches[number]
    let root = try reader.open(batch)
    try locating(isSequence: isSequence, from: batch.start) {
      try body(ExportColumn(root, reader.context))
    }
  }
}

extension ColumnArchive {
  /// Calls `body` with a reader of the archive's columns. Nothing that it returns may be used afterwards.
  package func withExportReader<Result>(_ body: (ExportReader) throws -> Result) throws -> Result {
    try withUntypedReader { try body(ExportReader(self, $0)) }
  }
}
