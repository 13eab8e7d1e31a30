internal import ArchiveBytes
internal import Foundation

/// The end of a sequence: its number of elements and, if there are several batches, an index of them. Without a
/// footer, a file that was cut off between two batches would look complete.
///
///     the index, if there is one:
///         4 bytes   its mark
///         4 bytes   the checksum of the size and the table, with the salt of the file (exclusive or)
///         8 bytes   the size of the table
///         the table:
///             a number, the batches, and for each a number, the size of its body, and a number, its elements
///             the zones: see ``StoredZones``
///         for each column, the statistics of each zone
///     4 bytes   the mark of a footer
///     4 bytes   the checksum of the other 16, with the salt
///     8 bytes   the number of elements
///     8 bytes   the size of the index, or 0
///
/// A writer that appends leaves out the index, so that appending many times takes linear time. The batches are then
/// found by their heads.
struct SequenceFooter: Sendable {
  /// Invalid UTF-8, like the magic number of archives.
  static let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x46]
  static let indexMark: [UInt8] = [0xC3, 0x42, 0x41, 0x49]
  /// The number of bytes of a footer without an index, and of the end of any other footer.
  static let endByteCount = 24

  /// The footer's location in the file.
  let range: Range<Int>
  /// The number of elements.
  let count: Int
  /// The place of the batches' statistics; `nil` if there are none.
  let zones: StoredZones?
  /// The batches; `nil` without an index.
  let batches: [ArchiveLayout.Batch]?

  /// Reads the footer at the end of an archive, or of the last bytes of one.
  ///
  /// - Parameters:
  ///   - first: The location of the first batch in the file.
  ///   - salt: The salt of the file.
  /// - Throws: ``ArchiveError`` if the archive is cut off, or an index lists batches that cannot be there.
  init(_ content: ByteCursor, from first: Int, salt: UInt32, verifies: Bool) throws {
    guard let end = End(content, salt: salt), end.isUndamaged || !verifies,
      end.byteCount <= content.remaining
    else {
      throw ArchiveError(
        .truncated, expected: "the footer of a sequence", found: "other bytes", offset: content.end,
        advice: .readIncompleteFile)
    }
    guard let count = Int(exactly: end.count) else {
      throw content.malformed("fewer elements", "\(end.count)")
    }
    self.count = count
    let start = content.end - end.byteCount
    range = content.origin + start..<content.origin + content.end
    var index = try content.part(start..<content.end - Self.endByteCount)
    guard !index.isAtEnd else {
      (batches, zones) = (nil, nil)
      return
    }
    let checksum = try index.readHead(Self.indexMark, "an index")
    var table = index
    let byteCount = Int(clamping: try index.readNumber(as: UInt64.self))
    table = try table.part(table.offset..<(try index.readPart(byteCount).end))
    if verifies { try table.check(checksum ^ salt, of: "the index of the batches") }
    table = table.dropping(MemoryLayout<UInt64>.size)
    var (batches, offset, next) = ([ArchiveLayout.Batch](), first, 0)
    for _ in 0..<(try table.readCount()) {
      let (byteCount, count) = (try table.readCount(), try table.readCount())
      guard 1...BatchFrame.maximumCount ~= count, next <= Int.max >> 8,
        byteCount <= range.lowerBound - offset - BatchFrame.byteCount
      else { throw table.malformed("a batch in the index", "\(count) elements in \(byteCount) bytes") }
      let body = offset + BatchFrame.byteCount..<offset + BatchFrame.byteCount + byteCount
      batches.append(ArchiveLayout.Batch(start: next, count: count, body: body, head: (next, salt)))
      (offset, next) = (body.upperBound, next + count)
    }
    guard offset == range.lowerBound, next == count else {
      throw table.malformed("all batches in the index", "not all")
    }
    zones = try StoredZones(&table, batchCount: batches.count, statistics: index, verifies: verifies)
    self.batches = batches
  }

  /// Reads the footer at the end of a file.
  ///
  /// - Parameter file: The location of the batches and the footer.
  /// - Returns: `nil` if there is no footer, or it lists batches that cannot be there.
  init?(of file: Range<Int>, _ salt: UInt32, _ read: FrameSequence.Read) throws {
    func readLast(_ count: Int) throws -> Data {
      try read(max(file.upperBound - count, file.lowerBound)..<file.upperBound)
    }
    let end = unsafe try readLast(Self.endByteCount).withUnsafeBytes {
      End(unsafe ByteCursor($0), salt: salt)
    }
    guard let end, end.isUndamaged, end.byteCount <= file.count else { return nil }
    let bytes = try readLast(end.byteCount)
    do {
      self = try unsafe bytes.withUnsafeBytes { bytes in
        let bytes = unsafe ByteCursor(bytes, origin: file.upperBound - end.byteCount)
        let footer = try SequenceFooter(bytes, from: file.lowerBound, salt: salt, verifies: true)
        try footer.zones?.check(in: bytes)
        return footer
      }
    } catch is ArchiveError {
      return nil
    }
  }

  /// Returns the batch that begins at an offset, according to the footer.
  func batch(at offset: Int) -> ArchiveLayout.Batch? {
    let (body, batches) = (offset + BatchFrame.byteCount, batches ?? [])
    let index = batches.indices.partitioningIndex { batches[$0].body.lowerBound >= body }
    return index < batches.count && batches[index].body.lowerBound == body ? batches[index] : nil
  }

  /// Returns the bytes of a footer after its index.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the whole sequence.
  ///   - salt: The salt of the file.
  static func end(count: Int, indexByteCount: Int = 0, salt: UInt32) -> [UInt8] {
    ColumnFormat.head(mark, [UInt64(count), UInt64(indexByteCount)], salt: salt)
  }
}

extension SequenceFooter {
  /// The last bytes of a footer.
  struct End {
    let count: UInt64
    /// The number of bytes of the whole footer.
    let byteCount: Int
    let hasMark: Bool
    let isUndamaged: Bool

    /// Reads the last bytes; `nil` if there are fewer.
    init?(_ content: ByteCursor, salt: UInt32) {
      var rest = content
      guard var bytes = try? rest.readLast(endByteCount) else { return nil }
      hasMark = bytes.begins(with: mark)
      bytes = bytes.dropping(mark.count)
      guard let checksum = try? bytes.readNumber(as: UInt32.self) else { return nil }
      isUndamaged = hasMark && checksum == bytes.checksum ^ salt
      guard let count = try? bytes.readNumber(as: UInt64.self),
        let indexByteCount = try? bytes.readNumber(as: UInt64.self)
      else { return nil }
      self.count = count
      byteCount = min(Int(clamping: indexByteCount), Int.max - endByteCount) + endByteCount
    }
  }

  /// Returns whether bytes begin like a footer.
  static func begins(_ content: ByteCursor) -> Bool {
    content.begins(with: indexMark) || content.begins(with: mark)
  }
}
