internal import ArchiveBytes
internal import ArchiveFiles
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// Writes archives of one schema to a Parquet file, row group by row group.
final class ArchiveExporter {
  private let plan: SchemaPlan
  private let dates: DateConversion
  private let file: ParquetFile
  private let options: ParquetOptions
  private let schema: Schema
  /// The number of rows in the columns of the plan.
  private var pendingCount = 0

  /// The number of rows read at a time. They take a small part of a row group, if they are like the earlier rows.
  private(set) var partCount = 256
  static let greatestPartCount = 4_096
  /// A row group ends when its columns take this many bytes, however few rows it has.
  var greatestByteCount = 128 << 20

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - archives: At least one archive, with the schema of all archives to be written. Values that are nodes are
  ///     examined in these archives.
  ///   - type: The type of the elements, if it is known.
  /// - Throws: ``ArchiveError`` if part of the schema cannot be stored in Parquet, before any value is read.
  init(
    _ archives: [ColumnArchive], of type: (any ArchiveValue.Type)?, to url: URL, _ options: ParquetOptions,
    _ calls: any FileCalls = SystemFileCalls()
  ) throws {
    (self.options, dates) = (options, DateConversion(options))
    let (schema, className) = try archives[0].withUntypedReader { ($0.schema, $0.className) }
    self.schema = schema
    plan = try SchemaPlan(schema, type.map { TypeHint($0) }, NodeScan(archives), options, dates)
    file = try ParquetFile(url, plan, options, typeName: className, calls)
  }

  /// Writes the elements of an archive, which must have the schema of the first one.
  func append(_ archive: ColumnArchive) throws {
    try archive.withUntypedReader { reader in
      guard reader.schema == schema else {
        throw ArchiveError(
          .typeMismatch, expected: "archives of one version of a type", found: "others",
          advice: "Write each archive to a file of its own.")
      }
      try reader.readBatches { column in
        while column.remaining > 0 {
          try shred(column, min(column.remaining, rowGroupSize - pendingCount, partCount))
          if pendingCount >= rowGroupSize { try writeRowGroup() }
        }
      }
    }
  }

  private var rowGroupSize: Int { max(options.rowGroupSize, 1) }

  private func shred(_ column: ColumnCursor, _ count: Int) throws {
    let (before, bytesBefore) = (column.remaining, bufferedByteCount)
    try plan.root.shred(column, Slots(rows: count, of: column))
    guard column.remaining == before - count else {
      throw ArchiveError(.malformed, expected: "\(count) values of a column", found: "another number")
    }
    pendingCount += count
    let possible = greatestByteCount / 16 * count / max(bufferedByteCount - bytesBefore, 1)
    partCount = max(min(possible, partCount * 4, Self.greatestPartCount), 1)
    if bufferedByteCount >= greatestByteCount { try writeRowGroup() }
  }

  /// The approximate size in bytes of the columns of the next row group.
  var bufferedByteCount: Int {
    plan.columns.reduce(0) { $0 + $1.bufferedByteCount } + plan.levels.reduce(0) { $0 + $1.byteCount }
  }

  private func writeRowGroup() throws {
    try file.writeRowGroup(rowCount: pendingCount)
    pendingCount = 0
  }

  /// Writes the remaining rows, and gives the file its name.
  func finish() throws -> ParquetReport {
    if pendingCount > 0 { try writeRowGroup() }
    var report = try file.finish()
    report.roundedCounts = dates.roundedCounts
    (report.clampedCounts, report.nulledCounts) = (dates.clampedCounts, dates.nulledCounts)
    return report
  }

  /// Removes the file.
  func discard() { file.discard() }
}
