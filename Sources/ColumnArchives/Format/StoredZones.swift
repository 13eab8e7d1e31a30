/// The places of the statistics of zones, as listed in the index of a sequence. A zone is a run of consecutive
/// batches. One column's statistics are read without the others'.
///
///     a number, the zones, and for each a number, its batches
///     for each column that has statistics, a number: the size of its statistics in all zones; and if that is not 0,
///     4 bytes, its checksum
struct StoredZones: Sendable {
  /// The batches of each zone.
  private(set) var batches: [Range<Int>] = []
  /// The place and the checksum of each column's statistics; empty if no zone has any.
  private(set) var columns: [(part: Range<Int>, checksum: UInt32)] = []
  private let verifies: Bool

  /// Reads the rest of a table.
  ///
  /// - Parameters:
  ///   - batchCount: The number of batches of the sequence.
  ///   - statistics: The bytes after the table.
  /// - Returns: `nil` if there are no zones.
  /// - Throws: ``ArchiveError`` if the numbers do not add up.
  init?(_ table: inout ByteCursor, batchCount: Int, statistics: ByteCursor, verifies: Bool) throws {
    self.verifies = verifies
    var next = 0
    for _ in 0..<(try table.readCount()) {
      let count = try table.readCount()
      guard count > 0, count <= batchCount - next else {
        throw table.malformed("a zone of at most \(batchCount - next) batches", "one of \(count)")
      }
      batches.append(next..<next + count)
      next += count
    }
    var rest = statistics
    while !table.isAtEnd {
      let part = try rest.readPart(try table.readCount())
      let checksum = part.isAtEnd ? 0 : try table.readNumber(as: UInt32.self)
      columns.append((part.offset..<part.end, checksum))
    }
    guard rest.isAtEnd, next == batchCount || batches.isEmpty && columns.isEmpty else {
      throw table.malformed(
        "statistics of \(batchCount) batches", "of \(next), and \(rest.remaining) more bytes")
    }
    if batches.isEmpty { return nil }
  }

  /// Returns the bytes of a column's statistics in all zones.
  ///
  /// - Parameter bytes: The whole archive.
  func part(ofColumn number: Int, in bytes: ByteCursor) throws -> ByteCursor {
    let (part, checksum) = columns[number]
    let found = try bytes.part(part)
    if verifies, !part.isEmpty { try found.check(checksum, of: "the statistics of a column") }
    return found
  }

  /// Throws if the statistics of a column do not match their checksum. Reading a whole archive calls it.
  func check(in bytes: ByteCursor) throws {
    for number in columns.indices { _ = try part(ofColumn: number, in: bytes) }
  }
}
