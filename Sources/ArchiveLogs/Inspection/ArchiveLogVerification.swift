internal import ArchiveBytes
package import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// A report of the segments of a log and of their damage.
public struct ArchiveLogVerification: Sendable {
  /// A file of a log.
  public struct Segment: Sendable {
    /// The file of the segment.
    public let url: URL
    /// When the segment was begun.
    public let date: Date
    /// The number of its first element.
    public let first: Int
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The numbers of the elements of each complete batch. They have gaps where there is damage.
    public let batches: [Range<Int>]
    /// Whether the segment is complete. The last segment is incomplete while it is being written, and after a crash.
    public let isSealed: Bool
    /// The location of the incomplete end of the last segment; empty if the segment has none. Opening the log for
    /// writing cuts it off.
    public let tornEnd: Range<Int>

    /// The number of elements in complete batches.
    public var count: Int { batches.reduce(0) { $0 + $1.count } }
  }

  /// The segments, in order.
  public fileprivate(set) var segments: [Segment] = []
  /// Damage: bytes that changed after they were written, missing elements, and files in the wrong place.
  public fileprivate(set) var damage: [ArchiveLogDamage]
  /// The gaps that an earlier repair noted.
  public fileprivate(set) var gaps: [ArchiveLogGap] = []
  /// Segments that were deleted while the log was checked.
  public fileprivate(set) var deleted: [URL] = []

  fileprivate init(damage: [ArchiveLogDamage]) { self.damage = damage }

  /// Whether the log has no damage. Gaps that a repair has noted, and a torn end, are not damage.
  public var isUndamaged: Bool { damage.isEmpty }
}

extension ArchiveLogFolder {
  /// Checks each byte of the log: the header, the batches and the footer of each segment, that each segment is the one
  /// that existed when the next was begun, and that no elements are missing. It takes no lock, so the log may be
  /// written meanwhile, and old segments may be deleted.
  ///
  /// - Throws: ``ArchiveError`` if a file cannot be read. Damage is not thrown: the result contains it.
  /// - Complexity: Linear in the size of the log. It needs memory for a batch, or for a segment that is damaged or
  ///   incomplete.
  public func verify() throws -> ArchiveLogVerification { try verify(SystemFileCalls()) }

  /// - Parameter calls: The system calls, which tests replace.
  package func verify(_ calls: any FileCalls) throws -> ArchiveLogVerification {
    let folder = LogFolder(url, calls)
    let chain = try LogChain(folder)
    let misplaced = Dictionary(uniqueKeysWithValues: chain.misplaced.map { ($0.index, $0.fault) })
    let names = chain.names.indices.filter { misplaced[$0] == nil }.map { chain.names[$0] }
    var found = ArchiveLogVerification(damage: misplaced.sorted { $0.key < $1.key }.map(\.value))
    var last: InspectedSegment?
    for (index, name) in names.enumerated() {
      let segment: InspectedSegment
      do {
        segment = try folder.inspect(names, index, chain.catalog)
      } catch let error as ArchiveError where error.systemCode == ENOENT {
        found.deleted.append(URL(fileURLWithPath: folder.path(of: name.text)))
        // An old segment is deleted together with all segments before it.
        last = nil
        continue
      } catch let error as ArchiveError where error.systemCode == EISDIR {
        found.damage.append(ArchiveLogDamage(folderNamed: name, folder, error))
        continue
      }
      if let last, last.next < name.first {
        if let gap = chain.catalog.gap(last.next..<name.first) {
          found.gaps.append(gap)
        } else {
          found.damage.append(segment.missing(from: last.next))
        }
      }
      if let last, let fault = try segment.otherPredecessor(last, chain.catalog) {
        found.damage.append(fault)
      }
      found.damage += segment.damage
      if let overlap = segment.overlap { found.damage.append(overlap) }
      found.segments.append(segment.summary)
      last = segment
    }
    if let missing = chain.missingEnd { found.damage.append(missing) }
    if let last, let missing = last.missingEnd(chain.catalog) { found.damage.append(missing) }
    if let error = chain.catalogError {
      let url = URL(fileURLWithPath: folder.path(of: LogFolder.catalogName))
      found.damage.append(ArchiveLogDamage(segment: url, bytes: 0..<0, first: 0, next: 0, error: error))
    }
    return found
  }
}

extension InspectedSegment {
  fileprivate var summary: ArchiveLogVerification.Segment {
    ArchiveLogVerification.Segment(
      url: url, date: name.date, first: name.first, byteCount: view.byteCount,
      batches: frames.map { name.first + $0.first..<name.first + $0.next }, isSealed: isSealed,
      tornEnd: torn.range)
  }

  /// Returns the damage that elements before the segment are missing.
  fileprivate func missing(from first: Int) -> ArchiveLogDamage {
    let error = ArchiveError(
      .damaged, expected: "a segment with the elements \(first) to \(name.first - 1)",
      found: "one that begins with element \(name.first)", offset: 0,
      advice: "A segment before it was deleted, or has lost its end.")
    return ArchiveLogDamage(
      segment: url, bytes: 0..<0, first: first, next: name.first, error: error.in(url.path))
  }

  /// Returns the damage if the segment lacks elements that it had when the log was closed.
  fileprivate func missingEnd(_ catalog: LogCatalog) -> ArchiveLogDamage? {
    guard catalog.last?.first == name.first, damage.isEmpty, let end = catalog.endOfLast, next < end else {
      return nil
    }
    let error = ArchiveError(
      .damaged, expected: "the elements \(next) to \(end - 1)", found: "the end of the segment",
      offset: frames.last?.range.upperBound,
      advice: "The log had them when it was closed. `archive log repair` continues without them.")
    return ArchiveLogDamage(
      segment: url, bytes: view.byteCount..<view.byteCount, first: next, next: end, error: error.in(url.path))
  }

  /// Returns the damage if the segment before this one is not the one that existed when this one was begun.
  fileprivate func otherPredecessor(
    _ last: InspectedSegment, _ catalog: LogCatalog
  ) throws -> ArchiveLogDamage? {
    guard let origin, let before = last.origin, origin.previous != 0, before.number + 1 == origin.number,
      !catalog.repaired.contains(before.number), last.damage.isEmpty, last.isSealed, last.overlap == nil,
      try last.checksum() != origin.previous
    else { return nil }
    let error = ArchiveError(
      .damaged, expected: "the segment that existed when the next was begun", found: "other content",
      offset: 0, advice: "The file was replaced, or comes from another copy of the log.")
    return ArchiveLogDamage(misplaced: last.url, last.name, error)
  }
}
