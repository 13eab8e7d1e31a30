import ColumnArchives
import Foundation
import ParquetExport
import StructCoding

/// Exports archives, several at the same time.
final class ExportRun: @unchecked Sendable {
  private let dataSet: DataSet
  private let limits: ArchiveLimits
  private let progress: Progress

  /// Guards everything below.
  private let lock = NSLock()
  private var waiting: [(source: ExportSource, version: ExportRecord.Version)] = []
  private var skippedCount = 0
  private var exportedCount = 0
  private var (rowCount, byteCount) = (0, 0)
  private var changedCounts: [String: [String: Int]] = [:]
  private var damagedFiles: [String] = []
  /// The number of archives that could not be exported.
  private(set) var failureCount = 0
  /// Why all of the work was stopped.
  private var trouble: Failure?
  private var (sourceCount, sourceByteCount, doneByteCount) = (0, 0, 0)

  /// - Parameter readsAll: Whether all files that are there already are read.
  init(
    _ dataSet: DataSet, _ sources: [ExportSource], _ limits: ArchiveLimits, _ progress: Progress,
    readsAll: Bool
  ) throws {
    (self.dataSet, self.limits, self.progress) = (dataSet, limits, progress)
    for source in sources {
      guard let version = ExportRecord.Version(source.path) else {
        fail("\(printable(source.path)): there is no such file.")
        continue
      }
      let presence = try dataSet.presence(of: source, version, readsAll: readsAll)
      if presence == .whole {
        skippedCount += 1
        continue
      }
      if case .damaged(let file) = presence { damagedFiles.append(file) }
      waiting.append((source, version))
      sourceByteCount += version.byteCount
    }
    // The largest are begun first, so that none is left when the others are done.
    waiting.sort { $0.version.byteCount < $1.version.byteCount }
    sourceCount = waiting.count
  }

  /// - Parameter jobs: How many archives are exported at the same time.
  func run(jobs: Int) throws {
    guard !waiting.isEmpty else { return }
    progress.during("exporting to \(dataSet.name)") {
      DispatchQueue.concurrentPerform(iterations: min(jobs, waiting.count)) { _ in
        while let next = lock.withLock({ trouble == nil ? waiting.popLast() : nil }) {
          export(next.source, next.version)
        }
      }
    }
    if let trouble { throw trouble }
  }

  private func export(_ source: ExportSource, _ version: ExportRecord.Version) {
    do {
      let report = try write(source, version)
      lock.withLock { add(report) }
    } catch let failure as Failure where failure.code == Failure.unreadable {
      fail(failure.message)
    } catch {
      let failure = error as? Failure ?? .trouble("\(dataSet.name): \(printable("\(error)"))")
      lock.withLock { trouble = trouble ?? failure }
    }
    let (fraction, note) = lock.withLock {
      doneByteCount += version.byteCount
      let done = exportedCount + failureCount
      return (
        Double(doneByteCount) / Double(max(sourceByteCount, 1)),
        "\(done) of \(counted(sourceCount, "archive"))"
      )
    }
    progress.update(fraction, note)
  }

  /// Exports an archive.
  ///
  /// - Throws: `Failure` with the code of unreadable archives if only this one is at fault.
  private func write(_ source: ExportSource, _ version: ExportRecord.Version) throws -> ParquetReport {
    let (name, archive) = try open(source)
    do {
      return try dataSet.write(archive, of: source, version)
    } catch let error as ArchiveError where ![.fileSystem, .stopped].contains(error.code) {
      throw Failure(message: "\(name): \(printable(words(for: error)))", code: Failure.unreadable)
    }
  }

  private func open(_ source: ExportSource) throws -> (name: String, ColumnArchive) {
    let name = printable(source.path)
    do {
      // The writer of a log may cut its last segment off, so that one is not mapped.
      let data =
        source.isOpen
        ? try Data(contentsOf: URL(fileURLWithPath: source.path)) : try InputFile(source.path).data
      let options = ColumnArchive.DecodingOptions(limits: limits, readsIncompleteFiles: source.isOpen)
      return (name, try ColumnArchive(data, options: options))
    } catch let failure as Failure {
      throw Failure(message: failure.message, code: Failure.unreadable)
    } catch let error as ArchiveError {
      throw Failure(message: "\(name): \(printable("\(error)"))", code: Failure.unreadable)
    } catch {
      throw Failure(
        message: "\(name): cannot be read (\(printable(error.localizedDescription))).",
        code: Failure.unreadable)
    }
  }

  private func fail(_ message: String) {
    lock.withLock { failureCount += 1 }
    progress.report(message)
  }

  private func add(_ report: ParquetReport) {
    exportedCount += 1
    rowCount += report.rowCount
    byteCount += report.byteCount
    for (change, counts) in [
      ("rounded", report.roundedCounts), ("out of range, moved into it", report.clampedCounts),
      ("out of range, left out", report.nulledCounts),
    ] {
      changedCounts[change, default: [:]].merge(counts, uniquingKeysWith: +)
    }
  }

  /// What was done, as a line.
  ///
  /// - Parameter otherCount: The number of files that are no column archives.
  func summary(skipped otherCount: Int) -> String {
    var texts = [
      "\(counted(exportedCount, "archive")) exported: \(counted(rowCount, "row")), \(counted(byteCount, "byte"))"
    ]
    if skippedCount > 0 { texts.append("\(counted(skippedCount, "archive")) there already") }
    if failureCount > 0 { texts.append("\(counted(failureCount, "archive")) not exported") }
    if otherCount > 0 { texts.append("\(counted(otherCount, "other file")) passed over") }
    return "\(dataSet.name): " + texts.joined(separator: "; ")
  }

  /// What could not be stored exactly, a line for each column.
  var losses: [String] {
    changedCounts.sorted { $0.key < $1.key }.flatMap { change, counts in
      counts.sorted { $0.key < $1.key }.map { column, count in
        "lost: \(printable(column)): \(counted(count, "date")) \(change)"
      }
    }
  }

  /// Which files were there already and are not what was written, a line for each.
  var damages: [String] {
    damagedFiles.map {
      "\(dataSet.name)/\(printable($0)): was damaged, and is written again from its archive"
    }
  }
}
