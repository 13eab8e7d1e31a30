import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import Foundation
import ParquetExport
import StructCoding

// Doors whose bytes are in files. The files are in memory, where the system has a folder for that.

/// A folder of this process, which is removed at its end.
let folder: URL = {
  let folder = folderOfProcess()
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  atexit { try? FileManager.default.removeItem(at: folderOfProcess()) }
  return folder
}()

private func folderOfProcess() -> URL {
  let memory = URL(fileURLWithPath: "/dev/shm")
  let parent =
    FileManager.default.fileExists(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
  return parent.appendingPathComponent("structcoding-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
}

extension FuzzTarget {
  /// A segment of a log: it is read, verified and repaired. With an odd first byte, checksums are made right first, so
  /// that changed bytes get to the code behind them.
  static let logs = FuzzTarget(
    name: "logs", about: "segments of logs: reading, verification, repair and recovery",
    tokens: Tokens.columns,
    seeds: {
      let archive = try ColumnArchive.encode(
        Model.samples(9, of: SmallEvent.self), options: .init(batchSize: 2))
      let segment = try LogSegments.segment(0).data
      return [
        Data([0]) + archive, Data([1]) + archive, Data([1]) + archive.dropLast(20), Data([1]) + segment,
        Data([1]) + segment.dropLast(20),
      ]
    },
    run: { input in
      guard let first = input.first else { return }
      var data = Data(input.dropFirst())
      if first & 1 == 1 { Checksums.repair(&data) }
      do {
        try readLog(data)
      } catch is ArchiveError {
        return
      }
    })

  private static func readLog(_ data: Data) throws {
    let log = folder.appendingPathComponent("log")
    try? FileManager.default.removeItem(at: log)
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
    try data.write(to: log.appendingPathComponent("20261123T005040.123456Z-0000000000000000.column"))
    let options = ColumnArchive.DecodingOptions(limits: Model.Road.limits)
    let reader = ArchiveLogFolder(log, options: options)
    let before = try reader.verify()
    let found = try attempt { try batches(of: reader) } ?? []
    let isIgnored: @Sendable (ArchiveLogDamage) throws -> Void = { _ in }
    try attempt {
      let reader = ArchiveLogReader<SmallEvent>(in: log, options: options)
      try reader.forEachBatch(
        onDamage: isIgnored,
        { batch in
          let elements = try attempt { try batch.elements() }
          if let elements, elements.count != batch.count {
            throw Finding("\(elements.count) elements in a batch of \(batch.count)")
          }
        })
    }
    let repair = try reader.repair()
    let after = try reader.verify()
    guard after.damage.count == repair.remaining.count else {
      throw Finding(
        "\(repair.remaining.count) damages remain, and \(after.damage.count) are found: \(after.damage)")
    }
    guard repair.remaining.isEmpty else { return }
    // What was complete is still there, and can be read.
    let (old, new) = (before.segments.flatMap(\.batches), after.segments.flatMap(\.batches))
    guard old == new else { throw Finding("batches \(old) became \(new)") }
    let kept = try batches(of: reader)
    guard kept == new else { throw Finding("a reader finds \(kept) of \(new)") }
    guard found.allSatisfy(new.contains) else {
      throw Finding("a reader found \(found), and \(new) are kept")
    }
  }

  /// The numbers of the elements of each batch that a reader finds.
  private static func batches(of reader: ArchiveLogFolder) throws -> [Range<Int>] {
    var found: [Range<Int>] = []
    try reader.forEachBatch(onDamage: { _ in }, { found.append($0.first..<$0.first + $0.count) })
    return found
  }

  /// Column archives, written as Parquet files.
  static let parquet = FuzzTarget(
    name: "parquet", about: "column archives, exported as Parquet files", tokens: Tokens.columns,
    seeds: { try Model.seeds(Model.values, .columns).map { $0.dropFirst() }.map { Data([3]) + $0 } },
    run: { input in
      guard let first = input.first else { return }
      let archive: ColumnArchive
      let file = folder.appendingPathComponent("rows.parquet")
      let report: ParquetReport
      do {
        archive = try ColumnArchive(
          input.dropFirst(), options: .init(limits: Model.Road.limits, verifiesChecksums: false))
        report = try Parquet.write(
          archive, to: file,
          options: ParquetOptions(
            rowGroupSize: 1 + Int(first) % 50, compression: first & 64 == 0 ? .snappy : .none,
            dates: first & 128 == 0 ? .secondsSince2001 : .microseconds))
      } catch is ArchiveError {
        return
      }
      let rows = archive.isSequence ? archive.count : 1
      guard report.rowCount == rows else { throw Finding("\(report.rowCount) of \(rows) rows") }
      let bytes = try Data(contentsOf: file)
      let footer = bytes.dropLast(4).suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count == report.byteCount, bytes.starts(with: Data("PAR1".utf8)),
        bytes.suffix(4) == Data("PAR1".utf8), footer <= bytes.count - 12
      else { throw Finding("no Parquet file of \(report.byteCount) bytes") }
    })
}
