/// How bytes look that were written, but did not all reach the disk.
///
/// A disk writes sectors at once. A sector that was not written before, and has not arrived, is zeros; so is, in the
/// sector in which the file ended before, what was added. And the size of the file may be that of before.
enum TornBytes {
  /// The number of bytes that a disk writes at once.
  private static let sectorByteCount = 512

  /// Returns whether a part of a broken batch, or of a footer, has not arrived.
  ///
  /// - Parameters:
  ///   - content: The bytes from where it begins to the end of the file.
  ///   - byteCount: How many of them are broken.
  ///   - bodyByteCount: The size of its body by its head, if that is undamaged.
  ///   - least: How many zeros in a sector tell that it has not arrived. A single one may be there by chance.
  static func isTorn(
    _ content: ByteCursor, byteCount: Int, bodyByteCount: Int?, atLeast least: Int
  ) -> Bool {
    let broken = content.prefix(byteCount)
    guard !broken.isAtEnd else { return false }
    guard let bodyByteCount else {
      // Zeros in a body say nothing if the head is broken by something else.
      return isTornHead(content, atLeast: least)
        || byteCount == content.remaining && SequenceFooter.begins(content)
    }
    // The length in a head with its checksum is right. The end of a batch is a checksum, so its last bytes are not zeros.
    return bodyByteCount > content.remaining - BatchFrame.byteCount
      || isZero(broken.dropping(broken.remaining - 4)) || lacksSectors(broken, atLeast: least)
  }

  /// Returns whether bytes at the end of a file are a footer, but for some that were changed.
  ///
  /// - Parameter count: The number of elements before it.
  static func isDamagedFooter(_ content: ByteCursor, count: Int) -> Bool {
    guard let end = SequenceFooter.End(content, salt: 0) else { return false }
    // One of these may be what was changed.
    let matches = [end.hasMark, end.count == UInt64(count), end.byteCount == content.remaining]
    return matches.count { $0 } >= 2 && !lacksSectors(content, atLeast: 1)
  }

  /// Returns whether bytes begin with the head of a batch that has not arrived completely.
  private static func isTornHead(_ content: ByteCursor, atLeast least: Int) -> Bool {
    if content.remaining < BatchFrame.byteCount { return true }
    // With all that is in the same sectors.
    let end = content.origin + content.offset + BatchFrame.byteCount
    let rounded = (end + sectorByteCount - 1) / sectorByteCount * sectorByteCount
    return lacksSectors(content.prefix(rounded - content.origin - content.offset), atLeast: least)
      || isZero(content.dropping(BatchFrame.byteCount - 1))
  }

  /// Returns whether bytes have only zeros in some sector of the file.
  private static func lacksSectors(_ bytes: ByteCursor, atLeast least: Int) -> Bool {
    var rest = bytes
    while !rest.isAtEnd {
      let count = sectorByteCount - (rest.origin + rest.offset) % sectorByteCount
      if rest.remaining >= least, count >= least, isZero(rest.prefix(count)) { return true }
      rest = rest.dropping(count)
    }
    return false
  }

  private static func isZero(_ bytes: ByteCursor) -> Bool {
    var bytes = bytes
    while let byte = bytes.readIfPresent() {
      if byte != 0 { return false }
    }
    return true
  }
}
