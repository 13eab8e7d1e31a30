internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// The incomplete end that was cut off when a log was opened. A program was stopped while it was writing, or the bytes
/// had not reached the disk when the power failed. None of it was acknowledged as synced.
public struct ArchiveLogRecovery: Sendable {
  /// The file that was incomplete.
  public let segment: URL
  /// The number after the last element that remains.
  public let nextElement: Int
  /// The number of bytes that were cut off.
  public let removedByteCount: Int
  /// The file that keeps these bytes, unless they are only part of a batch or zeros. Complete batches among them were
  /// written after others that are missing, so they are not part of the log.
  public let removedBytes: URL?
}

/// The last segment of a log, which its writer may not have completed.
struct SegmentRecovery {
  private let folder: LogFolder
  private let view: SegmentView
  private let file: OpenFile
  /// Whether it has a header: its own, or the catalog's copy. It has none if no batch was written.
  private let isBegun: Bool
  /// Whether it has a version of the format that this program cannot read.
  private let isOfOtherVersion: Bool
  /// The part to cut off.
  private let torn: FrameSequence.Torn

  /// The number after the last element that remains.
  let next: Int
  /// The acknowledged elements that are missing, if that is accepted.
  let lost: Range<Int>?
  /// Whether the segment has no elements. It is then removed.
  var isEmpty: Bool { view.parts.frames.isEmpty && view.parts.footer == nil && !isOfOtherVersion }

  /// Inspects a segment without changing it.
  ///
  /// - Parameters:
  ///   - chain: The segments and the catalog of the log.
  ///   - mark: The last writer's note of the synced elements.
  ///   - acceptsLoss: Whether acknowledged elements may be missing at the end, as for a repair.
  /// - Throws: ``ArchiveError/Code/damaged`` with the place if bytes were changed after they were acknowledged.
  init(
    _ name: SegmentName, in folder: LogFolder, _ chain: LogChain, _ mark: LogLock.Mark?,
    acceptsLoss: Bool = false
  ) throws {
    self.folder = folder
    let (segment, catalog) = (try SegmentFile(name, in: folder, .update), chain.catalog)
    file = segment.file
    let (own, known) = (segment.header, catalog.header(ofSegmentFrom: name.first))
    func refusal(_ advice: ArchiveError.Advice) -> ArchiveError {
      (segment.headerError ?? ArchiveError(.damaged)).in(segment.file.path, advice: advice)
    }
    isOfOtherVersion = own == nil && known.map { !SequenceHeader.isOfThisVersion($0) } ?? false
    if isOfOtherVersion {
      guard catalog.isComplete(name), let end = catalog.endOfLast else {
        throw refusal("Open and close the log once with the version of the program that wrote it.")
      }
      view = try SegmentView(segment, nil, .complete(count: nil))
      torn = FrameSequence.Torn(at: view.byteCount)
      (isBegun, next, lost) = (false, max(end, name.first), nil)
      return
    }
    let isNamed = catalog.last?.first == name.first
    let number = own?.origin.number ?? (isNamed ? catalog.last?.number : nil)
    let acknowledged = chain.acknowledgedEnd(ofLast: name, number, mark).map { max($0 - name.first, 0) }
    isBegun =
      try own != nil || acknowledged ?? 0 > 0 || chain.isCatalogMade || isNamed
      || FrameSearch.holdsBatch(segment.content())
    if isBegun, own == nil, known == nil { throw refusal(Self.repairAdvice) }
    view = try SegmentView(
      segment, isBegun ? known : nil,
      acceptsLoss || !isBegun ? .acknowledged(0) : acknowledged.map { .acknowledged($0) } ?? .unknown)
    let parts = view.parts
    if let damage = parts.damage.first(where: { !$0.isFooter }) {
      throw damage.error(from: name.first).in(file.path, advice: Self.repairAdvice)
    }
    // A damaged footer is written again.
    torn =
      parts.torn ?? parts.damage.last.map { FrameSequence.Torn(range: $0.range, isWorthKeeping: false) }
      ?? FrameSequence.Torn(at: view.byteCount)
    next = name.first + (parts.frames.last?.next ?? 0)
    let end = name.first + (acknowledged ?? 0)
    lost = next < end ? next..<end : nil
    if lost != nil, !acceptsLoss {
      throw ArchiveError(
        .damaged, expected: "the elements \(next) to \(end - 1)", found: "the end of the segment",
        offset: torn.range.lowerBound
      ).in(file.path, advice: Self.repairAdvice)
    }
  }

