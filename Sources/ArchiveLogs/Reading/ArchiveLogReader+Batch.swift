internal import ArchiveBytes
public import ArchiveValues
internal import ColumnArchives
public import Foundation

extension ArchiveLogReader {
  /// Elements of a log that were written together.
  public struct Batch: Sendable {
    let batch: LogBatch

    init(_ batch: LogBatch) { self.batch = batch }

    /// The file of the segment.
    public var segment: URL { batch.segment }
    /// The number of the first element of the batch.
    public var first: Int { batch.first }
    /// The number of elements of the batch, whether or not the reader's condition holds for them. The next batch begins
    /// with `first + count`, if none is skipped.
    public var count: Int { batch.positions.count }

    /// Reads the elements: all, or those for which the reader's condition holds.
    ///
    /// - Throws: ``ArchiveError``, located in the segment; the indices of its path are the numbers of elements.
    public func elements() throws -> [Element] {
      try batch.locating {
        guard let matches = try batch.matches?.get() else {
          return try batch.archive.elements(of: Element.self, in: batch.positions)
        }
        return try batch.archive.elements(of: Element.self, at: matches)
      }
    }

    /// Returns the numbers of the elements that ``elements()`` returns.
    ///
    /// - Throws: ``ArchiveError``, located in the segment.
    public func numbers() throws -> [Int] {
      try batch.locating { try (batch.matches?.get() ?? Array(batch.positions)).map { batch.start + $0 } }
    }

    /// Reads one field of the elements that ``elements()`` returns.
    ///
    /// - Throws: ``ArchiveError``, located in the segment; ``ArchiveError/Code/missingField`` if the segment was written
    ///   by an older version of the type that has no such field.
    public func values<Value>(at path: ArchivePath<Element, Value>) throws -> [Value] {
      try batch.locating {
        let values = try batch.archive.values(at: path)
        if let matches = try batch.matches?.get() { return matches.map { values[$0] } }
        return batch.positions.count == values.count ? values : Array(values[batch.positions])
      }
    }
  }
}

extension ArchiveLogReader.Batch where Element: ArchiveRecord {
  /// Reads the elements for which a condition holds, and the reader's condition, if it has one.
  ///
  /// - Throws: ``ArchiveError``, located in the segment.
  public func elements(where condition: ArchiveCondition<Element>) throws -> [Element] {
    try batch.locating {
      let found = try LogFilter(condition).matches(batch)
      let wanted = try batch.matches.map { Set(try $0.get()) }
      return try batch.archive.elements(
        of: Element.self, at: found.filter { wanted?.contains($0) ?? true })
    }
  }
}
