internal import ArchiveBytes
package import ArchiveFiles
public import ArchiveValues
public import ColumnArchives
public import Foundation

/// Reads a log, also while it is being written.
///
/// ```swift
/// let reader = ArchiveLogReader<Event>(in: folder)
/// try reader.forEachBatch(since: Event.path.time >= yesterday) { batch in
///   for event in try batch.elements() { print(event) }
/// }
/// for try await batch in reader.following() { try show(batch.elements()) }
/// ```
///
/// A reader needs no lock. It sees the elements in the order in which they were appended, each once, without gaps: at
/// every moment those of all complete batches. What a writer is still writing, or what a program left that was stopped,
/// is not yet there. Such an end may be cut off when the log is opened again; nothing that was read ever is, as long as
/// the machine runs.
///
/// Elements have the numbers in which they were appended, from 0. Old segments may be deleted at any time, even those
/// that are being read; reading begins with the first element that exists.
///
/// Segments that older versions of the type have written are read like archives: fields by name, with their defaults
/// and upgrades.
///
/// Damage is thrown as an error with its place, or passed to `onDamage`. Reading then goes on with the next good batch:
///
/// - Of a batch that was changed after it was written, no element is read.
/// - A damaged header hides nothing: the log has it once more.
/// - A damaged footer hides nothing.
/// - Elements that are missing between segments, a missing last segment, and a file that is not the log's own or not in its
///   place are reported. Elements that a repair has set aside are no damage: see ``ArchiveLogGap``.
///
/// With a condition, batches are passed over whose least and greatest values show that no element can match; of complete
/// segments, they are not even read. Damage inside them goes unnoticed then.
public struct ArchiveLogReader<Element: ArchiveValue & Sendable>: Sendable {
  private let folder: URL
  private let options: ColumnArchive.DecodingOptions
  private let onGap: (@Sendable (ArchiveLogGap) throws -> Void)?
  private let calls: any FileCalls

  /// Creates a reader. Nothing is opened.
  ///
  /// - Parameters:
  ///   - folder: The folder of the log.
  ///   - options: How elements are read. The limits are those of a batch, or of a complete segment.
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

  /// Calls `body` with each batch in turn, and returns after the last one that is complete.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. The batches before it are skipped, and of the batch that has
  ///     it, the elements before it are.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  /// - Throws: ``ArchiveError``, located in a file of the log, and what the closures throw.
  public func forEachBatch(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil,
    _ body: (Batch) throws -> Void
  ) throws {
    var stream = try LogStream(reading(from: number, onDamage))
    while let batch = try stream.next() { try body(Batch(batch)) }
  }

  /// Returns the batches, which end with the last one that is complete.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. The batches before it are skipped, and of the batch that has
  ///     it, the elements before it are.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  public func batches(
    from number: Int = 0, onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(from: number, onDamage), every: nil) { Batch($0) }
  }

  /// Returns the batches, and those that a writer will append, until the task is cancelled.
  ///
  /// The folder must exist; the log need not.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read. It may be that of an element that will be appended.
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
