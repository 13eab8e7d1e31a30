internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// A segment as it is on disk: its complete batches, and what is wrong with it.
struct InspectedSegment {
  let name: SegmentName
  let url: URL
  private(set) var byteCount: Int
  private let file: OpenFile
  /// The header of the type, or what was there if it is damaged; `nil` if nobody knows.
  private(set) var header: Data?
  /// The place of the segment in the log; `nil` if the header is damaged.
  private(set) var origin: SequenceOrigin?
  /// The complete batches. Their numbers count from the beginning of the segment.
  private(set) var frames: [FrameScan.Frame] = []
  /// What was changed after it was written.
  private(set) var damage: [ArchiveLogDamage] = []
  /// Elements that are in the next segment too.
  private(set) var overlap: ArchiveLogDamage?
  private(set) var isSealed = false
  /// What can be cut off at the end of the last segment.
  private(set) var torn: Range<Int>
  private(set) var keepsTorn = false
  /// The number after that of the last element in the segment, as far as it is known.
  private(set) var next: Int

  /// Reads a segment.
  ///
  /// - Parameters:
  ///   - following: The next segment; `nil` for the last one, which may be incomplete.
  ///   - known: The header of the type, as the catalog has it.
  ///   - headers: The headers of the other segments, which are needed if the segment's own is damaged, and the catalog has
  ///     none.
  init(
    _ name: SegmentName, before following: SegmentName?, in folder: LogFolder, known: Data?,
    headers: () throws -> [Data]
  ) throws {
    self.name = name
    let path = folder.path(of: name.text)
    url = URL(fileURLWithPath: path)
    file = try OpenFile(path, .read, folder.calls)
    byteCount = try file.size
    torn = byteCount..<byteCount
    next = name.first
    do {
      let found = try SegmentHeader(in: file)
      (header, origin) = (found.ofType, found.origin)
    } catch let error as ArchiveError where error.code != .fileSystem {
      // What another version has written is left to that.
      let isReadable = known.map { FrameScan.isOfThisVersion(header: $0) } ?? (error.code != .unsupported)
      header = isReadable ? try known ?? likelyHeader(among: headers()) : nil
      let lost = header.map { min($0.count + SequenceOrigin.byteCount, byteCount) } ?? byteCount
      note(0..<lost, from: 0, to: header == nil ? following.map { $0.first - name.first } : 0, error)
    }
    guard let header else {
      next = max(next, following?.first ?? next)
      return
    }
    try findBatches(after: min(header.count + SequenceOrigin.byteCount, byteCount), following)
    if let following { leaveOut(from: following) }
  }

  /// Returns some bytes of the file.
  func read(_ range: Range<Int>) throws -> Data { try file.read(range) }

  /// Returns the checksum of the whole file.
  func checksum() throws -> UInt32 { try FrameScan.checksum(of: file, upTo: byteCount) }

  private func likelyHeader(among others: [Data]) throws -> Data? {
    let data = try read(0..<byteCount)
    let found = HeaderRepair(data).header(among: others)
    // A file without a single batch has nothing that needs its own header.
    return found ?? (FrameScan.holdsBatch(data) ? nil : others.first)
  }

  private mutating func note(_ range: Range<Int>, from first: Int, to next: Int?, _ error: ArchiveError) {
    damage.append(
      ArchiveLogDamage(
        segment: url, bytes: range, first: name.first + first, next: next.map { name.first + $0 },
        error: error.in(url.path, advice: Self.advice)))
  }

  private static let advice: ArchiveError.Advice =
    "The file was changed after it was written. `archive log repair` sets the damaged bytes aside, and keeps all others."

  // MARK: Batches

