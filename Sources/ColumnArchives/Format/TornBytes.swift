/// Recognises bytes that were written but did not all reach the disk.
///
/// A disk writes each sector as a whole. A new sector that has not arrived contains zeros. If bytes were added to the
/// sector in which the file ended and have not arrived, they are zeros too. The file may also still have its earlier
/// size.
enum TornBytes {
  /// The number of bytes that a disk writes as a whole.
  private static let sectorByteCount = 512

  /// Returns whether a part of a broken batch, or of a footer, has not arrived.
  ///
  /// - Parameters:
  ///   - content: The bytes from its start to the end of the file.
  ///   - byteCount: The number of broken bytes.
  ///   - bodyByteCount: The size of its body according to its head, if the head is undamaged.
  ///   - least: The minimum number of zeros that mark a sector as not arrived. A single zero may be there by chance.
  static func isTorn(
    _ content: ByteCursor, byteCount: Int, bodyByteCount: Int?, atLeast least: Int
  ) -> Bool {
    let broken = content.prefix(byteCount)
    guard !broken.isAtEnd else { return false }
    guard let bodyByteCount else {
      // Zeros in a body prove nothing if something else breaks the head.
      return isTornHead(content, atLeast: least)
        || byteCount == content.remaining && SequenceFooter.begins(content)
    }
    // A length in a head with a matching checksum is right. A batch ends with a checksum, so its last bytes are not
    // zeros.
    return bodyByteCount > content.remaining - BatchFrame.byteCount
      || isZero(broken.dropping(broken.remaining - 4)) || lacksSectors(broken, atLeast: least)
  }

  /// Returns whether bytes at the end of a file are a footer with some bytes changed.
  ///
  /// - Parameter count: The number of elements before it.
  static func isDamagedFooter(_ content: ByteCursor, count: Int) -> Bool {
    guard let end = SequenceFooter.End(content, salt: 0) else { return false }
    // One of these may be the changed part.
    let matches = [end.hasMark, end.count == UInt64(count), end.byteCount == content.remaining]
    return matches.count { $0 } >= 2 && !lacksSectors(content, atLeast: 1)
  }

  /// Returns whether bytes begin with a batch head that has not arrived completely.
  private static func isTornHead(_ content: ByteCursor, atLeast least: Int) -> Bool {
    if content.remaining < BatchFrame.byteCount { return true }
    // The range includes the rest of the head's sectors.
    let end = content.origin + content.offset + BatchFrame.byteCount
    let rounded = (end + sectorByteCount - 1) / sectorByteCount * sectorByteCount
    return lacksSectors(content.prefix(rounded - content.origin - content.offset), atLeast: least)
      || isZero(content.dropping(BatchFrame.byteCount - 1))
  }

  /// Returns whether some sector of the file contains only zeros in these bytes.
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
