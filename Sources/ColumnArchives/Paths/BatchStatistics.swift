internal import ArchiveBytes
internal import Foundation

/// The statistics of the columns of one batch at a time.
final class BatchStatistics {
  private let archive: ColumnArchive
  private let context: ReadContext
  private var batch: Int?
  private var directory: ColumnDirectory?
  /// The statistics of each entry of the directory; empty if the batch has none.
  private var statistics: [ColumnStatistics?] = []

  init(_ archive: ColumnArchive, _ context: ReadContext) {
    self.archive = archive
    self.context = context
  }

  /// Returns the statistics of the values at the end of a route in a batch, or `nil` if there are none.
  func find(_ route: ColumnRoute, in number: Int) throws -> PathStatistics? {
    if batch != number { try read(number) }
    guard let directory, !statistics.isEmpty else { return nil }
    var found = PathStatistics(count: archive.batches[number].count, missing: 0, bounds: nil)
    var entry = 0
    for turn in route.turns {
      switch turn {
      case .field(let position):
        if isMissing(entry, directory) { return found }
        guard kind(entry, directory) == .record else { return nil }
        entry = directory.entry(ofField: position, in: entry)
      case .allPresent, .optional:
        guard enterOptional(&entry, directory, &found) else { return nil }
      case .flattened, .elements, .present: return nil
      }
    }
    while !isMissing(entry, directory), kind(entry, directory) == .optional {
      guard enterOptional(&entry, directory, &found) else { return nil }
    }
    if !isMissing(entry, directory) {
      found.bounds = statistics[entry]
      found.isDate = kind(entry, directory) == .date
    }
    return found
  }

  private func kind(_ entry: Int, _ directory: ColumnDirectory) -> ColumnKind {
    context.schema[directory.entries[entry].node].kind
  }

  /// Returns whether a column is not stored because all optionals around it are missing.
  private func isMissing(_ entry: Int, _ directory: ColumnDirectory) -> Bool {
    directory.entries[entry].range.isEmpty && entry > 0
  }

  /// Goes from a column of optionals to that of their values, and counts the missing ones.
  ///
  /// - Returns: `false` if their number is unknown or wrong.
  private func enterOptional(_ entry: inout Int, _ directory: ColumnDirectory, _ found: inout PathStatistics)
    -> Bool
  {
    if isMissing(entry, directory) { return found.missing == found.count }
    guard case .missing(let missing) = statistics[entry], missing <= found.count - found.missing else {
      return false
    }
    found.missing += missing
    // The column of the values directly follows, even if it has no bytes.
    guard entry + 1 < directory.entries[entry].next else { return false }
    entry += 1
    return true
  }

  private func read(_ number: Int) throws {
    (batch, directory, statistics) = (number, nil, [])
    try unsafe archive.data.withUnsafeBytes { bytes in
      // Nothing made from the bytes outlives the call.
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      try locating([]) {
        if let run = archive.run {
          guard let found = try ColumnDirectory.readRun(try bytes.part(run), of: context.schema) else {
            return
          }
          (directory, statistics) = (found.0, found.1)
          return
        }
        let body = try archive.batches[number].open(
          in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
        guard let trailer = body.trailer else { return }
        let directory = try ColumnDirectory(trailer, columns: body.columnRange, in: context)
        statistics = try directory.readStatistics(of: context.schema)
        self.directory = directory.withoutStatistics
      }
    }
  }
}
