internal import ArchiveBytes
package import ArchiveFiles
public import ArchiveValues
public import ColumnArchives
public import Foundation

/// Reads a log, even while it is being written.
///
/// ```swift
/// let reader = ArchiveLogReader<Event>(in: folder)
/// try reader.forEachBatch(since: Event.path.time >= yesterday) { batch in
///   for event in try batch.elements() { print(event) }
/// }
/// for try await batch in reader.following() { try show(batch.elements()) }
/// ```
///
/// A reader needs no lock. It sees each element once, in the order in which they were appended, without gaps: at every
/// moment, the elements of all complete batches. An incomplete batch, which a writer is still writing or a stopped
/// program has left, is not visible yet. Such an end may be cut off when the log is opened again. Elements that were
/// read are never cut off, as long as the machine runs.
///
/// Elements are numbered from 0, in the order in which they were appended. Old segments may be deleted at any time,
/// even while they are being read; reading begins with the first element that exists.
///
/// Segments that older versions of the type have written are read like archives: fields by name, with their defaults
/// and upgrades.
///
/// Damage is thrown as an error with its place, or passed to `onDamage`. Reading then continues with the next good
/// batch:
///
/// - If a batch was changed after it was written, none of its elements is read.
/// - A damaged header hides no elements: the log has a copy.
/// - A damaged footer hides no elements.
/// - Elements missing between segments, a missing last segment, and a file that belongs to another log or is in the
///   wrong place are reported. Elements that a repair has set aside are not damage: see ``ArchiveLogGap``.
///
/// With a condition, a batch is skipped if its least and greatest values show that no element can match. In complete
/// segments, such batches are not even read, so damage inside them goes unnoticed.
public struct ArchiveLogReader<Element: ArchiveValue & Sendable>: Sendable {
  private let folder: URL
  private let options: ColumnArchive.DecodingOptions
  private let onGap: (@Sendable (ArchiveLogGap) throws -> Void)?
  private let calls: any FileCalls

  /// Creates a reader. Nothing is opened.
  ///
  /// - Parameters:
  ///   - folder: The folder of the log.
  ///   - options: How elements are read. The limits apply to a batch or a complete segment.
  ///   - onGap: Called with elements that a repair has set aside, when reading reaches them. Reading continues past them,
  ///     unless it throws.
  public init(
    in folder: URL, options: ColumnArchive.DecodingOptions = .init(),
    onGap: (@Sendable (ArchiveLogGap) throws -> Void)? = nil
  ) {
    (self.folder, self.options, self.onGap) = (folder, options, onGap)
    calls = SystemFileCalls()
  }

  /// - Parameter calls: The system calls, which tests replace.
  package init(in folder: URL, calls: any FileCalls) {
    (self.folder, self.calls, options, onGap) = (folder, calls, .init(), nil)
  }

  /// Calls `body` with each batch in turn, and returns after the last complete one.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. The batches before it are skipped, and so are the elements
  ///     before it in its batch.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  /// - Throws: ``ArchiveError``, located in a file of the log, and any error that a closure throws.
  public func forEachBatch(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil,
    _ body: (Batch) throws -> Void
  ) throws {
    var stream = try LogStream(reading(from: number, onDamage))
    while let batch = try stream.next() { try body(Batch(batch)) }
  }

  /// Returns the batches up to the last complete one.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. The batches before it are skipped, and so are the elements
  ///     before it in its batch.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  public func batches(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(from: number, onDamage), every: nil) { Batch($0) }
  }

  /// Returns the existing batches and all that a writer will append, until the task is cancelled.
  ///
  /// The folder must exist; the log need not.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. That element may not have been appended yet.
  ///   - interval: How often to look for new batches.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  public func following(
    from number: Int = 0, every interval: Duration = .milliseconds(100),
    onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(from: number, onDamage), every: interval) { Batch($0) }
  }

  func reading(from number: Int, _ onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)?) -> LogReading {
    var reading = LogReading(folder, options, calls)
    reading.header = { try SequenceFormat(of: Element.self).header }
    (reading.start, reading.onDamage, reading.onGap) = (number, onDamage, onGap)
    return reading
  }
}
