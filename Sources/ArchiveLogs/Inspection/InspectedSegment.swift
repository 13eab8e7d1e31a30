internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// A segment of a log: its complete batches and its damage.
struct InspectedSegment {
  let view: SegmentView
  /// The header of the type, or the damaged bytes in its place; `nil` if it is unknown.
  let header: Data?
  /// The complete batches. Their numbers count from the beginning of the segment.
  private(set) var frames: [BatchFrame]
  /// The damage in the segment.
  private(set) var damage: [ArchiveLogDamage] = []
  /// Elements that the next segment also contains.
  private(set) var overlap: ArchiveLogDamage?
  /// The number after the segment's last known element.
  private(set) var next: Int

  var name: SegmentName { view.segment.name }
  var url: URL { view.segment.url }
  /// The place of the segment in the log; `nil` if the header is damaged.
  var origin: SequenceOrigin? { view.segment.header?.origin }
  var isSealed: Bool { view.parts.footer != nil }
  /// The part that can be cut off at the end of the last segment.
  var torn: FrameSequence.Torn { view.parts.torn ?? FrameSequence.Torn(at: view.byteCount) }

  /// Reads a segment.
  ///
  /// - Parameters:
  ///   - following: The next segment; `nil` for the last one, which may be incomplete.
  ///   - known: The header of the type, as stored in the catalog.
  ///   - headers: The headers of the other segments, used if the segment's own is damaged and the catalog has no copy.
  init(
    _ name: SegmentName, before following: SegmentName?, in folder: LogFolder, known: Data?,
    headers: () throws -> [Data]
  ) throws {
    let segment = try SegmentFile(name, in: folder)
    // A segment in another version of the format is left alone.
    let isReadable =
      known.map { SequenceHeader.isOfThisVersion($0) } ?? (segment.headerError?.code != .unsupported)
    header =
      try segment.header?.ofType
      ?? (isReadable ? known ?? segment.header(among: headers()) : nil)
    let limit = following.map { max($0.first - name.first, 0) }
    view = try SegmentView(segment, header, limit.map { .complete(count: $0) } ?? .unknown)
    if let error = segment.headerError {
      let lost = header == nil ? view.byteCount : view.start.byteCount
      damage.append(
        segment.damage(0..<lost, 0, header == nil ? limit : 0, error, advice: Self.advice))
    }
    guard header != nil else {
      (frames, next) = ([], max(name.first, following?.first ?? 0))
      return
    }
    (frames, next) = (view.parts.frames, name.first + view.parts.next)
    damage += view.parts.damage.map { segment.damage($0, advice: Self.advice) }
    if let following { leaveOut(from: following.first) }
  }

  private static let advice: ArchiveError.Advice =
    "The file was changed after it was written. `archive log repair` sets the damaged bytes aside, and keeps all others."

  /// Leaves out the elements that the next segment also contains: an interrupted repair had already moved them there.
  private mutating func leaveOut(from limit: Int) {
    guard next > limit else { return }
    let error = ArchiveError(
      .damaged, expected: "the end of the segment before element \(limit)",
      found: "elements up to \(next - 1)",
      advice: "The next segment contains them too. A repair was stopped, or a file was copied here.")
    overlap = ArchiveLogDamage(
      segment: url, bytes: view.byteCount..<view.byteCount, first: limit, next: next,
      error: error.in(url.path))
    let first = name.first
    frames.removeAll { first + $0.first >= limit }
    damage.removeAll { $0.first >= limit }
    next = limit
  }

  /// Returns some bytes of the file.
  func read(_ range: Range<Int>) throws -> Data { try view.segment.file.read(range) }

  /// Returns the checksum of the whole file.
  func checksum() throws -> UInt32 { try view.segment.file.checksum(upTo: view.byteCount) }
}
