package import ArchiveBytes
internal import ArchiveValues
package import Foundation

// What a reader of a file needs that is still being written, or that may be damaged: its parts, one at a time.

extension FrameScan {
  /// The number of bytes of the head of a batch.
  package static var headByteCount: Int { BatchFrame.byteCount }
  /// The number of bytes that a disk writes at once.
  package static var sectorByteCount: Int { TornBytes.sectorByteCount }
  /// What the footer says of the complete batches.
  package var bodies: [SequenceFrames.Body] { frames.map { SequenceFrames.Body($0.body.count, $0.count) } }
  /// Looks at all batches of a file.
  ///
  /// - Parameters:
  ///   - header: The number of bytes of the header.
  ///   - isWhole: Whether nothing may be incomplete: everything that is wrong is then damage.
  ///   - synced: The number of elements that are known to have been on the disk; `nil` if only the batches say it.
  /// - Complexity: Linear in the size of the file.
  package init(_ file: Data, header: Int, isWhole: Bool = false, synced: Int? = nil) {
    self = unsafe file.withUnsafeBytes { bytes in
      let file = unsafe ByteCursor(bytes)
      return FrameScan(
        file.dropping(header), salt: FrameScan.salt(of: file, header: header), isWhole: isWhole,
        needsTable: true, synced: synced)
    }
  }

  /// Returns the salt of a file: that of its origin. If the origin is damaged, the batches tell it.
  ///
  /// - Parameter header: The number of bytes of the header and the origin.
  package static func salt(of file: Data, header: Int) -> UInt32 {
    unsafe file.withUnsafeBytes { salt(of: unsafe ByteCursor($0), header: header) }
  }

  private static func salt(of file: ByteCursor, header: Int) -> UInt32 {
    var origin = file.dropping(max(header - SequenceOrigin.byteCount, 0))
    if let found = try? SequenceOrigin(&origin, verifies: true) { return found.salt }
    let content = file.dropping(header)
    var walk = FrameWalk(content, end: content.end, salt: nil)
    return walk.commonSalt()
  }

