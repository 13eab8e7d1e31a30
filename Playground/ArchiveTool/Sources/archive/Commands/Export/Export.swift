import ArgumentParser
import Foundation
import ParquetExport
import StructCoding

/// `archive export`: writes column archives as a data set that engines read.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes column archives as Parquet files for DuckDB, Polars, Spark and ClickHouse.",
    usage: "archive export <dir-or-files> … <out> --to <to> [<options>]",
    discussion: """
      Takes files, and folders with everything in them: each column archive becomes a Parquet file of the data set \
      OUT. In a folder, files that begin like a column archive or end in .column are taken. The folder of a log is \
      taken as it is, with the complete batches of the segment that is being written. Other archives are not taken: \
      convert them first, with archive convert.

      One archive with a date that has no place in Parquet, such as NaN, is not exported, unless --dates-out-of-range \
      says otherwise: null leaves out NaN and the dates before the year 1 or after 9999 (1677 and 2262 in nanoseconds), \
      clamp writes the first or the last one instead, and null for NaN. The changed dates of each column are counted.

      Archives that are in OUT already, and did not change since, are skipped, so an export that was stopped goes on. \
      An archive is known by its path below the folder that is given, or by its name if the file is given; OUT/_exported \
      says what is complete, and where it was. Archives of one name from two places are an error, before anything is \
      written: --source web1 says where they come from, and --replace that they were moved. --with-source server adds a \
      column server with web1. Files appear under their names only when they are complete; a stopped export removes the \
      others. A file that is damaged is written again: those that were touched since are looked at, or all with \
      --checksums. An archive that cannot be read is reported, and the others are exported; so is a folder.

      Examples:
        archive export sessions.column --to parquet tables
        archive export /var/log/sessions --to parquet tables
        archive export /mnt/web1/sessions --source web1 --with-source server --to parquet tables
        archive export archives --to parquet tables --compression gzip --row-group 65536
      """)

  @Argument(
    help: ArgumentHelp(
      "The archives and folders to read, and last the folder to write.", valueName: "dir-or-files> … <out"),
    completion: .file())
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "Where the archives come from, such as the name of a server: their names in the data set begin with it.",
      valueName: "name"))
  var source: String?

  @Option(
    help: ArgumentHelp("Add a column of this name that has what --source says.", valueName: "name"))
  var withSource: String?

  @Flag(help: "Replace archives of the same names that came from another place.")
  var replace = false

  @Option(name: .shortAndLong, help: "The format to write: parquet.")
  var to: ExportFormat

  @Option(help: ArgumentHelp("The greatest number of rows in a row group.", valueName: "rows"))
  var rowGroup = ParquetOptions().rowGroupSize

  @Option(help: "How pages are compressed: none, snappy or gzip.")
  var compression = ExportCompression.snappy

  @Option(help: "How dates are stored: microseconds, nanoseconds, or the exact seconds since 2001.")
  var dates = ExportDates.microseconds

  @Option(
    help:
      "What becomes of dates that are out of range: null, clamp or refuse. NaN is, and what many engines cannot show."
  )
  var datesOutOfRange = ExportDatesOutOfRange.refuse

  @Option(help: "How UUIDs are stored: bytes, or text for Spark, which does not read the others.")
  var uuids = ExportUUIDs.bytes

  @Flag(
    help:
      "Read all files that are there already, and write those again that are damaged, however they came to be."
  )
  var checksums = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many archives are exported at the same time; each needs memory for a row group. By default as many as there are cores.",
      valueName: "number"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    guard paths.count > 1 else {
      throw ValidationError("Two paths are needed: what to export, and last the folder to write.")
    }
    if let source, source.isEmpty || source.hasPrefix("/") || source.contains("\0") {
      throw ValidationError("--source is a name, such as that of a server.")
    }
    if let withSource, source == nil || withSource.isEmpty {
      throw ValidationError("--with-source is the name of a column for what --source says.")
    }
    guard rowGroup > 0 else { throw ValidationError("--row-group is at least 1.") }
    guard jobs > 0 else { throw ValidationError("--jobs is at least 1.") }
  }

  /// How each file is written.
  private var options: ParquetOptions {
    ParquetOptions(
      rowGroupSize: rowGroup, compression: compression.value, dates: dates.value,
      datesOutOfRange: datesOutOfRange.value, uuids: uuids.value, constants: constants)
  }

  private var constants: [String: String] {
    guard let withSource, let source else { return [:] }
    return [withSource: source]
  }

  func run() throws {
    let output = paths[paths.count - 1]
    let sources = try ExportSources(paths.dropLast(), except: output, from: source)
    let dataSet = try DataSet(output, options)
    if !replace { try dataSet.checkPlaces(of: sources.archives) }
    Interruption.prepare { dataSet.abandon() }
    let run = try ExportRun(
      dataSet, sources.archives, limits.limits, progress.shown, readsAll: checksums)
    try run.run(jobs: jobs)
    print(run.summary(skipped: sources.otherCount))
    for line in run.damages + run.losses + sources.failures { Terminal.report(line) }
    if run.failureCount > 0 || !sources.failures.isEmpty { throw ExitCode(Failure.unreadable) }
  }
}

/// The formats of data sets.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case parquet
}

enum ExportCompression: String, ExpressibleByArgument, CaseIterable {
  case none, snappy, gzip

  var value: ParquetCompression {
    switch self {
    case .none: .none
    case .snappy: .snappy
    case .gzip: .gzip
    }
  }
}

enum ExportUUIDs: String, ExpressibleByArgument, CaseIterable {
  case bytes, text

  var value: ParquetOptions.UUIDs {
    switch self {
    case .bytes: .bytes
    case .text: .text
    }
  }
}

enum ExportDatesOutOfRange: String, ExpressibleByArgument, CaseIterable {
  case null, clamp, refuse

  var value: ParquetOptions.DatesOutOfRange {
    switch self {
    case .null: .null
    case .clamp: .clamp
    case .refuse: .refuse
    }
  }
}

enum ExportDates: String, ExpressibleByArgument, CaseIterable {
  case microseconds, nanoseconds, seconds

  var value: ParquetOptions.Dates {
    switch self {
    case .microseconds: .microseconds
    case .nanoseconds: .nanoseconds
    case .seconds: .secondsSince2001
    }
  }
}
