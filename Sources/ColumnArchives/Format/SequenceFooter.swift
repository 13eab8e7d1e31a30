internal import ArchiveBytes

/// The end of a sequence: how many elements it has and, if there are several batches, where each is. Without it, a
/// file that was cut off between two batches would look complete.
///
///     8 bytes   the number of elements
///     the table: for each batch a number, the size of its body, and a number, its elements
///     the runs: what several batches say of their columns (`RunTree`); and their size in 4 bytes; if there are runs
///     4 bytes   the table's size; if there is a table
///     a byte    2 if there are a table and runs, 1 if there is a table, otherwise 0
///     4 bytes   the checksum of all bytes of the footer before it
///
/// A writer that appends leaves out the table, so that appending many times takes linear time. The batches are then
/// found by their heads.
struct SequenceFooter {
  /// The location of the footer in the archive.
  let start: Int
  /// The number of elements.
  let count: Int
  /// The table of the batches, if there is one.
  let table: ByteCursor?
  /// The runs of batches, if there are some.
  let runs: ByteCursor?

  static let endByteCount = 5
  static let sizeByteCount = 4

  /// Reads the footer at the end of an archive.
  ///
  /// - Throws: ``ArchiveError`` if the archive is cut off.
  init(_ content: ByteCursor, verifies: Bool) throws {
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
    func size() throws -> Int {
      tableEnd -= Self.sizeByteCount
      var size = try part(tableEnd..<tableEnd + Self.sizeByteCount)
      return Int(clamping: try size.readNumber(as: UInt32.self))
    }
    func before(_ count: Int) throws -> ByteCursor {
      tableEnd -= count
      return try part(tableEnd..<tableEnd + count)
    }
    let tableSize = hasTable > 0 ? try size() : 0
    runs = hasTable == 2 ? try before(try size()) : nil
    table = hasTable > 0 ? try before(tableSize) : nil
    var head = try part(tableEnd - 8..<tableEnd)
    start = tableEnd - 8
    let elements = try head.readNumber(as: UInt64.self)
    if verifies, try content.part(start..<end - 4).checksum != checksum { throw Self.missing(content) }
    guard let count = Int(exactly: elements) else {
      throw head.malformed("fewer elements", "\(elements)")
    }
    self.count = count
  }

  private static func missing(_ content: ByteCursor) -> ArchiveError {
    ArchiveError(
      .truncated, expected: "the footer of a sequence", found: "other bytes", offset: content.end,
      advice:
        "The archive is cut off or damaged. DecodingOptions.readsIncompleteFiles reads the batches that are complete."
    )
  }

  /// Writes a footer.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the whole sequence.
  ///   - batches: The batches to list, from the first; none to leave out the table.
  ///   - needsTable: Whether to list less than two batches too. A footer with a table does not look like the end of a
  ///     batch.
  ///   - writeRuns: Writes what runs of batches say; `nil` to leave that out. It needs a table.
  static func write(
    count: Int, _ batches: [ArchiveLayout.Batch], needsTable: Bool = false,
    runs writeRuns: ((OutputBuffer) -> Void)? = nil, to output: OutputBuffer
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
      let runs = output.count
      if let writeRuns {
        writeRuns(output)
        output.append(number: UInt32(output.count - runs))
      }
      output.append(number: UInt32(runs - table))
    }
    output.append(hasTable ? writeRuns == nil ? 1 : 2 : 0 as UInt8)
    output.append(number: output.checksum(of: start..<output.count))
  }
}
