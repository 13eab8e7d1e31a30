internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Reads one segment, batch by batch, while its writer may still append to it.
///
/// A complete segment is mapped, and its footer locates the batches. An incomplete one is read part by part. It is
/// never mapped, since opening the log may cut its end off.
struct SegmentReader: Sendable {
  /// The next item in a segment.
  enum Step {
    case batch(LogBatch)
    case damage(ArchiveLogDamage)
    /// Nothing yet, but more may be written.
    case waiting
    /// Nothing more will come.
    case end
  }

  /// What to read.
  struct Request {
    /// The number of the first element, counted in the segment.
    let start: Int
    /// Whether reading has begun; see ``LogCandidates``.
    let hasBegun: Bool
    /// The header of the type, as stored in the catalog.
    let knownHeader: () -> Data?
    /// Headers of the type to try if the segment's own is damaged and the catalog has no copy.
    let headers: () -> [Data]
  }

  private enum State {
    /// Only the header has been read.
    case opening
    /// The footer locates the batches.
    case sealed(SealedSegment, LogCandidates)
    /// The parts are read one after another.
    case walking
    case ended
  }

  let segment: SegmentFile
  private let reading: LogReading
  /// The number of the first element of the next segment, once that exists. Nothing more is then written to this one,
  /// and an incomplete part is damage.
  var successor: Int? { didSet { lookAgain() } }

  private var state = State.opening
  private(set) var start = SegmentFile.Start()
  /// The position of the next batch.
  private(set) var place = FrameSequence.Position(offset: 0, number: 0)
  /// The parts that follow; `nil` if they have not been looked for.
  private var parts: FrameSequence?
  /// Whether damage among them has been confirmed by a second look.
  private var isConfirmed = false
  /// The size of the file when no more was found.
  private var seenByteCount: Int?
  /// The next batch of a complete segment.
  private var index = 0
  /// The batch of a complete segment up to which the system was told to read ahead.
  private var announced = 0

  init(_ segment: SegmentFile, _ reading: LogReading, successor: Int?) {
    (self.segment, self.reading, self.successor) = (segment, reading, successor)
  }

  mutating func next(_ request: Request) throws -> Step {
    while true {
      let step =
        switch state {
        case .opening: try open(request)
        case .sealed(let segment, let candidates): try nextListed(in: segment, candidates, request)
        case .walking: try nextPart(request)
        case .ended: Step.end
        }
      if let step { return step }
    }
  }

  // MARK: Opening

  private mutating func open(_ request: Request) throws -> Step? {
    guard segment.header != nil else { return try openDamaged(request) }
    try begin(nil)
    if try segment.parts(from: start, extent).footerCounts != nil,
      let sealed = SealedSegment(segment.url, byteCount: try segment.file.size, reading.options)
    {
      state = .sealed(sealed, LogCandidates(sealed.archive, reading, hasBegun: request.hasBegun))
    }
    return nil
  }

  /// Continues with the first batch.
  private mutating func begin(_ typeHeader: Data?) throws {
    start = try segment.start(typeHeader)
    (place.offset, state) = (start.byteCount, .walking)
  }

  /// Opens a segment whose header is damaged. A segment's header is written before the file gets its name.
  private mutating func openDamaged(_ request: Request) throws -> Step? {
    let error = segment.headerError ?? ArchiveError(.damaged)
    let known = request.knownHeader()
    let isReadable = known.map { SequenceHeader.isOfThisVersion($0) } ?? true
    guard isReadable, let header = try known ?? segment.header(among: request.headers()) else {
      // None of its elements can be read.
      let view = try SegmentView(segment, nil, extent)
      (state, place.number) = (.ended, limit ?? view.parts.next)
      let isKnown = limit != nil || !view.parts.frames.isEmpty
      return .damage(segment.damage(0..<view.byteCount, 0, isKnown ? place.number : nil, error))
    }
    try begin(header)
    // Nothing is lost if the log has a copy of the header.
    if known != nil { return nil }
    let damaged = ArchiveError(
      .damaged, expected: "the header of a segment", found: "bytes with another checksum",
      offset: error.offset ?? 0,
      advice: "The batches behind it are read with the header of another segment or of the type.",
      underlying: error)
    return .damage(segment.damage(0..<start.byteCount, 0, 0, damaged))
  }

  /// The number of elements, if no more can be written.
  private var limit: Int? { successor.map { max($0 - segment.name.first, 0) } }
  private var extent: FrameSequence.Extent { limit.map { .complete(count: $0) } ?? .unknown }

  // MARK: Batches

  private mutating func nextListed(
    in sealed: SealedSegment, _ candidates: LogCandidates, _ request: Request
  ) throws -> Step? {
    index = max(index, sealed.batch(of: request.start))
    let rest = index..<sealed.count
    let next = candidates.next(in: rest, hasBegun: request.hasBegun) ?? sealed.count..<sealed.count
    index = max(index, next.lowerBound)
    place.number = index > 0 ? sealed.elements(of: index - 1).upperBound : 0
    guard index < sealed.count else {
      state = .ended
      return nil
    }
    if next.upperBound > announced {
      announced = next.upperBound
      sealed.willRead(next)
    }
    let (batch, elements) = (sealed.archive(of: index), sealed.elements(of: index))
    guard sealed.archive.isUndamaged(index) else {
      (place.offset, state) = (sealed.offset(of: index), .walking)
      return nil
    }
    index += 1
    place.number = elements.upperBound
    return .batch(
      LogBatch(batch, in: segment.url, from: segment.name.first + elements.lowerBound, shift: 0))
  }

  private mutating func nextPart(_ request: Request) throws -> Step? {
    if parts == nil {
      let byteCount = try segment.file.size
      if successor == nil, byteCount == seenByteCount { return .waiting }
      (parts, seenByteCount, isConfirmed) = (
        try segment.parts(from: start, at: place, extent), byteCount, false
      )
    }
    let part = try parts?.next()
    if case .damage(let damage)? = part, !isConfirmed {
      // The writer may have been writing while the file was read. Damage does not go away.
      (parts, isConfirmed) = (try segment.parts(from: start, at: place, extent), true)
      guard case .damage(let again)? = try parts?.next(), again.range == damage.range else {
        lookAgain()
        return nil
      }
    }
    place = parts?.position ?? place
    switch part {
    case .frame(let frame, let body):
      return frame.next <= request.start ? nil : batch(body, frame)
    // Elements that were lost with the footer are reported before the next segment.
    case .damage(let damage) where damage.isFooter && damage.range.isEmpty && damage.first != limit:
      return nil
    case .damage(let damage): return .damage(segment.damage(damage))
    case .torn, nil:
      parts = nil
      if successor == nil { return .waiting }
      state = .ended
    case .footer: state = .ended
    }
    return nil
  }

  private mutating func lookAgain() { (parts, seenByteCount) = (nil, nil) }

  /// Returns the batch in a body that was read.
  private func batch(_ body: Data, _ frame: BatchFrame) -> Step {
    let archive = ColumnArchive(
      header: start.typeHeader, body: body, count: frame.count, options: reading.options)
    let shift = frame.body.lowerBound - start.typeHeader.count
    return .batch(LogBatch(archive, in: segment.url, from: segment.name.first + frame.first, shift: shift))
  }
}
