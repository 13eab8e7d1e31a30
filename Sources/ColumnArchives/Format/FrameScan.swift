package import ArchiveBytes

/// The state of every batch of a sequence that may lack its end, or be damaged: a file that a program was writing when
/// it stopped, or when the power failed.
///
/// Where a batch should begin, there can be:
///
/// - **A complete batch**, whose checksums are right.
/// - **A torn end**: batches that were not complete, or not on the disk, when the writer stopped: ``TornBytes`` says how
///   they look. No later batch says that they were on the disk. They can be cut off.
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
    /// The salt in its head.
    let salt: UInt32

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
    /// The number of elements that were known to be on the disk when the batch was written, if its head is undamaged.
    let synced: Int?
    /// Whether there are complete batches inside that are not the log's own, as in an archived archive, or that cannot
    /// be told from such.
    package let holdsBatches: Bool
    /// Whether the batches after it are certainly the file's own, and not inside of this one.
    let isFollowed: Bool
  }

  /// The complete batches, in order. The numbers of their elements have gaps where there is damage.
  package private(set) var frames: [Frame] = []
  package private(set) var damage: [Damage] = []
  /// Complete batches that are out of their order, while the batches are looked at.
  private var displaced: [(frame: Frame, damage: Damage)] = []
  /// The location of the footer, if there is one.
  package private(set) var footer: Range<Int>?
  private let salt: UInt32
  /// What can be cut off at the end; empty if nothing.
  package private(set) var torn: Range<Int>
  /// Whether what can be cut off is worth keeping: complete batches are in it, which reached the disk before those in front
  /// of them, or bytes that no interrupted write leaves.
  package private(set) var keepsTorn = false

  /// Creates the state of batches of which none is damaged or incomplete.
  ///
  /// - Parameter end: The number of bytes of the file.
  init(_ frames: [Frame], footer: Range<Int>?, end: Int, salt: UInt32) {
    (self.frames, self.footer, self.salt, torn) = (frames, footer, salt, end..<end)
  }

  /// Looks at all batches.
  ///
  /// - Parameters:
  ///   - content: The bytes after the header.
  ///   - salt: The salt of the batches; others are not the file's own.
  ///   - isWhole: Whether nothing may be incomplete: everything that is wrong is then damage.
  ///   - needsTable: Whether a footer has a table, as in logs. One without could be the end of a small batch whose head
  ///     is lost.
  ///   - synced: The number of elements that are known to have been on the disk, if something says so beside what the
  ///     batches say. What is wrong behind them can be cut off, however it looks.
  /// - Complexity: Linear in the number of bytes.
  init(
    _ content: ByteCursor, salt: UInt32, isWhole: Bool = false, needsTable: Bool = false, synced: Int? = nil
  ) {
    self.salt = salt
    torn = content.end..<content.end
    if let footer = try? SequenceFooter(content, verifies: true), footer.table != nil || !needsTable,
      (try? footer.checkStatistics(in: content)) != nil, let walk = walk(content, footer)
    {
      self.footer = footer.start..<content.end
      // A batch could be missing between the last and the footer.
      if let missing = walk.gap(before: footer.count) { damage.append(missing) }
      return
    }
    _ = walk(content, nil)
    if !isWhole { findTornEnd(content, synced) }
  }

  /// Goes over all batches.
  ///
  /// - Returns: `nil` if the footer is not that of these batches. A batch whose body has 13 bytes looks like one, and a
  ///   file may end in the middle of a batch after an archived archive.
  private mutating func walk(_ content: ByteCursor, _ footer: SequenceFooter?) -> FrameWalk? {
    var walk = FrameWalk(content, end: footer?.start ?? content.end, salt: salt)
    if let footer, let table = footer.table {
      guard let places = FramePlaces(table, in: content.offset..<walk.end) else { return nil }
      walk.places = places
    }
    while let part = walk.next() {
      switch part {
      case .frame(let frame): frames.append(frame)
      case .broken(let broken): damage.append(broken)
      case .displaced(let frame, let found): displaced.append((frame, found))
      }
    }
    addDisplaced()
    // If the head of such a batch is lost, only the number of elements tells: its first columns, taken for a number.
    if let footer, walk.runsPastEnd || !walk.isExact && footer.count > BatchFrame.maximumCount {
      (frames, damage, displaced) = ([], [], [])
      return nil
    }
    return walk
  }

  /// Puts batches that are out of their order where they belong, if that is empty.
  ///
  /// - Complexity: Linear in the number of batches, but for sorting the displaced ones.
  private mutating func addDisplaced() {
    guard !displaced.isEmpty else { return }
    var (ordered, rest) = ([Frame](), frames[...])
    let sorted = displaced.map(\.frame).sorted {
      ($0.first, $0.body.lowerBound) < ($1.first, $1.body.lowerBound)
    }
    for frame in sorted {
      while let next = rest.first, next.first < frame.first { ordered.append(rest.removeFirst()) }
      let isFree =
        ordered.last.map { $0.next <= frame.first } ?? true && frame.next <= rest.first?.first ?? .max
      if isFree { ordered.append(frame) }
    }
    frames = ordered + rest
    // What a batch elsewhere has is not missing. Both gaps and batches ascend.
    var index = 0
    damage.removeAll { gap in
      guard gap.range.isEmpty, let next = gap.next, gap.first < next else { return false }
      var first = gap.first
      while index < frames.count, frames[index].first < next {
        if frames[index].first == first { first = frames[index].next }
        index += 1
      }
      return first >= next
    }
    damage = (damage + displaced.map(\.damage)).sorted { $0.range.lowerBound < $1.range.lowerBound }
    displaced = []
  }

  /// Finds the first broken batch that was not on the disk when something was written after it.
  private mutating func findTornEnd(_ content: ByteCursor, _ known: Int?) {
    func isTorn(_ broken: Damage) -> Bool {
      known.map { broken.first >= $0 } ?? false || TornBytes.isTorn(broken, content, salt: salt)
    }
    // What batches say does not count if they may be inside of one whose head has not arrived.
    let torn = damage.first { !$0.isFollowed && isTorn($0) }
    let limit = torn?.range.lowerBound ?? content.end
    let synced = max(
      known ?? 0,
      frames.lazy.filter { $0.range.lowerBound < limit }.map(\.synced).max() ?? 0,
      damage.lazy.filter { $0.range.lowerBound < limit }.compactMap(\.synced).max() ?? 0)
    let found = damage.firstIndex { $0.first >= synced && isTorn($0) }
    guard let found else { return }
    self.torn = damage[found].range.lowerBound..<content.end
    let complete = frames.filter { $0.body.upperBound <= damage[found].range.lowerBound }
    keepsTorn =
      complete.count < frames.count || damage[found...].contains(where: \.holdsBatches)
      || !TornBytes.isTorn(damage[found], content, salt: salt)
    damage.removeSubrange(found...)
    frames = complete
  }
}
