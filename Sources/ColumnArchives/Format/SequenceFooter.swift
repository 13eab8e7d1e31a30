internal import ArchiveBytes

/// The end of a sequence: how many elements it has and, if there are several batches, where each is. Without it, a
/// file that was cut off between two batches would look complete.
///
///     8 bytes   the number of elements
///     the table: for each batch a number, the size of its body, and a number, its elements
///     4 bytes   the size of the statistics directly before the footer, if there are some: see `StoredRuns`
///     4 bytes   their checksum
///     4 bytes   the table's size; if there is a table
///     a byte    2 if there are a table and statistics, 1 if there is a table, otherwise 0
///     4 bytes   the checksum of all bytes of the footer before it
///
/// A writer that appends leaves out the table, so that appending many times takes linear time. The batches are then
/// found by their heads.
struct SequenceFooter {
  /// Where the batches end: the location of the footer, or of the statistics before it.
  let start: Int
  /// The number of elements.
  let count: Int
  /// The table of the batches, if there is one.
  let table: ByteCursor?
  /// The location of what runs of batches say, if they say something.
  let statistics: Range<Int>?
  private let statisticsChecksum: UInt32

  static let endByteCount = 5
  static let sizeByteCount = 4

  /// Reads the footer at the end of an archive.
  ///
  /// - Parameter isAlone: Whether there is nothing but the footer, so that ``start`` may be less than 0.
  /// - Throws: ``ArchiveError`` if the archive is cut off.
  init(_ content: ByteCursor, verifies: Bool, isAlone: Bool = false) throws {
    let end = content.end
    func part(_ range: Range<Int>) throws -> ByteCursor {
      guard range.lowerBound >= content.offset else { throw Self.missing(content) }
      return try content.part(range)
    }
    var last = try part(end - Self.endByteCount..<end)
    let hasTable = try last.readByte()
    let checksum = try last.readNumber(as: UInt32.self)
    guard hasTable <= 2 else { throw Self.missing(content) }
    var tableEnd = end - Self.endByteCount
    func number() throws -> UInt32 {
      tableEnd -= Self.sizeByteCount
      var number = try part(tableEnd..<tableEnd + Self.sizeByteCount)
      return try number.readNumber(as: UInt32.self)
    }
    let tableSize = hasTable > 0 ? Int(clamping: try number()) : 0
    statisticsChecksum = hasTable == 2 ? try number() : 0
    let statisticsSize = hasTable == 2 ? Int(clamping: try number()) : 0
    let tableStart = tableEnd - tableSize
    table = hasTable > 0 ? try part(tableStart..<tableEnd) : nil
    var head = try part(tableStart - 8..<tableStart)
    let footer = tableStart - 8
    start = footer - statisticsSize
    statistics = hasTable == 2 ? start..<footer : nil
    let elements = try head.readNumber(as: UInt64.self)
    if verifies, try content.part(footer..<end - 4).checksum != checksum { throw Self.missing(content) }
    guard let count = Int(exactly: elements) else {
      throw head.malformed("fewer elements", "\(elements)")
    }
    guard start >= content.offset || isAlone else {
      throw head.malformed("statistics in the archive", "\(statisticsSize) bytes")
    }
    self.count = count
  }

  /// Throws unless the statistics before the footer have their checksum.
  ///
  /// - Parameter content: The bytes whose footer this is.
  func checkStatistics(in content: ByteCursor) throws {
    guard let statistics else { return }
    let bytes = try content.part(statistics)
    try bytes.check(statisticsChecksum, of: "the statistics of the batches")
    var first = bytes
    guard try first.readNumber(as: UInt64.self) == UInt64(count) else {
      throw bytes.malformed("statistics of \(count) elements", "of another number")
    }
  }

  private static func missing(_ content: ByteCursor) -> ArchiveError {
    ArchiveError(
      .truncated, expected: "the footer of a sequence", found: "other bytes", offset: content.end,
      advice:
        .readIncompleteFile
    )
  }

  /// Writes a footer.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the whole sequence.
  ///   - batches: The batches to list, from the first; none to leave out the table.
  ///   - needsTable: Whether to list less than two batches too.
  ///   - statistics: The location of the statistics, which were just written; empty if there are none. They need a table.
  static func write(
    count: Int, _ batches: [ArchiveLayout.Batch], needsTable: Bool, behind statistics: Range<Int>,
    to output: OutputBuffer
  ) {
    let start = output.count
    let hasTable = needsTable || batches.count > 1
    output.append(number: UInt64(count))
    if hasTable {
      let table = output.count
      for batch in batches {
        output.append(varint: UInt64(batch.body.count))
        output.append(varint: UInt64(batch.count))
      }
      let size = output.count - table
      if !statistics.isEmpty {
        output.append(number: UInt32(statistics.count))
        output.append(number: output.checksum(of: statistics))
      }
      output.append(number: UInt32(size))
    }
    output.append(hasTable ? statistics.isEmpty ? 1 : 2 : 0 as UInt8)
    output.append(number: output.checksum(of: start..<output.count))
  }
}
