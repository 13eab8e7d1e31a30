internal import ArchiveBytes

/// The end of a sequence: how many elements it has and, if there are several batches, where each is. Without it, a
/// file that was cut off between two batches would look complete.
///
///     the statistics of the batches, or nothing
///     the table: for each batch a number, the size of its body, and a number, its elements; or nothing
///     8 bytes   the number of elements
///     4 bytes   the size of the table
///     4 bytes   its checksum
///     4 bytes   the size of the statistics
///     4 bytes   their checksum
///     4 bytes   the checksum of these 24 bytes, with the salt of the file (exclusive or), and inverted
///
/// A batch ends with the checksum of its body. As that of a footer is inverted, neither is taken for the other.
///
/// A writer that appends leaves out the table, so that appending many times takes linear time. The batches are then
/// found by their heads.
struct SequenceFooter {
  /// The number of bytes of a footer without a table, and of the end of any other.
  static let endByteCount = 28

  /// Where the batches end.
  let start: Int
  /// The number of elements.
  let count: Int
  /// The location of the statistics, if there are some.
  let statistics: Range<Int>?
  private let table: ByteCursor
  private let statisticsChecksum: UInt32

  /// Reads the footer at the end of an archive, or of the last bytes of one.
  ///
  /// - Throws: ``ArchiveError`` if the archive is cut off.
  init(_ content: ByteCursor, salt: UInt32, verifies: Bool) throws {
    guard let end = End(content, salt: salt), end.isUndamaged || !verifies,
      end.byteCount <= content.remaining
    else { throw Self.missing(content) }
    start = content.end - end.byteCount
    let tableStart = start + end.statisticsByteCount
    table = try content.part(tableStart..<tableStart + end.tableByteCount)
    if verifies, table.checksum != end.tableChecksum { throw Self.missing(content) }
    guard let count = Int(exactly: end.count) else {
      throw content.malformed("fewer elements", "\(end.count)")
    }
    guard end.statisticsByteCount == 0 || !table.isAtEnd else {
      throw content.malformed("batches before statistics of them", "none")
    }
    self.count = count
    statistics = end.statisticsByteCount > 0 ? start..<tableStart : nil
    statisticsChecksum = end.statisticsChecksum
  }

  /// Throws unless the statistics have their checksum.
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

  /// Returns the batches that the table lists; `nil` if there is no table.
  ///
  /// - Parameters:
  ///   - range: The location of the batches.
  ///   - salt: The salt of the file.
  /// - Throws: ``ArchiveError`` if these are not all batches there.
  func batches(in range: Range<Int>, salt: UInt32) throws -> [ArchiveLayout.Batch]? {
    guard !table.isAtEnd else { return nil }
    var (batches, offset, first, rest) = ([ArchiveLayout.Batch](), range.lowerBound, 0, table)
    while !rest.isAtEnd {
      let (byteCount, count) = (try rest.readCount(), try rest.readCount())
      guard 1...BatchFrame.maximumCount ~= count, first <= Int.max >> 8,
        byteCount <= range.upperBound - offset - BatchFrame.byteCount
      else { throw rest.malformed("a batch", "\(count) elements in \(byteCount) bytes") }
      let body = offset + BatchFrame.byteCount..<offset + BatchFrame.byteCount + byteCount
      batches.append(ArchiveLayout.Batch(start: first, count: count, body: body, salt: salt))
      (offset, first) = (body.upperBound, first + count)
    }
    guard offset == range.upperBound, first == count else {
      throw table.malformed("all batches in the table", "not all")
    }
    return batches
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
  ///   - batches: The batches to list, from the first; none to leave out the table. A single one is listed if there are
  ///     statistics.
  ///   - salt: The salt of the file.
  ///   - statistics: Writes the statistics of the batches, if there are some.
  static func write(
    count: Int, _ batches: [ArchiveLayout.Batch], salt: UInt32, to output: OutputBuffer,
    statistics: () -> Void = {}
  ) {
    let start = output.count
    statistics()
    let table = output.count
    if batches.count > 1 || table > start {
      for batch in batches {
        output.append(varint: UInt64(batch.body.count))
        output.append(varint: UInt64(batch.count))
      }
    }
    let end = output.count
    output.append(number: UInt64(count))
    for part in [table..<end, start..<table] {
      output.append(number: UInt32(part.count))
      output.append(number: output.checksum(of: part))
    }
    output.append(number: ~(output.checksum(of: end..<output.count) ^ salt))
  }
}

extension SequenceFooter {
  /// The last bytes of a footer, which say where its parts are.
  struct End {
    let count: UInt64
    let tableByteCount: Int
    let tableChecksum: UInt32
    let statisticsByteCount: Int
    let statisticsChecksum: UInt32
    let isUndamaged: Bool

    /// Reads the last bytes; `nil` if there are fewer.
    init?(_ content: ByteCursor, salt: UInt32) {
      guard content.remaining >= endByteCount,
        var bytes = try? content.part(content.end - endByteCount..<content.end),
        let summed = try? bytes.part(bytes.offset..<bytes.end - 4),
        let count = try? bytes.readNumber(as: UInt64.self)
      else { return nil }
      func number() -> UInt32 { (try? bytes.readNumber(as: UInt32.self)) ?? 0 }
      self.count = count
      (tableByteCount, tableChecksum) = (Int(number()), number())
      (statisticsByteCount, statisticsChecksum) = (Int(number()), number())
      isUndamaged = number() == ~(summed.checksum ^ salt)
    }

    /// The number of bytes of the whole footer.
    var byteCount: Int { tableByteCount + statisticsByteCount + endByteCount }
  }
}
