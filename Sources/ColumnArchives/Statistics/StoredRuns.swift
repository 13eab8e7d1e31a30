internal import ArchiveBytes

/// What runs of batches say of their columns, before the footer of a sequence. One column is read without the others:
///
///     8 bytes   the number of elements
///     for each column, what each run says of it
///     the list:
///         a number, the batches in a run
///         for each column a number, the size of what the runs say of it; if that is not 0, 4 bytes, the checksum of
///         these bytes, and what all batches together say of it
///     4 bytes   the size of the list
///     4 bytes   the checksum of the list and its size
///
/// The number at the beginning is what a torn end is told by, as a footer.
struct StoredRuns {
  /// What runs say of a column.
  struct Column {
    /// What all batches together say.
    let all: RunStatistics
    /// The location of what each run says; empty if none says anything.
    fileprivate let part: Range<Int>
    fileprivate let checksum: UInt32
  }

  /// The number of batches in a run, but for the last.
  let size: Int
  /// The columns that may have statistics, in the order of the schema.
  private(set) var columns: [Column] = []
  private let verifies: Bool

  private static let countByteCount = 8
  private static let endByteCount = 8

  /// Reads the list. What the runs say is read by ``runs(_:of:in:)``.
  ///
  /// - Parameter bytes: All that is before the footer, from the number of elements on.
  /// - Throws: ``ArchiveError`` if the sizes do not add up.
  init(_ bytes: ByteCursor, verifies: Bool) throws {
    self.verifies = verifies
    let least = Self.countByteCount + Self.endByteCount
    guard bytes.remaining >= least else { throw bytes.truncated(least) }
    let end = bytes.end - Self.endByteCount
    var last = try bytes.part(end..<bytes.end)
    let byteCount = Int(clamping: try last.readNumber(as: UInt32.self))
    guard byteCount <= bytes.remaining - least else {
      throw last.malformed("a list of statistics", "a longer one")
    }
    var list = try bytes.part(end - byteCount..<end)
    if verifies {
      try bytes.part(list.offset..<end + 4).check(
        try last.readNumber(as: UInt32.self), of: "a list of statistics")
    }
    size = try list.readCount()
    guard size > 0 else { throw list.malformed("runs of batches", "runs of none") }
    var position = bytes.offset + Self.countByteCount
    let partsEnd = end - byteCount
    while !list.isAtEnd {
      let count = try list.readCount()
      guard count <= partsEnd - position else {
        throw list.malformed("statistics of at most \(partsEnd - position) bytes", "\(count)")
      }
      let checksum = count == 0 ? 0 : try list.readNumber(as: UInt32.self)
      let all = count == 0 ? .unknown : try RunStatistics.read(&list)
      columns.append(Column(all: all, part: position..<position + count, checksum: checksum))
      position += count
    }
    guard position == partsEnd else { throw list.malformed("all statistics in the list", "not all") }
  }

  /// Returns what each run says of a column.
  ///
  /// - Parameter batchCount: The number of batches of the sequence.
  func runs(_ column: Int, of batchCount: Int, in bytes: ByteCursor) throws -> [RunStatistics] {
    let (column, count) = (columns[column], (batchCount - 1) / size + 1)
    guard !column.part.isEmpty else { return [RunStatistics](repeating: .unknown, count: count) }
    var cursor = try bytes.part(column.part)
    if verifies { try cursor.check(column.checksum, of: "the statistics of a column") }
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    let found = try (0..<count).map { _ in try RunStatistics.read(&cursor) }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the statistics", "\(cursor.remaining) more bytes")
    }
    return found
  }
}
