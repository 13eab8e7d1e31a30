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
  /// The number of rows in the columns of the plan, and in the file.
  private var pendingCount = 0
  private var writtenCount = 0

  /// The number of rows that are read at a time: so many that they take a small part of a row group, as those before.
  private(set) var partCount = 256
  static let greatestPartCount = 4_096
  /// A row group ends when its columns take so many bytes, however few rows it has.
  var greatestByteCount = 128 << 20

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - archives: The archives that will be written, if all are known. Their trees are looked at now.
  ///   - type: The type of the elements, if it is known.
  convenience init(
    _ archives: [ColumnArchive], areAll: Bool, of type: (any ArchiveValue.Type)?, to url: URL,
    _ options: ParquetOptions
  ) throws {
    let hint = type.map { TypeHint($0) }
    let dates = DateConversion(options)
    let (schema, className) = try archives[0].withExportReader { ($0.schema, $0.className) }
    // What has no form is found before any value is read.
    var plan = try SchemaPlan(schema, hint, nil, options, dates)
    if areAll {
      var scan = TreeScan()
      for archive in archives { try scan.look(at: archive) }
      plan = try SchemaPlan(schema, hint, scan, options, dates)
    }
    try self.init(schema, plan, dates, to: url, options, typeName: className)
  }

  /// Begins a file with some rows of an archive.
  ///
  /// - Parameters:
  ///   - trees: What the archive's trees were found to represent.
  ///   - omitted: The name of a property of the elements that gets no column.
  convenience init(
    _ archive: ColumnArchive, _ trees: TreeScan, omitting omitted: String?, to url: URL,
    _ options: ParquetOptions, _ calls: any FileCalls
  ) throws {
    let dates = DateConversion(options)
    let (schema, className) = try archive.withExportReader { ($0.schema, $0.className) }
    let plan = try SchemaPlan(schema, nil, trees, options, dates, omitting: omitted)
    try self.init(schema, plan, dates, to: url, options, typeName: className, calls)
  }

  private init(
    _ schema: Schema, _ plan: SchemaPlan, _ dates: DateConversion, to url: URL, _ options: ParquetOptions,
    typeName: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws {
    (self.schema, self.plan, self.dates, self.options) = (schema, plan, dates, options)
    file = try ParquetFile(url, plan, options, typeName: typeName, calls)
  }

  /// Writes elements of an archive, which must have the schema of the first one.
  ///
  /// - Parameter rows: The positions of the elements, ascending; all elements if it is `nil`.
  func append(_ archive: ColumnArchive, rows: [Range<Int>]? = nil) throws {
    try archive.withExportReader { reader in
      guard reader.schema == schema else {
        throw ArchiveError(
          .typeMismatch, expected: "archives of one version of a type", found: "others",
          advice: "Write each archive to a file of its own.")
      }
      var rest = (rows ?? [0..<archive.count])[...]
      for batch in 0..<reader.batchCount {
        let elements = reader.elements(ofBatch: batch)
        let parts = Self.parts(of: &rest, in: elements)
        guard !parts.isEmpty else { continue }
        try reader.readBatch(batch) { column in
          var rest = parts[...]
          while let part = rest.first {
            try column.skip(part.lowerBound - elements.upperBound + column.remaining)
            if let picked = picked(from: &rest) {
              let span = picked.last + 1 - part.lowerBound
              column.pick(picked.rows.map { $0 - part.lowerBound }, of: span)
              try shred(column, picked.rows.count, of: span)
              if pendingCount >= rowGroupSize { try writeRowGroup() }
            } else {
              rest.removeFirst()
              try append(column, part.count)
            }
          }
        }
      }
    }
  }

  /// Returns the parts of ranges that are in a batch, and drops the ranges that end there.
  private static func parts(of ranges: inout ArraySlice<Range<Int>>, in batch: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    while let range = ranges.first, range.lowerBound < batch.upperBound || range.isEmpty {
      let part = range.clamped(to: batch)
      if !part.isEmpty { parts.append(part) }
      if range.upperBound > batch.upperBound { break }
      ranges.removeFirst()
    }
    return parts
  }

  /// Returns the rows of the next ranges if there are several near to each other, and drops these: then reading what is
  /// between them takes less time than reading each range on its own. `nil` if there are not.
  private func picked(from ranges: inout ArraySlice<Range<Int>>) -> (rows: [Int], last: Int)? {
    guard let first = ranges.first?.lowerBound else { return nil }
    let room = min(rowGroupSize - pendingCount, partCount)
    var (count, rowCount) = (0, 0)
    for range in ranges {
      let isNear =
        range.upperBound - first <= min(partCount, (rowCount + range.count) * Self.greatestGap)
      guard isNear, rowCount + range.count <= room else { break }
      (count, rowCount) = (count + 1, rowCount + range.count)
    }
    guard count > 1 else { return nil }
    let rows = ranges.prefix(count).flatMap { Array($0) }
    ranges.removeFirst(count)
    return rows.last.map { (rows, $0) }
  }

  /// How many rows may be read for one that is written.
  private static let greatestGap = 16

  /// Writes the next elements of a batch.
  private func append(_ column: ExportColumn, _ count: Int) throws {
    var left = count
    while left > 0 {
      let part = min(left, rowGroupSize - pendingCount, partCount)
      try shred(column, part)
      left -= part
      if pendingCount >= rowGroupSize { try writeRowGroup() }
    }
  }

  private var rowGroupSize: Int { max(options.rowGroupSize, 1) }

  /// - Parameter span: The number of elements that are read, if only some of them are picked.
  private func shred(_ column: ExportColumn, _ count: Int, of span: Int? = nil) throws {
    let (before, bytesBefore) = (column.remaining, bufferedByteCount)
    try plan.root.shred(column, Slots(rows: count))
    guard column.remaining == before - (span ?? count) else {
      throw ArchiveError(.malformed, expected: "\(span ?? count) values of a column", found: "another number")
    }
    pendingCount += count
    let possible = greatestByteCount / 16 * count / max(bufferedByteCount - bytesBefore, 1)
    partCount = max(min(possible, partCount * 4, Self.greatestPartCount), 1)
    if bufferedByteCount >= greatestByteCount { try writeRowGroup() }
  }

  /// About how many bytes the columns of the next row group take.
  var bufferedByteCount: Int {
    plan.columns.reduce(0) { $0 + $1.bufferedByteCount } + plan.levels.reduce(0) { $0 + $1.byteCount }
  }

  private func writeRowGroup() throws {
    try file.writeRowGroup(rowCount: pendingCount)
    writtenCount += pendingCount
    pendingCount = 0
  }

  /// Writes what is left, and gives the file its name.
  func finish() throws -> ParquetReport {
    let (report, file) = try complete()
    try file.place()
    return report
  }

  /// Writes what is left. The file that is returned has yet to get its name.
  func complete() throws -> (report: ParquetReport, file: OutputFile) {
    if pendingCount > 0 { try writeRowGroup() }
    var report = ParquetReport()
    let output = try file.complete()
    (report.byteCount, report.checksum) = (output.byteCount, output.checksum)
    (report.rowCount, report.rowGroupCount) = (writtenCount, file.rowGroupCount)
    report.roundedCounts = dates.roundedCounts
    (report.clampedCounts, report.nulledCounts) = (dates.clampedCounts, dates.nulledCounts)
    return (report, output)
  }

  /// Removes the file.
  func discard() { file.discard() }
}