  private static let repairAdvice: ArchiveError.Advice =
    "Nothing was cut off. `archive log repair` sets the damaged batches aside, and keeps all others."

  /// Checks that the elements have the expected type.
  ///
  /// - Parameter check: Called with the header of the type, and with the body of the first batch and the number of its
  ///   elements, if there is a batch.
  func check(_ check: (_ header: Data, _ batch: (body: Data, count: Int)?) throws -> Void) throws {
    guard isBegun else { return }
    do {
      try check(view.start.typeHeader, view.parts.frames.first.map { (try file.read($0.body), $0.count) })
    } catch let error as ArchiveError {
      throw error.in(file.path)
    }
  }

  /// Completes the segment: cuts off its incomplete end, and writes the footer. An empty segment is removed.
  ///
  /// - Returns: The checksum of the whole file, and a report of the incomplete end, if there was one.
  func complete() throws -> (checksum: UInt32, report: ArchiveLogRecovery?) {
    if isEmpty { return (0, try discard()) }
    if let footer = view.parts.footer {
      // The footer's sync may have failed. The system then never writes those bytes again by itself.
      try file.write(try file.read(footer), at: footer.lowerBound)
      try file.sync()
    } else if !isOfOtherVersion {
      return try seal()
    }
    return (try file.checksum(upTo: view.byteCount), nil)
  }

  /// Removes a segment without elements. If its content is more than a header or zeros, it is renamed.
  private func discard() throws -> ArchiveLogRecovery? {
    let removed = (isBegun ? view.start.byteCount : 0)..<view.byteCount
    var kept: URL?
    if !isBegun || torn.isWorthKeeping || lost != nil, try hasContent(removed) {
      kept = URL(fileURLWithPath: removedPath(at: 0))
      try folder.rename(view.segment.name.text, to: removedPath(at: 0))
    } else {
      try folder.remove(view.segment.name.text)
    }
    return report(removed.count, kept)
  }

  /// Whether any of some bytes is not zero.
  private func hasContent(_ range: Range<Int>) throws -> Bool {
    var isFound = false
    try file.forEachPiece(of: range) { isFound = isFound || $0.contains { $0 != 0 } }
    return isFound
  }

  private func report(_ removedByteCount: Int, _ kept: URL?) -> ArchiveLogRecovery? {
    guard removedByteCount > 0 else { return nil }
    return ArchiveLogRecovery(
      segment: view.segment.url, nextElement: next, removedByteCount: removedByteCount, removedBytes: kept)
  }

  private func removedPath(at offset: Int) -> String {
    folder.path(of: "\(view.segment.name.text).removed-\(offset)")
  }

  /// Cuts off the incomplete end, brings the rest to the disk, and writes the footer.
  private func seal() throws -> (checksum: UInt32, report: ArchiveLogRecovery?) {
    var kept: URL?
    if torn.isWorthKeeping || lost != nil, !torn.range.isEmpty {
      kept = URL(fileURLWithPath: removedPath(at: torn.range.lowerBound))
      try folder.place(as: kept?.lastPathComponent ?? "") { try file.forEachPiece(of: torn.range, $0) }
    }
    // The batches directly follow one another, as nothing is damaged. An earlier sync may have failed, and the system
    // then never writes the lost bytes by itself. So the batches that may not be on the disk are written again.
    let frames = view.parts.frames
    let synced = frames.map(\.synced).max() ?? 0
    let statistics = BatchStatistics(header: view.start.typeHeader)
    var index = SequenceIndex()
    var checksum = try file.checksum(upTo: view.start.byteCount)
    for frame in frames {
      let bytes = try file.read(frame.range)
      let body = bytes.dropFirst(BatchFrame.byteCount)
      guard frame.isBody(body) else {
        throw frame.changed(from: view.segment.name.first).in(file.path, advice: Self.repairAdvice)
      }
      if frame.next > synced { try file.write(bytes, at: frame.range.lowerBound) }
      checksum = CRC32C.checksum(of: bytes, continuing: checksum)
      index.add(statistics.batch(frame, body: body))
    }
    try file.truncate(to: torn.range.lowerBound)
    try file.sync()
    let footer = index.footer(salt: view.start.salt)
    try file.write(footer, at: torn.range.lowerBound)
    try file.sync()
    return (CRC32C.checksum(of: footer, continuing: checksum), report(torn.range.count, kept))
  }
}