  private mutating func findBatches(after header: Int, _ following: SegmentName?) throws {
    let (scan, opens) = try scan(after: header, isWhole: following != nil)
    (frames, isSealed) = (scan.frames, scan.footer != nil)
    (torn, keepsTorn) = (scan.torn, scan.keepsTorn)
    let count = try scan.footer.flatMap { FrameScan.elementCount(footer: try read($0)) }
    let total = count ?? following.map { $0.first - name.first }
    var known = frames.last?.next ?? 0
    var endsBroken = false
    for broken in scan.damage {
      let isLast = broken.next == nil
      endsBroken = broken.range.upperBound == byteCount
      if endsBroken, try isDamagedFooter(broken.range) || isLast && total == broken.first {
        note(broken.range, from: broken.first, to: broken.first, footerError(broken.range))
        continue
      }
      let next = broken.next ?? total.flatMap { $0 >= broken.first ? $0 : nil }
      note(broken.range, from: broken.first, to: next, batchError(broken, to: next))
      known = max(known, next ?? 0)
    }
    if !torn.isEmpty, !keepsTorn, damage.isEmpty, try isDamagedFooter(torn) {
      note(torn, from: known, to: known, footerError(torn))
      torn = byteCount..<byteCount
    }
    checkFooter(count, known, opens, at: scan.footer)
    if following != nil, !isSealed, !endsBroken {
      note(torn, from: known, to: known, footerError(torn))
    }
    next = name.first + max(known, count ?? 0)
  }

  /// Looks at all batches, one after the other. If anything is wrong with one, all bytes are needed to say what.
  ///
  /// - Returns: Also whether the file opens as an archive, if its footer is undamaged.
  private mutating func scan(after header: Int, isWhole: Bool) throws -> (FrameScan, opens: Bool) {
    if let origin, let found = try FrameScan(undamaged: file, byteCount, header: header, salt: origin.salt) {
      return (found, true)
    }
    let data = try file.read(try file.size, at: 0)
    byteCount = data.count
    return (FrameScan(data, header: header, isWhole: isWhole), (try? ColumnArchive(data)) != nil)
  }

  private func batchError(_ broken: FrameScan.Damage, to next: Int?) -> ArchiveError {
    let first = name.first + broken.first
    let elements =
      next.map { "the batches of elements \(first) to \(name.first + $0 - 1)" }
      ?? "a batch from element \(first)"
    return ArchiveError(
      .damaged, expected: elements,
      found: broken.range.isEmpty ? "later ones" : "bytes with another checksum",
      offset: broken.range.lowerBound)
  }

  private func footerError(_ range: Range<Int>) -> ArchiveError {
    ArchiveError(
      .damaged, expected: "the footer of a segment",
      found: range.isEmpty ? "the end of the file" : "other bytes",
      offset: range.lowerBound)
  }

  /// Checks that an undamaged footer is that of the batches.
  private mutating func checkFooter(_ count: Int?, _ known: Int, _ opens: Bool, at range: Range<Int>?) {
    guard let count, let range else { return }
    if count > known {
      let error = ArchiveError(
        .damaged, expected: "the batches of elements \(name.first + known) to \(name.first + count - 1)",
        found: "the footer", offset: range.lowerBound)
      note(range.lowerBound..<range.lowerBound, from: known, to: count, error)
    } else if count < known {
      note(range, from: known, to: known, footerError(range))
    } else if damage.isEmpty, !opens {
      note(range, from: known, to: known, footerError(range))
    }
  }

  /// Returns whether bytes after all batches are their footer, but for some bytes.
  private func isDamagedFooter(_ range: Range<Int>) throws -> Bool {
    SequenceFormat.isDamagedFooter(try read(range), of: bodies, at: range.lowerBound)
  }

  private var bodies: [SequenceFrames.Body] { frames.map { SequenceFrames.Body($0.body.count, $0.count) } }

  /// Leaves out what is in the next segment too: a repair that did not come to its end had already moved it there.
  private mutating func leaveOut(from following: SegmentName) {
    let limit = following.first
    guard next > limit else { return }
    let error = ArchiveError(
      .damaged, expected: "the end of the segment before element \(limit)",
      found: "elements up to \(next - 1)",
      advice: "The next segment has them too. A repair was stopped, or a file was copied here.")
    overlap = ArchiveLogDamage(
      segment: url, bytes: byteCount..<byteCount, first: limit, next: next, error: error.in(url.path))
    frames.removeAll { name.first + $0.first >= limit }
    damage.removeAll { $0.first >= limit }
    next = limit
  }
}
