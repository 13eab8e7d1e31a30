internal import ArchiveBytes

/// Goes from batch to batch, and over bytes that are none.
struct FrameWalk {
  enum Part {
    case frame(FrameScan.Frame)
    case broken(FrameScan.Damage)
    /// A complete batch directly behind another, or where a footer says that a batch is, but not the one whose turn it is.
    case displaced(FrameScan.Frame, FrameScan.Damage)
  }

  private var rest: ByteCursor
  let end: Int
  /// The salt of the batches; `nil` for any.
  private let salt: UInt32?
  /// Where the batches are, if a footer says so.
  var places: FramePlaces?
  /// The number of the next element, or the least that it can be.
  private var expected = 0
  private(set) var isExact = true
  /// The number of bytes that searching for batches may still check. Bytes that only look like heads cost time.
  private var searchBudget: Int
  /// Whether an undamaged head says that its batch goes on after the end.
  private(set) var runsPastEnd = false

  init(_ content: ByteCursor, end: Int, salt: UInt32?) {
    rest = content
    (self.end, self.salt) = (end, salt)
    searchBudget = 4 * content.remaining
  }

  mutating func next() -> Part? {
    guard rest.offset < end else { return nil }
    let place = places?.place(after: expected, at: rest.offset)
    guard let frame = frame(at: rest.offset) else { return .broken(passBroken(place)) }
    // A complete batch that is next is there, whatever a footer says of its size.
    let isNext = isExact && frame.first == expected
    if frame.first >= expected, isNext || place == nil || place?.body == frame.body {
      guard frame.first == expected || !isExact else { return .broken(passGap(before: frame)) }
      move(to: frame.body.upperBound, next: frame.next)
      isExact = true
      return .frame(frame)
    }
    if isExact, place.map({ $0.body == frame.body }) ?? (frame.first < expected) {
      let found = damage(frame.range, frame.first, frame.first, synced: frame.synced)
      move(to: frame.body.upperBound, next: place?.next ?? expected)
      return .displaced(frame, found)
    }
    return .broken(passBroken(place))
  }

  private mutating func move(to offset: Int, next: Int) {
    rest = rest.dropping(offset - rest.offset)
    expected = next
  }

  /// Returns the batch at an offset, if it is complete and undamaged.
  private func frame(at offset: Int) -> FrameScan.Frame? {
    var cursor = rest.dropping(offset - rest.offset)
    guard let head = try? BatchFrame(&cursor, salt: salt, verifies: true),
      head.bodyByteCount <= end - cursor.offset, let body = try? cursor.readPart(head.bodyByteCount),
      (try? BatchBody(body, verifies: true)) != nil
    else { return nil }
    return FrameScan.Frame(
      first: head.first, count: head.count, synced: head.first - head.unsynced, body: body.offset..<body.end,
      salt: head.salt)
  }

  /// Elements are missing before a complete batch.
  private mutating func passGap(before frame: FrameScan.Frame) -> FrameScan.Damage {
    let first = expected
    expected = frame.first
    return damage(rest.offset..<rest.offset, first, frame.first)
  }

  /// Returns what is missing at the end, if a footer says that there are more elements.
  func gap(before count: Int) -> FrameScan.Damage? {
    isExact && expected != count ? damage(end..<end, expected, max(count, expected)) : nil
  }

  /// Goes over a broken batch.
  ///
  /// - Parameter place: Where it is, if a footer says so.
  private mutating func passBroken(_ place: FrameScan.Frame?) -> FrameScan.Damage {
    let (start, first) = (rest.offset, expected)
    var cursor = rest
    let head = try? BatchFrame(&cursor, salt: salt, verifies: true)
    if let place {
      move(to: place.body.upperBound, next: place.next)
    } else if let head, head.first >= expected {
      if head.bodyByteCount > end - cursor.offset { runsPastEnd = true }
      move(to: cursor.offset + min(head.bodyByteCount, end - cursor.offset), next: head.first + head.count)
    } else {
      let found = search(from: start + 1)
      move(to: found.frame?.range.lowerBound ?? end, next: found.frame?.first ?? expected)
      isExact = false
      return damage(
        start..<rest.offset, first, found.frame?.first, holdsBatches: found.passesBatches,
        isFollowed: found.isCertain)
    }
    return damage(start..<rest.offset, first, expected, synced: head.map { $0.first - $0.unsynced })
  }

  // MARK: Searching

