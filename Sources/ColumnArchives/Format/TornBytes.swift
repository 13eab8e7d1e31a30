internal import ArchiveBytes

/// How bytes look that were written, but did not all reach the disk.
///
/// A disk writes sectors at once. A sector that was not written before, and has not arrived, is zeros; so is, in the
/// sector in which the file ended before, what was added. And the size of the file may be that of before.
enum TornBytes {
  /// The number of bytes that a disk writes at once.
  static let sectorByteCount = 512

  /// Returns whether a part of a broken batch, or of a footer, has not arrived.
  static func isTorn(_ broken: FrameScan.Damage, _ content: ByteCursor, salt: UInt32) -> Bool {
    guard let rest = try? content.part(broken.range), !rest.isAtEnd else { return false }
    let isLast = rest.end == content.end
    guard broken.synced != nil else {
      // Zeros in a body say nothing if the head is broken by something else.
      return isTornHead(content.dropping(rest.offset - content.offset))
        || isLast && isTornFooter(rest, broken.first)
    }
    if isLast {
      // The length in a head with its checksum is right, and goes beyond the end.
      var body = rest
      if let head = try? BatchFrame(&body, salt: salt, verifies: true), head.bodyByteCount > body.remaining {
        return true
      }
    }
    // The end of a batch is a checksum, so its last bytes are not zeros.
    if let end = try? content.part(max(rest.offset, rest.end - 4)..<rest.end), isZero(end) { return true }
    return sectors(of: rest).contains(where: isZero)
  }

  /// Returns whether bytes, up to the end of the file, begin with the head of a batch that has not arrived completely.
  static func isTornHead(_ bytes: ByteCursor) -> Bool {
    if bytes.remaining < BatchFrame.byteCount { return true }
    let (head, size) = (bytes.offset + BatchFrame.byteCount, sectorByteCount)
    let rounded = min((head + size - 1) / size * size, bytes.end)
    if let first = try? bytes.part(bytes.offset..<rounded), sectors(of: first).contains(where: isZero) {
      return true
    }
    return isZero(bytes.dropping(BatchFrame.byteCount - 1))
  }

  /// Returns whether bytes at the end of the file begin like a footer: with the number of elements.
  private static func isTornFooter(_ bytes: ByteCursor, _ elementCount: Int) -> Bool {
    var bytes = bytes
    return (try? bytes.readNumber(as: UInt64.self)) == UInt64(elementCount)
  }

  /// Returns the parts of some bytes that are in the same sector of the file.
  static func sectors(of bytes: ByteCursor) -> some Sequence<ByteCursor> {
    sequence(state: bytes) { rest -> ByteCursor? in
      guard !rest.isAtEnd else { return nil }
      return try? rest.readPart(min(sectorByteCount - rest.offset % sectorByteCount, rest.remaining))
    }
  }

  static func isZero(_ bytes: ByteCursor) -> Bool {
    var bytes = bytes
    while let byte = bytes.readIfPresent() {
      if byte != 0 { return false }
    }
    return true
  }
}
