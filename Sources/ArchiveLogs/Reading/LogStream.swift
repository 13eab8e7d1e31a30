internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// What is read of a log.
struct LogReading: Sendable {
  let folder: LogFolder
  let options: ColumnArchive.DecodingOptions
  /// The number of the first element to read.
  var start = 0
  /// The header of the type's own segments.
  var header: @Sendable () throws -> Data? = { nil }
  /// Whether a batch may be the first to read.
  var mayBegin: (@Sendable (ColumnArchive) -> Bool)?
  /// Whether a batch may have elements to read.
  var mayHold: (@Sendable (ColumnArchive) -> Bool)?
  /// What to do with damage; `nil` to throw it.
  var onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)?
  /// Is told of elements that a repair has set aside.
  var onGap: (@Sendable (ArchiveLogGap) throws -> Void)?

  init(_ url: URL, _ options: ColumnArchive.DecodingOptions, _ calls: any FileCalls = SystemFileCalls()) {
    folder = LogFolder(url, calls)
    self.options = options
  }
}

/// The batches of a log that are to be read, one at a time.
struct LogStream: Sendable {
  private let reading: LogReading
  private var cursor: LogCursor
  private var hasBegun: Bool

  init(_ reading: LogReading) throws {
    self.reading = reading
    cursor = LogCursor(
      reading.folder, from: max(reading.start, 0), header: try reading.header(), reading.options)
    hasBegun = reading.mayBegin == nil
  }

  /// Returns the next batch; `nil` if there is none at present.
  mutating func next() throws -> LogBatch? {
    while true {
      var hasBegun = hasBegun
      let part = try cursor.next { [reading] archive in
        if !hasBegun { hasBegun = reading.mayBegin?(archive) ?? true }
        return hasBegun && reading.mayHold?(archive) ?? true
      } _: { [reading] run in
        // Where reading begins, only a batch tells.
        hasBegun ? reading.mayHold?(run) ?? true : reading.mayBegin?(run) ?? true
      }
      self.hasBegun = hasBegun
      switch part {
      case .batch(let batch): return batch
      case .gap(let gap): try reading.onGap?(gap)
      case .damage(let damage):
        guard let onDamage = reading.onDamage else { throw damage.error }
        try onDamage(damage)
      case nil: return nil
      }
    }
  }
}
