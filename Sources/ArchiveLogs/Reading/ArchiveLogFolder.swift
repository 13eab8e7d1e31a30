internal import ArchiveBytes
public import ColumnArchives
public import Foundation

/// The folder of a log, without the type of its elements.
///
/// ```swift
/// let log = ArchiveLogFolder(url)
/// for segment in try log.segments { print(segment.date, segment.first, segment.count) }
/// ```
public struct ArchiveLogFolder: Sendable {
  /// The folder of the log.
  public let url: URL
  let options: ColumnArchive.DecodingOptions
  private let onGap: (@Sendable (ArchiveLogGap) throws -> Void)?

  /// Creates a reader of a log. Nothing is opened.
  ///
  /// - Parameter onGap: Called with elements that a repair has set aside, when reading reaches them. Reading continues past
  ///   them, unless it throws.
  public init(
    _ url: URL, options: ColumnArchive.DecodingOptions = .init(),
    onGap: (@Sendable (ArchiveLogGap) throws -> Void)? = nil
  ) {
    (self.url, self.options, self.onGap) = (url, options, onGap)
  }

  /// A batch of a log whose elements have any type.
  public struct Batch: Sendable {
    /// The file of its segment.
    public let segment: URL
    /// The number of the first element to read.
    public let first: Int
    /// The number of elements to read.
    public var count: Int { positions.count }
    /// The batch as an archive of its own.
    public let archive: ColumnArchive
    /// The positions in the archive of the elements to read: all positions, except in the batch where reading begins.
    public let positions: Range<Int>

    init(_ batch: LogBatch) {
      (segment, first, archive, positions) = (batch.segment, batch.first, batch.archive, batch.positions)
    }
  }

  /// Calls `body` with each batch in turn, and returns after the last complete one.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  /// - Throws: ``ArchiveError``, located in a file of the log, and any error that a closure throws.
  public func forEachBatch(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil,
    _ body: (Batch) throws -> Void
  ) throws {
    var stream = try LogStream(reading(number, onDamage))
    while let batch = try stream.next() { try body(Batch(batch)) }
  }

  /// Returns the batches up to the last complete one.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  public func batches(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(number, onDamage), every: nil) { Batch($0) }
  }

  /// Returns the existing batches and all that a writer will append, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read.
  ///   - interval: How often to look for new batches.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  public func following(
    from number: Int = 0, every interval: Duration = .milliseconds(100),
    onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(number, onDamage), every: interval) { Batch($0) }
  }

  private func reading(_ number: Int, _ onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)?)
    -> LogReading
  {
    var reading = LogReading(url, options)
    (reading.start, reading.onDamage, reading.onGap) = (number, onDamage, onGap)
    return reading
  }
}
