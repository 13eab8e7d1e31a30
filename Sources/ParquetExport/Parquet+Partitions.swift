internal import ArchiveBytes
internal import ArchiveFiles
internal import ArchiveValues
public import ColumnArchives
public import Foundation

/// A file of a data set.
public struct ParquetPart: Sendable, Hashable {
  /// The path in the folder of the data set, such as `day=2026-11-22/part-0.parquet`.
  public let path: String
  /// What was written to it.
  public let report: ParquetReport
}

extension Parquet {
  /// Writes the elements of a column archive to a partitioned data set: a folder with a folder for each partition.
  ///
  /// ```swift
  /// let byDay = ParquetPartitioning("day(startTime)")!
  /// try Parquet.write(ColumnArchive(contentsOf: archive), partitionedBy: byDay, to: folder)
  /// // folder/day=2026-11-22/part-0.parquet, folder/day=2026-11-23/part-0.parquet
  /// ```
  ///
  /// Engines read all files below the folder as one table, and show the key of the partitioning as a column. A property
  /// whose values are the partitions, and whose name is the key, is left out of the files, as engines do it. Missing
  /// values and empty strings are in the folder `__HIVE_DEFAULT_PARTITION__`, which engines read as missing. Characters
  /// that paths do not have are escaped as in `%2F`. Dates are divided in UTC.
  ///
  /// Partitions are written one after the other, so memory is needed for one row group. The archive is read once for
  /// each partition, but batches without its rows are not. All files get their names when the last one is complete; if an
  /// error is thrown before, none does.
  ///
  /// - Parameters:
  ///   - name: The name of the file in each partition, without `.parquet`. Archives of one data set need different names;
  ///     files with the name are replaced.
  ///   - folder: The folder of the data set, which is created if it does not exist.
  /// - Returns: The files, in the order of their first rows; none for an archive without elements.
  /// - Throws: ``ArchiveError`` if the archive is damaged, something in it has no form in Parquet, there is no such
  ///   property or its values are not single ones, the key is the name of another property, there are more than 10,000
  ///   partitions, or a file cannot be written.
  @discardableResult
  public static func write(
    _ archive: ColumnArchive, partitionedBy partitioning: ParquetPartitioning, named name: String = "part-0",
    to folder: URL, options: ParquetOptions = ParquetOptions()
  ) throws -> [ParquetPart] {
    try write(archive, partitioning, name, to: folder, options, SystemFileCalls())
  }

  /// - Parameter calls: The system calls, which tests replace.
  static func write(
    _ archive: ColumnArchive, _ partitioning: ParquetPartitioning, _ name: String, to folder: URL,
    _ options: ParquetOptions, _ calls: any FileCalls
  ) throws -> [ParquetPart] {
    let omitted = try omittedField(of: archive, partitioning, options)
    let partitions = try PartitionScan(archive, partitioning, options).partitions
    guard !partitions.isEmpty else { return [] }
    var trees = TreeScan()
    try trees.look(at: archive)
    try calls.createFolder(folder.path)
    try calls.createFolders(partitions.map(\.name), in: folder.path)
    var (parts, files) = ([ParquetPart](), [OutputFile]())
    for partition in partitions {
      let url = folder.appendingPathComponent(partition.name, isDirectory: true)
        .appendingPathComponent("\(name).parquet")
      let exporter = try ArchiveExporter(archive, trees, omitting: omitted, to: url, options, calls)
      do {
        try exporter.append(archive, rows: partition.rows)
        let (report, file) = try exporter.complete()
        parts.append(ParquetPart(path: "\(partition.name)/\(name).parquet", report: report))
        files.append(file)
      } catch {
        exporter.discard()
        throw error
      }
    }
    for file in files { try file.place() }
    return parts
  }

  /// Returns the property that the files do not have, because its values are the partitions.
  ///
  /// - Throws: ``ArchiveError`` if the key is the name of a property that stays in the files: engines would show one of
  ///   the two. They compare names without case.
  private static func omittedField(
    of archive: ColumnArchive, _ partitioning: ParquetPartitioning, _ options: ParquetOptions
  ) throws -> String? {
    let root = try archive.withExportReader { $0.schema[$0.schema.root] }
    let key = partitioning.key
    if let name = options.constants.keys.first(where: { $0.lowercased() == key.lowercased() }) {
      throw ArchiveError(
        .unsupported, expected: "a key that is not the name of a column", found: name,
        advice: "Give the partitions another key, or the column that is added another name.")
    }
    if partitioning.period == nil, partitioning.path == [key] {
      let others = root.names.filter { $0 != key && $0 != ArchiveSchema.versionKey }
      guard others.isEmpty, root.names.contains(key) else { return key }
      throw ArchiveError(
        .unsupported, expected: "properties that are not partitions", found: "only \(key)",
        advice: "Write partition=\(key), so that \(key) stays in the files.")
    }
    guard root.kind == .record || root.kind == .rawRecord,
      let other = root.names.first(where: { $0.lowercased() == key.lowercased() })
    else { return nil }
    throw ArchiveError(
      .unsupported, expected: "a key that is not the name of a property", found: other,
      advice: "Give the partitions another key, as in partition=\(partitioning).")
  }
}

extension FileCalls {
  /// Creates the folders with some names in a folder, if they do not exist, and waits until they are on the disk.
  ///
  /// - Throws: ``ArchiveError`` if the disk takes two names for the same, such as those that differ in case: one
  ///   partition would replace the other.
  fileprivate func createFolders(_ names: [String], in folder: String) throws {
    for name in names {
      let path = "\(folder)/\(name)"
      do {
        try completing(path) { () throws(FileCallFailure) in try makeFolder(path) }
      } catch let error as ArchiveError where error.systemCode == EEXIST {
        // It was there, or another process has made it.
      }
    }
    let there = try completing(folder) { () throws(FileCallFailure) in try self.names(in: folder) }
    let known = Set(there.map { Array($0.utf8) })
    if let name = names.first(where: { !known.contains(Array($0.utf8)) }) {
      throw ArchiveError(
        .unsupported, expected: "a disk that takes names for different which differ in case",
        found: "another",
        advice: "\(name) is the folder of another partition there. Partition by another property."
      ).in(folder)
    }
    try syncFolder(folder)
  }
}
