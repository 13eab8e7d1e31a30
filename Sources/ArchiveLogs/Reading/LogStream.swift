internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Which batches of a log to read, and how.
struct LogReading: Sendable {
  let folder: LogFolder
  let options: ColumnArchive.DecodingOptions
  /// The number of the first element to read.
  var start = 0
  /// The header of the type's own segments.
  var header: @Sendable () throws -> Data? = { nil }
  /// The condition on the first batch to read.
  var beginning: LogFilter?
  /// The condition on the batches to read.
  var filter: LogFilter?
  /// What to do with damage; `nil` to throw it.
  var onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)?
  /// Called with the elements that a repair has set aside.
  var onGap: (@Sendable (ArchiveLogGap) throws -> Void)?

  init(_ url: URL, _ options: ColumnArchive.DecodingOptions, _ calls: any FileCalls = SystemFileCalls()) {
    folder = LogFolder(url, calls)
    self.options = options
  }
}

/// A condition on elements.
struct LogFilter: Sendable {
  /// The positions in the archive of those elements to read for which it holds.
  let matches: @Sendable (LogBatch) throws -> [Int]
  /// The batches of an archive for which it may hold, by the archive's statistics.
  let candidates: @Sendable (ColumnArchive) -> [Range<Int>]
}

/// The batches of a complete segment that may be read, in order.
struct LogCandidates: Sendable {
  /// The batches with which reading may begin; `nil` for all.
  let beginning: [Range<Int>]?
  /// The batches to read once it has begun; `nil` for all.
  let others: [Range<Int>]?

  init(_ archive: ColumnArchive, _ reading: LogReading, hasBegun: Bool) {
    beginning = hasBegun ? nil : reading.beginning?.candidates(archive)
    others = reading.filter?.candidates(archive)
  }

  /// Returns the next adjacent candidates in a range of batches.
  func next(in batches: Range<Int>, hasBegun: Bool) -> Range<Int>? {
    guard let ranges = hasBegun ? others : beginning else { return batches }
    let first = ranges.indices.partitioningIndex { ranges[$0].upperBound > batches.lowerBound }
    return first < ranges.count ? ranges[first].clamped(to: batches) : nil
  }
}

/// The batches of a log that match a reading, one at a time.
struct LogStream: Sendable {
  private let reading: LogReading
  private var cursor: LogCursor
  private var hasBegun: Bool

  init(_ reading: LogReading) throws {
    self.reading = reading
    cursor = LogCursor(reading, header: try reading.header())
    hasBegun = reading.beginning == nil
  }

  /// Returns the next batch; `nil` if none is available yet.
  mutating func next() throws -> LogBatch? {
    while true {
      switch try cursor.next(hasBegun: hasBegun) {
      case .batch(var batch):
        // A batch's errors are thrown when its elements are read.
        if !hasBegun { hasBegun = (try? reading.beginning?.matches(batch))?.isEmpty != true }
        guard hasBegun else { continue }
        batch.matches = reading.filter.map { filter in Result { try filter.matches(batch) } }
        if case .success(let found)? = batch.matches, found.isEmpty { continue }
        return batch
      case .gap(let gap): try reading.onGap?(gap)
      case .damage(let damage):
        guard let onDamage = reading.onDamage else { throw damage.error }
        try onDamage(damage)
      case nil: return nil
      }
    }
  }
}
