package import Foundation

/// The parts of a sequence that may lack its end, or be damaged: a program is writing the file, or was writing it
/// when it stopped, or when the power failed. The parts are examined one after another, in their order in the file.
///
/// At the expected start of a batch, there can be:
///
/// - **A complete batch**, whose checksums are right.
/// - **The footer.**
/// - **A torn end**: batches that were not complete, or not on the disk, when the writer stopped: ``TornBytes``
///   describes them. No later batch records that they were on the disk. They can be cut off.
/// - **Damage**: everything else. These bytes were on the disk, and have changed since. They must not be cut off,
///   because other batches may follow.
///
/// As long as nothing is broken, at most one batch is in memory. Classifying a fault requires all bytes after it.
package struct FrameSequence: Sendable {
  /// Returns bytes of the file; fewer if it ends before.
  package typealias Read = @Sendable (Range<Int>) throws -> Data

  private let read: Read
  private let start: Int
  private let byteCount: Int
  private let salt: UInt32
  private let extent: Extent
  private var footer: SequenceFooter?
  /// The end of the parts returned so far.
  package private(set) var position: Position
  /// The position of the next part to examine.
  private var ahead: Position
  /// Parts found after the first fault that are still to be returned.
  private var found: ArraySlice<Part> = []
  /// The last bytes read: a few, or, after the first fault, all bytes from it on.
  private var window = (start: 0, bytes: Data())
  /// The number of bytes that searches for batches may still check. Bytes that only look like heads cost time.
  private var searchBudget = 0
  private var isOver = false
  /// Whether a fault extends to the end of the file, where the footer was.
  private var endsBroken = false

  /// - Parameters:
  ///   - byteCount: The number of bytes of the file.
  ///   - start: The location of the first batch, after the header and the origin.
  ///   - position: The position to begin at; `nil` for the start.
  ///   - salt: The salt of the batches; batches with another salt do not belong to the file.
  package init(
    _ byteCount: Int, from start: Int, at position: Position? = nil, salt: UInt32,
    _ extent: Extent = .unknown,
    read: @escaping Read
  ) throws {
    (self.byteCount, self.salt, self.extent, self.read) = (max(byteCount, start), salt, extent, read)
    self.start = start
    self.position = position ?? Position(offset: start, number: 0)
    ahead = self.position
    footer = try SequenceFooter(of: start..<self.byteCount, salt, read)
  }

  /// Creates the parts of a file that is in memory.
  package init(_ file: Data, from start: Int, salt: UInt32, _ extent: Extent = .unknown) throws {
    try self.init(file.count, from: start, salt: salt, extent) {
      file.dropFirst($0.lowerBound).prefix($0.count)
    }
  }

  /// Creates the parts of an archive, which must outlive them.
  init(_ content: ByteCursor, salt: UInt32) throws {
    // SAFETY: nothing writes to the bytes, and the caller keeps them alive.
    let file = unsafe Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: content.start), count: content.end, deallocator: .none)
    try self.init(file, from: content.offset, salt: salt)
  }

  /// The numbers of elements and batches in the footer, if there is one. A single batch is not listed.
  package var footerCounts: (elements: Int, batches: Int)? {
    footer.map { ($0.count, $0.batches?.count ?? min($0.count, 1)) }
  }

  /// Returns the next part; `nil` at the end of a file without a footer.
  package mutating func next() throws -> Part? {
    guard let part = try found.popFirst() ?? decided() else { return nil }
    switch part {
    case .frame(let frame, _):
      position = Position(offset: max(frame.range.upperBound, position.offset), number: frame.next)
    case .damage(let damage):
      position = Position(
        offset: max(damage.range.upperBound, position.offset), number: damage.next ?? damage.first)
      position.isExact = damage.next != nil
    case .torn, .footer: break
    }
    return part
  }

  // MARK: Torn or damaged

  /// Examines the next part. Everything after a fault is needed to classify it.
  private mutating func decided() throws -> Part? {
    guard let part = try lookAhead() else { return nil }
    guard case .damage = part else { return part }
    found = [part]
    while let part = try lookAhead() { found.append(part) }
    if footer == nil {
      switch extent {
      case .unknown: cutOff(0)
      case .acknowledged(let count): cutOff(count)
      case .complete: break
      }
    }
    try putInOrder()
    return found.popFirst()
  }

  /// Moves complete batches that are out of order to where elements are missing.
  private mutating func putInOrder() throws {
    let displaced = found.compactMap(\.displaced).sorted { $0.first < $1.first }
    guard !displaced.isEmpty else { return }
    var (ordered, index) = ([Part](), 0)
    for part in found {
      guard case .damage(let gap) = part, gap.range.isEmpty, let next = gap.next else {
        ordered.append(part)
        continue
      }
      var first = gap.first
      while index < displaced.count, displaced[index].first < next {
        let frame = displaced[index]
        index += 1
        guard frame.first >= first, frame.next <= next else { continue }
        if first < frame.first { ordered.append(.damage(damage(gap.range, first, frame.first))) }
        ordered.append(.frame(frame, body: try bytes(frame.body)))
        first = frame.next
      }
      if first < next { ordered.append(.damage(damage(gap.range, first, next))) }
    }
    found = ordered[...]
  }

  /// Replaces the parts that can be cut off with a single torn end. It starts at the first broken batch that was not
  /// on the disk when something was written after it.
  ///
  /// - Parameter known: The number of elements that are known to have been on the disk.
  private mutating func cutOff(_ known: Int) {
    let limit = firstTorn(from: 0)?.damage.range.lowerBound ?? byteCount
    let synced = found.reduce(known) { synced, part in
      switch part {
      case .frame(let frame, _) where frame.range.lowerBound < limit: max(synced, frame.synced)
      case .damage(let damage) where damage.range.lowerBound < limit: max(synced, damage.head?.synced ?? 0)
      default: synced
      }
    }
    guard let (index, broken) = firstTorn(from: synced) else { return }
    let holdsBatches = found[index...].contains {
      if case .frame = $0 { true } else { $0.displaced != nil }
    }
    found.removeSubrange(index...)
    found.append(
      .torn(
        Torn(
          range: broken.range.lowerBound..<byteCount,
          isWorthKeeping: holdsBatches || !looksTorn(broken, atLeast: 4))))
  }

  /// Returns the first fault after a number of elements that can be cut off.
  private func firstTorn(from synced: Int) -> (index: Int, damage: Damage)? {
    for (index, part) in zip(found.indices, found) {
      guard case .damage(let damage) = part, damage.first >= synced else { continue }
      if case .acknowledged(let count) = extent, damage.first >= count { return (index, damage) }
      if looksTorn(damage) { return (index, damage) }
    }
    return nil
  }

  private func looksTorn(_ damage: Damage, atLeast zeros: Int = 1) -> Bool {
    // A batch that is out of order is complete.
    guard !damage.range.isEmpty, !damage.isFooter, damage.displaced == nil else { return false }
    return withRest(from: damage.range.lowerBound) {
      TornBytes.isTorn(
        $0, byteCount: damage.range.count, bodyByteCount: damage.head?.body.count, atLeast: zeros)
    }
  }

  // MARK: One after another

  /// The end of the batches.
  private var end: Int { footer?.range.lowerBound ?? byteCount }

  private mutating func lookAhead() throws -> Part? {
    if isOver { return nil }
    guard ahead.offset < end else { return lookAtEnd() }
    guard let (frame, body) = try frame(at: ahead.offset) else { return try passBroken() }
    let first = ahead.number
    if frame.first == first || !ahead.isExact && frame.first > first {
      ahead = Position(offset: frame.range.upperBound, number: frame.next)
      return .frame(frame, body: body)
    }
    if frame.first > first {
      // Elements are missing before the batch.
      ahead.number = frame.first
      return .damage(damage(ahead.offset..<ahead.offset, first, frame.first))
    }
    // The batch is not the expected one.
    ahead.offset = frame.range.upperBound
    return .damage(damage(frame.range, first, first, frame))
  }

  private mutating func lookAtEnd() -> Part? {
    if let footer, ahead.number < footer.count {
      // A batch is missing between the last batch and the footer.
      defer { ahead.number = footer.count }
      return .damage(damage(end..<end, ahead.number, footer.count))
    }
    isOver = true
    if let footer {
      let isRight = ahead.number == footer.count
      return isRight ? .footer(footer.range) : .damage(damage(ofFooter: footer.range, ahead.number))
    }
    guard case .complete = extent, !endsBroken else { return nil }
    return .damage(damage(ofFooter: byteCount..<byteCount, ahead.number))
  }

  /// Skips a broken batch, or bytes that are wrongly taken for the footer.
  private mutating func passBroken() throws -> Part? {
    let (start, first) = (ahead.offset, ahead.number)
    if window.start > start || window.start + window.bytes.count < byteCount {
      window = (start, try read(start..<byteCount))
    }
    let head = BatchFrame(try bytes(start..<start + BatchFrame.byteCount), at: start, salt: salt)
    let listed = ahead.isExact ? footer?.batch(at: start) : nil
    if footer != nil, listed?.start != first, let head, head.first >= first, head.body.upperBound > end {
      // The footer belongs to an archive inside the batch.
      footer = nil
      return try lookAhead()
    }
    defer { endsBroken = ahead.offset == byteCount }
    if let listed, listed.start == first {
      ahead = Position(offset: listed.body.upperBound, number: first + listed.count)
    } else if let head, head.first >= first {
      ahead = Position(offset: min(head.body.upperBound, end), number: head.next)
    } else if let frame = search(from: start + 1) {
      ahead = Position(offset: frame.range.lowerBound, number: frame.first)
    } else {
      ahead.offset = end
      if footer == nil, isDamagedFooter(from: start, first) {
        return .damage(damage(ofFooter: start..<end, first))
      }
      let count = footer?.count ?? elementCount
      let next = count.flatMap { $0 < first ? nil : $0 }
      (ahead.number, ahead.isExact) = (next ?? first, next != nil)
      return .damage(damage(start..<end, first, next))
    }
    return .damage(damage(start..<ahead.offset, first, ahead.number, head))
  }

  /// The number of elements, if it is known from another source.
  private var elementCount: Int? { if case .complete(let count) = extent { count } else { nil } }

  private func isDamagedFooter(from start: Int, _ first: Int) -> Bool {
    elementCount == first || withRest(from: start) { TornBytes.isDamagedFooter($0, count: first) }
  }

  private func damage(_ range: Range<Int>, _ first: Int, _ next: Int?, _ head: BatchFrame? = nil) -> Damage {
    Damage(range: range, first: first, next: next, isFooter: false, head: head)
  }

  private func damage(ofFooter range: Range<Int>, _ count: Int) -> Damage {
    Damage(range: range, first: count, next: count, isFooter: true, head: nil)
  }

  // MARK: Bytes

  /// The number of bytes that are read at a time.
  private static let windowByteCount = 256 << 10

  private mutating func bytes(_ range: Range<Int>) throws -> Data {
    let range = range.clamped(to: 0..<end)
    if range.lowerBound < window.start || range.upperBound > window.start + window.bytes.count {
      let last = max(range.upperBound, min(range.lowerBound + Self.windowByteCount, byteCount))
      window = (range.lowerBound, try read(range.lowerBound..<last))
    }
    return window.bytes.dropFirst(range.lowerBound - window.start).prefix(range.count)
  }

  /// Calls `body` with the bytes from an offset, at or after the first fault, to the end of the file.
  private func withRest<Result>(from offset: Int, _ body: (ByteCursor) -> Result) -> Result {
    unsafe window.bytes.withUnsafeBytes {
      body(unsafe ByteCursor($0, origin: window.start).dropping(offset - window.start))
    }
  }

  /// Returns the batch at an offset and its body, if it is complete and undamaged.
  private mutating func frame(at offset: Int) throws -> (BatchFrame, Data)? {
    let head = BatchFrame(try bytes(offset..<offset + BatchFrame.byteCount), at: offset, salt: salt)
    guard let head, head.body.upperBound <= end else { return nil }
    let body = try bytes(head.body)
    return head.isBody(body) ? (head, body) : nil
  }

  /// Returns the next complete batch whose elements come after the earlier ones.
  private mutating func search(from offset: Int) -> BatchFrame? {
    if searchBudget == 0 { searchBudget = 4 * window.bytes.count }
    var budget = searchBudget
    defer { searchBudget = max(budget, 1) }
    let byteCount = max(end - offset, 0)
    return withRest(from: offset) {
      FrameSearch.first(in: $0.prefix(byteCount), salt: salt, from: ahead.number, &budget)
    }
  }
}
