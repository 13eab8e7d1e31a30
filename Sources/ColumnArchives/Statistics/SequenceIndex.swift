package import Foundation

/// A batch that was written.
package struct WrittenBatch: Sendable {
  /// The number of bytes of its body.
  package let byteCount: Int
  /// The number of elements.
  package let count: Int
  /// The statistics of each column that has any; empty if they are not known.
  var statistics: [ColumnStatistics] = []
}

/// The index of a sequence, collected while its batches are written. ``SequenceFooter`` reads it.
///
/// A zone is a run of consecutive batches. It ends as soon as it contains 256 bytes or more for each column, so that
/// its statistics are small by comparison: large batches are zones of their own, and small ones join their
/// neighbours.
package struct SequenceIndex: Sendable {
  private var sizes: [(byteCount: Int, count: Int)] = []
  /// The number of elements.
  package private(set) var count = 0
  /// The statistics of each zone, for each column.
  private var columns: [[ColumnStatistics]] = []
  /// The number of batches of each zone.
  private var zones: [Int] = []
  /// The last zone, which has not ended.
  private var open = Zone()

  private struct Zone {
    /// The statistics of each column; empty if its batches have none.
    var statistics: [ColumnStatistics] = []
    var batchCount = 0
    var byteCount = 0
  }

  /// The minimum size of a zone, in bytes for each column with statistics.
  static let leastByteCount = 256

  package init() {}

  package mutating func add(_ batch: WrittenBatch) {
    sizes.append((batch.byteCount, batch.count))
    count += batch.count
    let all = max(batch.statistics.count, columns.count)
    func known(_ some: [ColumnStatistics]) -> [ColumnStatistics] {
      some.count == all ? some : [ColumnStatistics](repeating: .unknown, count: all)
    }
    var sum =
      open.batchCount == 0 ? [ColumnStatistics](repeating: .empty, count: all) : known(open.statistics)
    for (column, more) in known(batch.statistics).enumerated() { sum[column].add(more) }
    open = Zone(
      statistics: sum, batchCount: open.batchCount + 1, byteCount: open.byteCount + batch.byteCount)
    if open.byteCount >= Self.leastByteCount * max(all, 1) { endZone() }
  }

  private mutating func endZone() {
    // The batches before the first batch with statistics have none.
    for column in columns.count..<max(open.statistics.count, columns.count) {
      columns.insert([ColumnStatistics](repeating: .unknown, count: zones.count), at: column)
    }
    for (column, statistics) in open.statistics.enumerated() { columns[column].append(statistics) }
    zones.append(open.batchCount)
    open = Zone()
  }

  // MARK: Writing

  /// Returns the footer of a file.
  package func footer(salt: UInt32) -> Data {
    let output = OutputBuffer(capacity: 256)
    write(salt: salt, to: output)
    return output.takeData()
  }

  /// Writes the footer. It contains an index if there are several batches, or statistics of them.
  ///
  /// - Parameter salt: The salt of the file.
  func write(salt: UInt32 = 0, to output: OutputBuffer) {
    let start = output.count
    var all = self
    if !zones.isEmpty, open.batchCount > 0 { all.endZone() }
    if !all.columns.contains(where: Self.saysSomething) { (all.zones, all.columns) = ([], []) }
    if sizes.count > 1 || !all.zones.isEmpty { all.writeIndex(salt, to: output) }
    output.append(SequenceFooter.end(count: count, indexByteCount: output.count - start, salt: salt))
  }

  private static func saysSomething(_ column: [ColumnStatistics]) -> Bool {
    column.contains { $0 != .unknown }
  }

  private func writeIndex(_ salt: UInt32, to output: OutputBuffer) {
    let (table, statistics) = (OutputBuffer(capacity: 256), OutputBuffer(capacity: 256))
    table.append(varint: UInt64(sizes.count))
    for (byteCount, count) in sizes {
      table.append(varint: UInt64(byteCount))
      table.append(varint: UInt64(count))
    }
    table.append(varint: UInt64(zones.count))
    for count in zones { table.append(varint: UInt64(count)) }
    for column in columns {
      let start = statistics.count
      // If a column has no statistics in any zone, no bytes are written for it.
      if Self.saysSomething(column) { for zone in column { zone.write(to: statistics) } }
      let part = start..<statistics.count
      table.append(varint: UInt64(part.count))
      if !part.isEmpty { table.append(number: statistics.checksum(of: part)) }
    }
    output.append(SequenceFooter.indexMark)
    let start = output.count
    output.append(number: UInt32(0))
    output.append(number: UInt64(table.count))
    output.append(table)
    output.store(output.checksum(of: start + 4..<output.count) ^ salt, at: start)
    output.append(statistics)
  }

  /// Creates an archive's existing index, to add batches to it.
  ///
  /// - Parameters:
  ///   - zones: The number of batches of each zone.
  ///   - columns: The statistics of each zone, for each column.
  init(_ batches: [WrittenBatch], _ zones: [Int], _ columns: [[ColumnStatistics]]) {
    sizes = batches.map { ($0.byteCount, $0.count) }
    count = batches.reduce(0) { $0 + $1.count }
    (self.zones, self.columns) = (zones, columns)
  }
}
