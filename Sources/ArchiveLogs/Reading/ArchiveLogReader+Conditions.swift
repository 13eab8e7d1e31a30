internal import ArchiveBytes
public import ArchiveValues
internal import ColumnArchives

// A complete segment stores its least and greatest values, so a condition is answered without reading most of the log.

extension ArchiveLogReader where Element: ArchiveRecord {
  /// Calls `body` with each batch that has elements for which a condition holds. The batch's ``Batch/elements()``
  /// returns only these elements.
  ///
  /// The result is the same as with the comparison in a closure, with one exception: fields of older segments are
  /// compared as they were stored, and not as `upgrade` changes them. In segments that lack a field of the condition,
  /// elements are compared as they are read, with the field's default; all batches of these segments are read.
  ///
  /// - Parameters:
  ///   - number: The number of the first element to read.
  ///   - beginning: The condition with which reading begins, such as `Event.path.time >= date`. All elements of the
  ///     first matching batch and of the batches after it are read.
  ///   - condition: The condition for the elements to read; `nil` for all.
  ///   - onDamage: What to do with damage; `nil` to throw it.
  /// - Throws: ``ArchiveError``, located in a file of the log, and any error that a closure throws.
  public func forEachBatch(
    from number: Int = 0, since beginning: ArchiveCondition<Element>? = nil,
    where condition: ArchiveCondition<Element>? = nil,
    onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil, _ body: (Batch) throws -> Void
  ) throws {
    var stream = try LogStream(reading(from: number, beginning, condition, onDamage))
    while let batch = try stream.next() { try body(Batch(batch)) }
  }

  /// Returns the batches that ``forEachBatch(from:since:where:onDamage:_:)`` reads.
  public func batches(
    from number: Int = 0, since beginning: ArchiveCondition<Element>? = nil,
    where condition: ArchiveCondition<Element>? = nil,
    onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(from: number, beginning, condition, onDamage), every: nil) { Batch($0) }
  }

  /// Returns the batches that ``forEachBatch(from:since:where:onDamage:_:)`` reads, including batches that a writer will
  /// append, until the task is cancelled.
  ///
  /// - Parameter interval: How often to look for new batches.
  public func following(
    from number: Int = 0, since beginning: ArchiveCondition<Element>? = nil,
    where condition: ArchiveCondition<Element>? = nil, every interval: Duration = .milliseconds(100),
    onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)? = nil
  ) -> ArchiveLogBatches<Batch> {
    ArchiveLogBatches(reading(from: number, beginning, condition, onDamage), every: interval) { Batch($0) }
  }

  private func reading(
    from number: Int, _ beginning: ArchiveCondition<Element>?, _ condition: ArchiveCondition<Element>?,
    _ onDamage: (@Sendable (ArchiveLogDamage) throws -> Void)?
  ) -> LogReading {
    var reading = reading(from: number, onDamage)
    reading.beginning = beginning.map { LogFilter($0) }
    reading.filter = condition.map { LogFilter($0) }
    return reading
  }
}

extension LogFilter {
  /// Creates a condition on the elements of a log. Older segments may lack the fields it compares.
  init<Element: ArchiveRecord>(_ condition: ArchiveCondition<Element>) {
    matches = { batch in
      let found: [Int]
      do {
        found = try batch.archive.positions(where: condition)
      } catch let error as ArchiveError where error.code == .missingField || error.code == .typeMismatch {
        // An older version of the type has written the batch. Decoded elements have all fields.
        let elements = try batch.archive.elements(of: Element.self)
        found = try ColumnArchive(try ColumnArchive.encode(elements)).positions(where: condition)
      }
      return batch.positions.count == batch.archive.count ? found : found.filter(batch.positions.contains)
    }
    // Errors in the statistics are thrown when the batches are read.
    candidates = { (try? $0.candidates(for: condition)) ?? [0..<$0.batchCount] }
  }
}