  /// Returns the number of bytes of the header of a file.
  ///
  /// - Throws: ``ArchiveError`` if it is not the header of a sequence, is damaged, or is cut off.
  package static func headerByteCount(of file: Data) throws -> Int {
    try unsafe file.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes), verifies: true)
      guard layout.isSequence else {
        throw ArchiveError(.unsupported, expected: "a sequence of values", found: "one value", offset: 5)
      }
      return layout.content.offset
    }
  }

  /// Returns the number of bytes of the header of a file and of the origin behind it, and the origin.
  ///
  /// - Throws: ``ArchiveError`` if it is not the header of a sequence that is one of several files, is damaged, or is cut
  ///   off.
  package static func headerWithOrigin(of file: Data) throws -> (byteCount: Int, origin: SequenceOrigin) {
    try unsafe file.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes), verifies: true)
      if layout.isSequence, let origin = layout.origin { return (layout.content.offset, origin) }
      let rest = layout.content
      if rest.remaining < SequenceOrigin.byteCount { throw rest.truncated(SequenceOrigin.byteCount) }
      throw rest.malformed("the place of a file in a sequence", "other bytes")
    }
  }

  /// Returns whether a header, which is undamaged, is of a version of the format that this program reads.
  package static func isOfThisVersion(header: Data) -> Bool {
    header.dropFirst(ColumnFormat.magic.count).first == ColumnFormat.version
  }

  /// Returns the class name in the header of a file.
  ///
  /// - Throws: ``ArchiveError`` if the header is damaged or cut off.
  package static func className(of file: Data) throws -> String {
    try unsafe file.withUnsafeBytes { try unsafe ArchiveLayout(ByteCursor($0), verifies: true).className }
  }

  /// Returns the checksum of bytes, and of those before them whose checksum is known.
  package static func checksum(of bytes: Data, continuing checksum: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe CRC32C.checksum(of: $0, continuing: checksum) }
  }

  /// Returns whether a complete batch is in a file, whatever its header is.
  package static func holdsBatch(_ file: Data) -> Bool {
    unsafe file.withUnsafeBytes { bytes in
      let content = unsafe ByteCursor(bytes)
      var walk = FrameWalk(content, end: content.end, salt: nil)
      return walk.findsBatch()
    }
  }

  /// Returns what the head of a batch says, or `nil` if it is incomplete or damaged.
  ///
  /// - Parameters:
  ///   - data: The head.
  ///   - offset: Where it is in the file.
  ///   - salt: The salt of the file.
  package static func head(_ data: Data, at offset: Int, salt: UInt32) -> Frame? {
    unsafe data.withUnsafeBytes { bytes in
      var cursor = unsafe ByteCursor(bytes)
      guard let head = try? BatchFrame(&cursor, salt: salt, verifies: true),
        head.bodyByteCount <= Int.max >> 8
      else { return nil }
      let start = offset + BatchFrame.byteCount
      return Frame(
        first: head.first, count: head.count, synced: head.first - head.unsynced,
        body: start..<start + head.bodyByteCount, salt: salt)
    }
  }

  /// The number of bytes at the end of a footer that say how large it is.
  package static var footerEndByteCount: Int {
    SequenceFooter.sizeByteCount + SequenceFooter.endByteCount
  }

  /// Returns the number of bytes of a footer by its end, or `nil` if that is not one's end. The statistics before it do
  /// not count.
  package static func footerByteCount(_ end: Data) -> Int? {
    unsafe end.withUnsafeBytes { bytes in
      var end = unsafe ByteCursor(bytes)
      guard let size = try? end.readNumber(as: UInt32.self), let hasTable = try? end.readByte(), hasTable <= 2
      else { return nil }
      let least = 8 + SequenceFooter.endByteCount
      let sizeCount = [0, 1, 3][Int(hasTable)]
      return least + sizeCount * SequenceFooter.sizeByteCount + (hasTable > 0 ? Int(clamping: size) : 0)
    }
  }

  /// Returns the number of elements that a footer states, and the number of bytes of the statistics before it, or `nil` if
  /// it is damaged.
  package static func content(ofFooter footer: Data) -> (elementCount: Int, statisticsByteCount: Int)? {
    unsafe footer.withUnsafeBytes { bytes in
      let found = try? SequenceFooter(unsafe ByteCursor(bytes), verifies: true, isAlone: true)
      guard let found, found.start <= 0, (found.statistics?.upperBound ?? found.start) == 0 else {
        return nil
      }
      return (found.count, -found.start)
    }
  }

  /// Returns the number of elements that a footer states, or `nil` if it is damaged. The statistics may be before it.
  package static func elementCount(footer: Data) -> Int? {
    unsafe footer.withUnsafeBytes { try? SequenceFooter(unsafe ByteCursor($0), verifies: true).count }
  }

  /// Returns whether the body of a batch has its checksum.
  package static func isUndamaged(body: Data) -> Bool {
    unsafe body.withUnsafeBytes { bytes in
      (try? BatchBody(unsafe ByteCursor(bytes), verifies: true)) != nil
    }
  }
}

extension FrameScan.Frame {
  /// Returns whether bytes are the body of the batch, as it was written.
  package func isBody(_ bytes: Data) -> Bool {
    bytes.count == body.count && FrameScan.isUndamaged(body: bytes)
  }

  /// The error if they are not any more.
  ///
  /// - Parameter start: The number of the first element of the file.
  package func changed(from start: Int = 0) -> ArchiveError {
    ArchiveError(
      .damaged, expected: "the batch of elements \(start + first) to \(start + next - 1)",
      found: "other bytes than before", offset: range.lowerBound)
  }
}

extension ColumnArchive {
  /// Opens one batch of a sequence as an archive of its own.
  ///
  /// - Parameters:
  ///   - header: The header of the sequence.
  ///   - body: The body of the batch.
  ///   - count: The number of elements, as its head says.
  package init(header: Data, body: Data, count: Int, options: DecodingOptions) {
    let data = header + body
    self.init(
      data: data, options: options,
      batches: [ArchiveLayout.Batch(start: 0, count: count, body: header.count..<data.count)])
  }

  /// The numbers of elements and the locations of the batches.
  package var batchRanges: [(elements: Range<Int>, bytes: Range<Int>)] {
    batches.map { ($0.start..<$0.start + $0.count, $0.body) }
  }

  /// Returns one batch as an archive of its own, over the same bytes.
  package func batch(_ index: Int) -> ColumnArchive {
    let batch = batches[index]
    let alone = ArchiveLayout.Batch(start: 0, count: batch.count, body: batch.body, head: batch.head)
    return ColumnArchive(data: data, options: options, isMapped: isMapped, batches: [alone])
  }
}
