internal import ArchiveBytes

/// What zones say of their columns, gathered batch by batch while a sequence is written. ``StoredZones`` reads it.
///
/// A zone is some batches that follow one another. It ends with the batch with which it has 256 bytes or more for each
/// column, so that what is said of it stays small beside it: large batches are zones of their own, and a small one joins
/// its neighbours.
package struct ZoneStatistics: Sendable {
  /// What each zone says, for each column.
  private var columns: [[ColumnStatistics]] = []
  /// The number of batches of each zone.
  private var zones: [Int] = []
  /// The last zone, which has not ended.
  private var open = Zone()

  private struct Zone {
    /// What it says of each column; empty if its batches say nothing.
    var statistics: [ColumnStatistics] = []
    var batchCount = 0
    var byteCount = 0
  }

  /// The bytes that a zone has at least for each column with statistics.
  static let leastByteCount = 256

  package init() {}

  /// Adds a batch.
  ///
  /// - Parameters:
  ///   - statistics: What it says of each column; empty if that is not known.
  ///   - byteCount: The number of bytes of its body.
  mutating func add(_ statistics: [ColumnStatistics], byteCount: Int) {
    let all = max(statistics.count, columns.count)
    func known(_ some: [ColumnStatistics]) -> [ColumnStatistics] {
      some.count == all ? some : [ColumnStatistics](repeating: .unknown, count: all)
    }
    var sum =
      open.batchCount == 0 ? [ColumnStatistics](repeating: .empty, count: all) : known(open.statistics)
    for (column, more) in known(statistics).enumerated() { sum[column].add(more) }
    open = Zone(
      statistics: sum, batchCount: open.batchCount + 1, byteCount: open.byteCount + byteCount)
    if open.byteCount >= Self.leastByteCount * max(all, 1) { endZone() }
  }

  private mutating func endZone() {
    // The batches before the first that said something did not say anything.
    for column in columns.count..<max(open.statistics.count, columns.count) {
      columns.insert([ColumnStatistics](repeating: .unknown, count: zones.count), at: column)
    }
    for (column, statistics) in open.statistics.enumerated() { columns[column].append(statistics) }
    zones.append(open.batchCount)
    open = Zone()
  }

  /// The number of all batches.
  private var batchCount: Int { zones.reduce(open.batchCount, +) }

  // MARK: Writing

  /// Writes what is said of all batches; nothing if nothing is said, or if they are too few for a zone.
  func write(elementCount: Int, batchCount: Int, to output: OutputBuffer) {
    var all = self
    guard !zones.isEmpty, self.batchCount == batchCount else { return }
    if open.batchCount > 0 { all.endZone() }
    guard all.columns.contains(where: { $0.contains { $0 != .unknown } }) else { return }
    all.writeAll(elementCount, to: output)
  }

  private func writeAll(_ elementCount: Int, to output: OutputBuffer) {
    output.append(number: UInt64(elementCount))
    var parts: [Range<Int>] = []
    for column in columns {
      let start = output.count
      // A column of which no zone says anything has no bytes.
      if column.contains(where: { $0 != .unknown }) { for zone in column { zone.write(to: output) } }
      parts.append(start..<output.count)
    }
    let list = output.count
    output.append(varint: UInt64(zones.count))
    for count in zones { output.append(varint: UInt64(count)) }
    for part in parts {
      output.append(varint: UInt64(part.count))
      if !part.isEmpty { output.append(number: output.checksum(of: part)) }
    }
    output.append(number: UInt32(clamping: output.count - list))
    output.append(number: output.checksum(of: list..<output.count))
  }

  // MARK: Going on

  /// Creates what an archive says of its batches, to add others.
  init(_ stored: StoredZones, columnCount: Int, in bytes: ByteCursor) throws {
    zones = stored.batches.map(\.count)
    columns = try (0..<columnCount).map { try stored.statistics(ofColumn: $0, in: bytes) }
  }
}

extension SequenceFooter {
  /// Writes the end of a sequence: the footer with what zones say, if they say something.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the whole sequence.
  ///   - batches: The batches to list, from the first; none to leave out the table.
  ///   - zones: What zones of the batches say; `nil` if that is not known.
  ///   - salt: The salt of the file.
  static func write(
    count: Int, _ batches: [ArchiveLayout.Batch], zones: ZoneStatistics?, salt: UInt32 = 0,
    to output: OutputBuffer
  ) {
    write(count: count, batches, salt: salt, to: output) {
      zones?.write(elementCount: count, batchCount: batches.count, to: output)
    }
  }
}
