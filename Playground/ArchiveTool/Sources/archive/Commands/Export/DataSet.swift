import ColumnArchives
import Foundation
import ParquetExport

/// The folder of a data set: its Parquet files, and in `_exported`, which engines pass over, a record of each archive
/// that is complete.
///
/// A record is written when the file of its archive has its name and is on the disk. The name of the file follows from the
/// archive's, so an archive that was stopped in the middle, or has changed, replaces its own.
final class DataSet: @unchecked Sendable {
  let name: String
  let options: ParquetOptions
  private let url: URL
  /// The records that were there at the beginning, by the names of their archives' files, since equal strings may be
  /// different names. Not changed afterwards.
  private var records: [String: ExportRecord] = [:]
  /// Held while a record is written, and for good once the data set is abandoned.
  private let gate = NSLock()
  /// Holds the lock while it is open.
  private var lock: FileHandle?

  private var recordFolder: URL { url.appendingPathComponent("_exported", isDirectory: true) }

  /// Opens or creates a data set, and removes what an earlier export left incomplete.
  init(_ path: String, _ options: ParquetOptions) throws {
    name = path.isEmpty ? "the folder without a name" : printable(path)
    url = URL(fileURLWithPath: path, isDirectory: true)
    self.options = options
    try attempt {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
        throw Failure.trouble("\(name): this is a file. An export writes a folder.")
      }
      try FileManager.default.createDirectory(at: recordFolder, withIntermediateDirectories: true)
      try takeLock()
      try readRecords()
      try removeIncompleteFiles()
      // The names of the folders themselves are to be on the disk before a record is.
      for folder in [url, url.deletingLastPathComponent()] { try? Self.sync(folder) }
    }
  }

  /// Runs `body`, and reports its errors as errors of the folder.
  private func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.trouble("\(name): cannot be written (\(printable(error.localizedDescription))).")
    }
  }

  private func takeLock() throws {
    let url = recordFolder.appendingPathComponent("lock")
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure.trouble("\(name): another export is writing this folder.")
    }
  }

  // MARK: What is there

  private func readRecords() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: recordFolder.path) {
      let url = recordFolder.appendingPathComponent(file)
      if Self.isIncomplete(file) { try FileManager.default.removeItem(at: url) }
      guard file.hasSuffix(".json"), !file.hasPrefix("."),
        // What is no record is written again with its archive.
        let record = try? JSONDecoder().decode(ExportRecord.self, from: Data(contentsOf: url))
      else { continue }
      guard record.settings == settings else {
        throw Failure.trouble(
          "\(name): was exported with other options: \(printable(record.settings)). Use them, or another folder."
        )
      }
      records[ExportRecord.fileName(of: record.archive)] = record
    }
  }

  /// What all files of a data set have in common, so that engines read them as one table.
  private var settings: String {
    var texts: [String] = []
    let dates = ExportDates.allCases.first { $0.value == options.dates }
    texts.append("--dates \(dates?.rawValue ?? "")")
    // Others have columns of dates that may be missing.
    let outOfRange = ExportDatesOutOfRange.allCases.first { $0.value == options.datesOutOfRange }
    if let outOfRange, outOfRange != .refuse { texts.append("--dates-out-of-range \(outOfRange.rawValue)") }
    if options.uuids == .text { texts.append("--uuids text") }
    for name in options.constants.keys { texts.append("--with-source \(name)") }
    return texts.joined(separator: " ")
  }

  private func removeIncompleteFiles() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: url.path) where Self.isIncomplete(file) {
      try FileManager.default.removeItem(at: url.appendingPathComponent(file))
    }
  }

  /// Whether a file was left by an export that was stopped.
  private static func isIncomplete(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".part") else { return false }
    return name.contains(".parquet.") || name.contains(".json.")
  }

  private func record(of source: ExportSource) -> ExportRecord? {
    records[ExportRecord.fileName(of: source.identity)]
  }

  /// Throws if an archive of the same name is in the data set that came from another place: its rows would be replaced,
  /// or these be skipped. Nothing has been written then.
  func checkPlaces(of sources: [ExportSource]) throws {
    let clashes = sources.filter { source in
      record(of: source).map { !$0.path.utf8.elementsEqual(source.place.utf8) } ?? false
    }
    guard let first = clashes.first, let other = record(of: first)?.path else { return }
    let others = clashes.count > 1 ? ", and so for \(counted(clashes.count - 1, "other archive"))" : ""
    throw Failure.trouble(
      """
      \(name): has “\(printable(first.identity))” from \(printable(other)) already, and not from \
      \(printable(first.place))\(others). Say where each comes from: --source NAME. If the archives were moved, \
      --replace takes the place of the old ones.
      """)
  }

  /// How much of an archive is in the data set as it is now.
  enum Presence: Equatable {
    case whole, missing
    /// This file is not what was written.
    case damaged(String)
  }

  /// Returns how much of an archive is in the data set.
  ///
  /// - Parameter readsAll: Whether the file is read even if it was not touched since it was written.
  func presence(of source: ExportSource, _ version: ExportRecord.Version, readsAll: Bool) throws -> Presence {
    guard var record = record(of: source), record.version == version else { return .missing }
    let url = url.appendingPathComponent(record.file.name)
    guard let status = Self.status(of: url) else { return .missing }
    let (touched, isSameSize) = (ExportRecord.Touched(status), Int(status.st_size) == record.file.byteCount)
    if !readsAll, isSameSize, touched == record.file.touched { return .whole }
    // What cannot be read is damaged as well.
    guard isSameSize, (try? Parquet.checksum(of: url)) == record.file.checksum else {
      return .damaged(record.file.name)
    }
    // A copy of the data set, for one, is not read again each time.
    if touched != record.file.touched {
      record.file.touched = touched
      try attempt { try write(record) }
    }
    return .whole
  }

  private static func status(of url: URL) -> stat? {
    var status = stat()
    return stat(url.path, &status) == 0 ? status : nil
  }

  // MARK: Writing

  /// Writes the file of an archive, and then its record.
  func write(_ archive: ColumnArchive, of source: ExportSource, _ version: ExportRecord.Version) throws
    -> ParquetReport
  {
    do {
      let file = "\(ExportRecord.fileName(of: source.identity)).parquet"
      let url = url.appendingPathComponent(file)
      let report = try Parquet.write(archive, to: url, options: options)
      try attempt {
        guard let status = Self.status(of: url) else {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try write(
          ExportRecord(
            archive: source.identity, path: source.place, version: version, settings: settings,
            file: .init(
              name: file, rowCount: report.rowCount, byteCount: report.byteCount, checksum: report.checksum,
              touched: .init(status))))
      }
      return report
    } catch {
      // Writers of an abandoned data set fail. They wait here, so that the signal ends the program, and not their errors.
      gate.withLock {}
      throw error
    }
  }

  private func write(_ record: ExportRecord) throws {
    let name = "\(ExportRecord.fileName(of: record.archive)).json"
    gate.lock()
    defer { gate.unlock() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let temporary = recordFolder.appendingPathComponent(".\(name).\(UUID().uuidString).part")
    defer { unlink(temporary.path) }
    try encoder.encode(record).write(to: temporary)
    try Self.sync(temporary)
    guard rename(temporary.path, recordFolder.appendingPathComponent(name).path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    try Self.sync(recordFolder)
  }

  /// Removes what is incomplete, before a signal ends the program. Nothing can be written afterwards.
  func abandon() {
    // A record that is being written is completed before.
    gate.lock()
    Parquet.removeUnfinishedFiles()
  }

  /// Waits until a file, or the names in a folder, are on the disk.
  private static func sync(_ url: URL) throws {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