  private struct Found {
    var frame: FrameScan.Frame?
    /// Whether there are batches before it that are inside of another.
    var passesBatches = false
    /// Whether it cannot be inside of another.
    var isCertain = false
  }

  /// Returns whether there is a complete batch anywhere, also one from the first element.
  mutating func findsBatch() -> Bool {
    expected = -1
    let found = search(from: rest.offset)
    return found.frame != nil || found.passesBatches
  }

  /// Returns the salt that most complete batches have.
  ///
  /// - Complexity: Linear in the number of bytes.
  mutating func commonSalt() -> UInt32 {
    var (counts, offset) = ([UInt32: Int](), rest.offset)
    while offset + BatchFrame.byteCount <= end, searchBudget > 0 {
      if let frame = searchFrame(at: offset) {
        counts[frame.salt, default: 0] += 1
        offset = frame.body.upperBound
      } else {
        offset += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  /// Returns the next complete batch that is not inside of another.
  private mutating func search(from offset: Int) -> Found {
    var (offset, found) = (offset, Found())
    while offset + BatchFrame.byteCount <= end, searchBudget > 0 {
      guard let frame = searchFrame(at: offset), frame.first > expected else {
        offset += 1
        continue
      }
      var last = frame
      while let next = searchFrame(at: last.body.upperBound), next.first == last.next { last = next }
      if leadsOn(last) {
        (found.frame, found.isCertain) = (frame, isEnd(last.body.upperBound))
        return found
      }
      // All those that follow one another are inside of the same batch.
      (offset, found.passesBatches) = (last.body.upperBound, true)
    }
    return found
  }

  /// Returns whether a batch that ends at an offset is the last. A disk may have lost what follows it if it is at the
  /// end of a sector.
  private func isEnd(_ offset: Int) -> Bool {
    offset == end && (end < rest.end || offset % TornBytes.sectorByteCount != 0)
  }

  /// Returns the batch at an offset, if it is complete and undamaged, and its elements come after those before.
  private mutating func searchFrame(at offset: Int) -> FrameScan.Frame? {
    guard offset < end else { return nil }
    let cursor = rest.dropping(offset - rest.offset)
    guard BatchFrame.isMark(cursor) else { return nil }
    var body = cursor
    guard let head = try? BatchFrame(&body, salt: salt, verifies: true) else { return nil }
    searchBudget -= min(head.bodyByteCount, body.remaining)
    if head.bodyByteCount > end - body.offset { runsPastEnd = true }
    return head.first >= expected ? frame(at: offset) : nil
  }

  /// Returns whether a batch is followed by the end, or by what is or was another batch.
  ///
  /// What follows the batches of an archive inside of another is its footer, and then other content.
  private func leadsOn(_ last: FrameScan.Frame) -> Bool {
    let next = rest.dropping(last.body.upperBound - rest.offset)
    if end - next.offset < BatchFrame.byteCount || BatchFrame.isMark(next) { return true }
    var number = next.dropping(16)
    if let first = try? number.readNumber(as: UInt64.self), first == UInt64(last.next) { return true }
    // At the begin of a sector, what follows can be missing in both cases.
    return next.offset % TornBytes.sectorByteCount != 0 && TornBytes.isTornHead(next)
  }

  private func damage(
    _ range: Range<Int>, _ first: Int, _ next: Int?, synced: Int? = nil, holdsBatches: Bool = false,
    isFollowed: Bool = true
  ) -> FrameScan.Damage {
    let elements =
      next == first
      ? "another batch than that from element \(first)"
      : next.map { "the batch of elements \(first) to \($0 - 1)" } ?? "a batch from element \(first)"
    let error = ArchiveError(
      .damaged, expected: elements, found: range.isEmpty ? "a later one" : "bytes with another checksum",
      offset: range.lowerBound,
      advice: "The file was damaged after it was written. Nothing was cut off. Read it from another copy.")
    return FrameScan.Damage(
      range: range, first: first, next: next, error: error, synced: synced, holdsBatches: holdsBatches,
      isFollowed: isFollowed)
  }
}

/// The locations of batches that a footer lists.
struct FramePlaces {
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
        first: first, count: count, synced: first, body: body..<body + byteCount, salt: 0)
      (offset, first) = (body + byteCount, first + count)
    }
    guard offset == range.upperBound else { return nil }
  }

  /// Returns the batch that begins at an offset with an element.
  func place(after first: Int, at offset: Int) -> FrameScan.Frame? {
    frames[offset].flatMap { $0.first == first ? $0 : nil }
  }
}
