internal import ArchiveBytes

/// What zones say of their columns, at the beginning of the footer of a sequence. One column is read without the others:
///
///     8 bytes   the number of elements
///     for each column, what each zone says of it
///     the list:
///         a number, the zones
///         for each zone a number, its batches
///         for each column a number, the size of what the zones say of it; and if that is not 0, 4 bytes, its checksum
///     4 bytes   the size of the list
///     4 bytes   the checksum of the list and its size
struct StoredZones {
  /// The batches of each zone.
  private(set) var batches: [Range<Int>] = []
  /// Where what is said of each column is, and its checksum; empty if no zone says anything.
  private var columns: [(part: Range<Int>, checksum: UInt32)] = []
  private let verifies: Bool

  private static let countByteCount = 8
  private static let endByteCount = 8

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - bytes: All that the footer says, from the number of elements on.
  ///   - batchCount: The number of batches of the sequence.
  ///   - columnCount: The number of columns that may have statistics.
  /// - Throws: ``ArchiveError`` if the numbers do not add up.
  init(_ bytes: ByteCursor, batchCount: Int, columnCount: Int, verifies: Bool) throws {
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
    var next = 0
    for _ in 0..<(try list.readCount()) {
      let count = try list.readCount()
      guard count > 0, count <= batchCount - next else {
        throw list.malformed("a zone of at most \(batchCount - next) batches", "one of \(count)")
      }
      batches.append(next..<next + count)
      next += count
    }
    guard next == batchCount else { throw list.malformed("zones of \(batchCount) batches", "of \(next)") }
    var position = bytes.offset + Self.countByteCount
    let partsEnd = end - byteCount
    for _ in 0..<columnCount {
      let count = try list.readCount()
      guard count <= partsEnd - position else {
        throw list.malformed("statistics of at most \(partsEnd - position) bytes", "\(count)")
      }
      let checksum = count == 0 ? 0 : try list.readNumber(as: UInt32.self)
      columns.append((position..<position + count, checksum))
      position += count
    }
    guard list.isAtEnd, position == partsEnd else {
      throw list.malformed("statistics of \(columnCount) columns", "of more")
    }
  }

  /// Returns what each zone says of a column.
  ///
  /// - Parameter bytes: The whole archive.
  func statistics(ofColumn number: Int, in bytes: ByteCursor) throws -> [ColumnStatistics] {
    let (part, checksum) = columns[number]
    guard !part.isEmpty else { return [ColumnStatistics](repeating: .unknown, count: batches.count) }
    var cursor = try bytes.part(part)
    if verifies { try cursor.check(checksum, of: "the statistics of a column") }
    let found = try batches.map { _ in try ColumnStatistics.read(&cursor) }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the statistics", "\(cursor.remaining) more bytes")
    }
    return found
  }
}
