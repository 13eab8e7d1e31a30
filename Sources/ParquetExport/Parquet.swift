internal import ArchiveFiles
public import ArchiveValues
public import ColumnArchives
public import Foundation

/// Writes Parquet files, which engines such as DuckDB, Polars, Spark and ClickHouse read.
///
/// ```swift
/// try Parquet.write(sessions, to: url)
/// try Parquet.write(ColumnArchive(contentsOf: archive), to: url)
/// ```
///
/// Each element is a row, and each property a column. Structs become groups, arrays and sets become lists, dictionaries
/// become maps, and optionals become optional fields, to any depth. Values of enumerations without associated values
/// become the names of their cases, or their raw values. Other enumerations become groups with the case's name and an
/// optional group for each case. Dates become timestamps in UTC.
///
/// Classes and types that contain themselves cannot be stored in Parquet. They throw errors before anything is written.
/// A file gets its name when it is complete and on the disk.
///
/// Some values have no columns in archives. A `Decimal` becomes a decimal number if 38 digits are enough for all of the
/// column. `DateInterval`, `DateComponents`, `Measurement`, `NSRange`, points, sizes and rects become groups of their
/// parts. A `URL`, a `TimeZone` and a `Locale` become texts as they print. Everything else becomes JSON.
///
/// `archive export` of `Playground/ArchiveTool` writes many archives at a time to a folder, which engines read as one
/// table.
public enum Parquet {
  /// Writes values to a Parquet file.
  ///
  /// The columns have the types of the properties, such as integers of their widths.
  ///
  /// - Parameters:
  ///   - elements: The rows, which are iterated once. Memory is needed for one row group, and if the type has values
  ///     without columns, for a column archive of all rows.
  ///   - url: The file, which is replaced if it exists.
  /// - Returns: A report about the written file.
  /// - Throws: ``ArchiveError`` if values cannot be stored in Parquet or the file cannot be written. Then the file does
  ///   not exist, or is unchanged.
  /// - Complexity: Linear in the size of the values.
  @discardableResult
  public static func write<Elements: Sequence>(
    _ elements: Elements, to url: URL, options: ParquetOptions = ParquetOptions()
  ) throws -> ParquetReport where Elements.Element: ArchiveValue {
    let empty = try ColumnArchive(of: [Elements.Element]())
    guard try empty.withUntypedReader({ $0.schema.nodes.contains { $0.kind == .tree } }) else {
      let writer = try ParquetWriter<Elements.Element>(to: url, options: options)
      try writer.append(contentsOf: elements)
      return try writer.close()
    }
    // All values without columns are examined before the first is written.
    var (archives, part) = ([empty], [Elements.Element]())
    for element in elements {
      part.append(element)
      if part.count == ArchiveExporter.greatestPartCount {
        archives.append(try ColumnArchive(of: part))
        part.removeAll(keepingCapacity: true)
      }
    }
    archives.append(try ColumnArchive(of: part))
    return try write(archives, hint: Elements.Element.self, to: url, options)
  }

  /// Writes the elements of a column archive to a Parquet file, column by column, without creating values.
  ///
  /// An archive does not distinguish all types: integers are written with 64 bits. A single value is written as one
  /// row.
  ///
  /// - Throws: ``ArchiveError`` if the archive is damaged, part of it cannot be stored in Parquet, or the file cannot
  ///   be written. Then the file does not exist, or is unchanged.
  @discardableResult
  public static func write(
    _ archive: ColumnArchive, to url: URL, options: ParquetOptions = ParquetOptions()
  ) throws -> ParquetReport {
    try write([archive], hint: nil, to: url, options)
  }

  /// Writes the elements of a column archive to a Parquet file, with the types of an element's properties.
  ///
  /// - Parameter type: The type of the elements. Properties that the archive lacks are left out.
  /// - Returns: A report about the written file.
  /// - Throws: ``ArchiveError`` if the archive is damaged, part of it cannot be stored in Parquet, an integer does not
  ///   fit the type, or the file cannot be written. Then the file does not exist, or is unchanged.
  @discardableResult
  public static func write<Element: ArchiveValue>(
    _ archive: ColumnArchive, of type: Element.Type, to url: URL, options: ParquetOptions = ParquetOptions()
  ) throws -> ParquetReport {
    try write([archive], hint: type, to: url, options)
  }

  /// Removes the unfinished files of this process, which have no names yet. For a program that is about to end because
  /// of a signal.
  ///
  /// Writers of these files throw afterwards, and no other file can be begun. A program that ends in another way need
  /// not call it: a writer removes its file when it is deallocated.
  public static func removeUnfinishedFiles() {
    let calls = SystemFileCalls()
    UnfinishedFiles.shared.stop { path in try? calls.remove(path) }
  }

  /// Returns the checksum CRC-32C of a file's bytes. If it differs from the ``ParquetReport/checksum`` of the written
  /// file, the file has changed since.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read.
  /// - Complexity: Linear in the size of the file. A small part of it is in memory at a time.
  public static func checksum(of url: URL) throws -> UInt32 {
    let file = try OpenFile(url.path, .read, SystemFileCalls())
    var checksum: UInt32 = 0
    try file.forEachPiece(of: 0..<file.size) { checksum = CRC32C.checksum(of: $0, continuing: checksum) }
    return checksum
  }

  private static func write(
    _ archives: [ColumnArchive], hint type: (any ArchiveValue.Type)?, to url: URL, _ options: ParquetOptions
  ) throws -> ParquetReport {
    let exporter = try ArchiveExporter(archives, of: type, to: url, options)
    do {
      for archive in archives { try exporter.append(archive) }
      return try exporter.finish()
    } catch {
      exporter.discard()
      throw error
    }
  }
}
