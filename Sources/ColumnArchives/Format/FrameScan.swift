package import ArchiveBytes

/// The state of every batch of a sequence that may lack its end, or be damaged: a file that a program was writing when
/// it stopped, or when the power failed.
///
/// Where a batch should begin, there can be:
///
/// - **A complete batch**, whose checksums are right.
/// - **A torn end**: batches that were not complete, or not on the disk, when the writer stopped. One runs past the end
///   of the file, or a part of it that a disk writes at once is zeros. No later batch says that it was on the disk. It
///   can be cut off.
/// - **Damage**: everything else. These bytes were on the disk, and have changed since. They must not be cut off, since
///   other batches may follow.
package struct FrameScan {
  /// A complete batch.
  package struct Frame: Sendable {
    /// The number of its first element.
    package let first: Int
    package let count: Int
    /// The number of elements that were known to be on the disk when the batch was written.
    package let synced: Int
    /// The location of its body in the archive. Its head is directly before it.
    package let body: Range<Int>

    /// The number after that of the last element.
    package var next: Int { first + count }
    /// The location of its head and its body.
    package var range: Range<Int> { body.lowerBound - BatchFrame.byteCount..<body.upperBound }
  }

  /// Bytes that were changed after they were written, or that are missing.
  package struct Damage: Sendable {
    /// The location in the archive.
    package let range: Range<Int>
    /// The number of the first element that was there.
    package let first: Int
    /// The number after that of the last, if it is known.
    package let next: Int?
    package let error: ArchiveError
  }

  /// The complete batches, in order. The numbers of their elements have gaps where there is damage.
  package private(set) var frames: [Frame] = []
  package private(set) var damage: [Damage] = []
  /// The location of the footer, if there is one.
  package private(set) var footer: Range<Int>?
  /// What can be cut off at the end; empty if nothing.
  package private(set) var torn: Range<Int>
  /// Whether complete batches are in what can be cut off: they reached the disk before those in front of them.
  package private(set) var tornHoldsBatches = false

  /// Looks at all batches.
  ///
  /// - Parameters:
  ///   - content: The bytes after the header.
  ///   - isWhole: Whether nothing may be incomplete: everything that is wrong is then damage.
  /// - Complexity: Linear in the number of bytes.
  init(_ content: ByteCursor, isWhole: Bool = false) {
    torn = content.end..<content.end
    let footer = try? SequenceFooter(content, verifies: true)
    self.footer = footer.map { $0.start..<content.end }
    var walk = FrameWalk(content, end: footer?.start ?? content.end)
    if let table = footer?.table { walk.places = FramePlaces(table, in: content.offset..<walk.end) }
    while let part = walk.next() {
      switch part {
      case .frame(let frame): frames.append(frame)
      case .broken(let broken):
        damage.append(broken)
      }
    }
    if footer == nil, !isWhole { findTornEnd(content) }
  }

  /// Finds the first broken batch that was not on the disk when something was written after it.
  private mutating func findTornEnd(_ content: ByteCursor) {
    let synced = frames.map(\.synced).max() ?? 0
    guard
      let first = damage.firstIndex(where: { broken in
        broken.first >= synced && Self.looksTorn(broken, content)
      })
    else { return }
    torn = damage[first].range.lowerBound..<content.end
    damage.removeSubrange(first...)
    let complete = frames.prefix { $0.body.upperBound <= torn.lowerBound }.count
    tornHoldsBatches = complete < frames.count
    frames.removeSubrange(complete...)
  }

  /// The number of bytes that a disk writes at once.
  private static let sectorByteCount = 512

  /// Returns whether a part of a broken batch is missing: its end, or bytes that a disk writes at once.
  private static func looksTorn(_ broken: Damage, _ content: ByteCursor) -> Bool {
    guard var rest = try? content.part(broken.range), !rest.isAtEnd else { return false }
    if broken.range.upperBound == content.end {
      if rest.remaining < BatchFrame.byteCount { return true }
      var head = rest
      // The length in a head with its checksum is right, and goes beyond the end.
      if let frame = try? BatchFrame(&head, verifies: true), frame.bodyByteCount > head.remaining {
        return true
      }
      // A footer begins with the number of elements.
      var footer = rest
      if let count = try? footer.readNumber(as: UInt64.self), count == UInt64(broken.first) { return true }
    }
    // The end of a batch is a checksum, so its last bytes are not zeros.
    if let end = try? content.part(max(rest.offset, rest.end - 4)..<rest.end), isZero(end) { return true }
    while !rest.isAtEnd {
      let count = min(sectorByteCount - rest.offset % sectorByteCount, rest.remaining)
      if let sector = try? content.part(rest.offset..<rest.offset + count), isZero(sector) { return true }
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

/// Goes from batch to batch, and over bytes that are none.
private struct FrameWalk {
  enum Part {
    case frame(FrameScan.Frame)
    case broken(FrameScan.Damage)
  }

  private var rest: ByteCursor
  let end: Int
  /// Where the batches are, if a footer says so.
  var places: FramePlaces?
  /// The number of the next element, or the least that it can be.
  private var expected = 0
  private var isExact = true
  /// The number of bytes that searching for batches may still check. Bytes that only look like heads cost time.
  private var searchBudget: Int

  init(_ content: ByteCursor, end: Int) {
    rest = content
    self.end = end
    searchBudget = 4 * content.remaining
  }

  mutating func next() -> Part? {
    guard rest.offset < end else { return nil }
    let place = places?.place(after: expected, at: rest.offset)
    if let frame = frame(at: rest.offset), place == nil || place?.body == frame.body {
      guard frame.first == expected || !isExact else { return .broken(gap(before: frame)) }
      move(to: frame.body.upperBound, next: frame.next)
      isExact = true
      return .frame(frame)
    }
    return .broken(passBroken(place))
  }

  private mutating func move(to offset: Int, next: Int) {
    rest = rest.dropping(offset - rest.offset)
    expected = next
  }

  /// Returns the batch at an offset, if it is complete and undamaged, and its elements come after those before.
  private func frame(at offset: Int) -> FrameScan.Frame? {
    var cursor = rest.dropping(offset - rest.offset)
    guard let head = try? BatchFrame(&cursor, verifies: true), head.first >= expected,
      head.bodyByteCount <= end - cursor.offset, let body = try? cursor.readPart(head.bodyByteCount),
      (try? BatchBody(body, version: ColumnFormat.version, verifies: true)) != nil
    else { return nil }
    return FrameScan.Frame(
      first: head.first, count: head.count, synced: head.first - head.unsynced, body: body.offset..<body.end)
  }

  /// Elements are missing before a complete batch.
  private mutating func gap(before frame: FrameScan.Frame) -> FrameScan.Damage {
    let first = expected
    expected = frame.first
    return damage(rest.offset..<rest.offset, first, frame.first)
  }

  /// Goes over a broken batch.
  ///
  /// - Parameter place: Where it is, if a footer says so.
  private mutating func passBroken(_ place: FrameScan.Frame?) -> FrameScan.Damage {
    let (start, first) = (rest.offset, expected)
    var cursor = rest
    if let place {
      move(to: place.body.upperBound, next: place.next)
    } else if let head = try? BatchFrame(&cursor, verifies: true), head.first >= expected {
      move(to: cursor.offset + min(head.bodyByteCount, end - cursor.offset), next: head.first + head.count)
    } else {
      let next = search(from: start + 1)
      move(to: next?.range.lowerBound ?? end, next: next?.first ?? expected)
      isExact = false
      return damage(start..<rest.offset, first, next?.first)
    }
    return damage(start..<rest.offset, first, expected)
  }

  /// Returns the next complete batch.
  private mutating func search(from offset: Int) -> FrameScan.Frame? {
    var offset = offset
    while offset + BatchFrame.byteCount < end, searchBudget > 0 {
      let cursor = rest.dropping(offset - rest.offset)
      if BatchFrame.isMark(cursor) {
        var body = cursor
        if let head = try? BatchFrame(&body, verifies: true) {
          searchBudget -= min(head.bodyByteCount, body.remaining)
          if let frame = frame(at: offset) { return frame }
        }
      }
      offset += 1
    }
    return nil
  }

  private func damage(_ range: Range<Int>, _ first: Int, _ next: Int?) -> FrameScan.Damage {
    let elements =
      next.map { "the batch of elements \(first) to \($0 - 1)" } ?? "a batch from element \(first)"
    let error = ArchiveError(
      .damaged, expected: elements, found: range.isEmpty ? "a later one" : "bytes with another checksum",
      offset: range.lowerBound,
      advice: "The file was damaged after it was written. Nothing was cut off. Read it from another copy.")
    return FrameScan.Damage(range: range, first: first, next: next, error: error)
  }
}

/// The locations of batches that a footer lists.
private struct FramePlaces {
  private var frames: [Int: FrameScan.Frame] = [:]

  /// - Parameters:
  ///   - table: The table of a footer, whose checksum is right.
  ///   - range: The location of the batches.
  /// - Returns: `nil` if the table does not have exactly these batches.
  init?(_ table: ByteCursor, in range: Range<Int>) {
    var (table, offset, first) = (table, range.lowerBound, 0)
    while !table.isAtEnd {
      guard let byteCount = try? table.readCount(), let count = try? table.readCount(), count > 0,
        count <= BatchFrame.maximumCount, range.upperBound - offset >= BatchFrame.byteCount,
        byteCount <= range.upperBound - offset - BatchFrame.byteCount
      else { return nil }
      let body = offset + BatchFrame.byteCount
      frames[offset] = FrameScan.Frame(
        first: first, count: count, synced: first, body: body..<body + byteCount)
      (offset, first) = (body + byteCount, first + count)
    }
    guard offset == range.upperBound else { return nil }
  }

  /// Returns the batch that begins at an offset with an element.
  func place(after first: Int, at offset: Int) -> FrameScan.Frame? {
    frames[offset].flatMap { $0.first == first ? $0 : nil }
  }
}
