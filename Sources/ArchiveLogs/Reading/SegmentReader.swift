internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Reads one segment, batch by batch, while its writer may still append to it.
///
/// A complete segment is mapped, and its footer says where the batches are. Any other is read by the heads of the
/// batches: it is never mapped, since opening the log may cut its end off. Where neither a batch nor the footer is, a
/// `FrameScan` of the file says whether something is damaged, or not yet there.
struct SegmentReader: Sendable {
  /// What is next in a segment.
  enum Step {
    case batch(LogBatch)
    case damage(ArchiveLogDamage)
    /// Nothing, but more may be written.
    case waiting
    /// Nothing more will come.
    case end
  }

  /// What to read.
  struct Request {
    /// The number of the first element, counted in the segment.
    let start: Int
    /// The header of the type, as the catalog has it.
    let knownHeader: () -> Data?
    /// Headers of the type to try if that of the segment is damaged, and the catalog has none.
    let headers: () -> [Data]
    /// The batches of a complete segment that may be read, by what it says of them.
    let candidates: (ColumnArchive) -> LogCandidates
    /// The next of the candidates, from a batch on, and those directly behind it; `nil` if there is none.
    let next: (LogCandidates, Range<Int>) -> Range<Int>?
  }

  enum State {
    /// Nothing has been read but the header.
    case opening
    /// The batches are where the footer says.
    case sealed(SealedSegment, LogCandidates)
    /// The batches are found by their heads.
    case walking
    /// The batches are where a scan has found them.
    case scanned(SegmentScan)
    case ended
  }

  let name: SegmentName
  let folder: LogFolder
  let file: OpenFile
  let url: URL
  let options: ColumnArchive.DecodingOptions
  /// The number of the first element of the next segment, once there is one. Nothing more is then written to this one,
  /// and what is incomplete is damaged.
  var successor: Int?

  var state = State.opening
  /// The header of the type.
  var header = Data()
  /// The place of the segment in the log; `nil` if the header is damaged.
  private(set) var origin: SequenceOrigin?
  /// What is wrong with the header.
  private var headerError: ArchiveError?
  /// What the batches are marked with.
  private var salt: UInt32 = 0
  /// The location of the first batch.
  var beginning = 0
  /// The location of the next batch.
  var offset = 0
  /// The number of its first element, counted in the segment.
  var position = 0
  /// Whether `position` is exact, or only the least that it can be.
  var isExact = true
  /// The next batch of a complete segment, or the next part of a scan.
  var index = 0
  /// The batch of a complete segment up to which the system was told that they will be read.
  private var announced = 0
  /// The size of the file when a scan found its end incomplete.
  var scannedSize: Int?

  /// Opens the file of a segment.
  init(_ name: SegmentName, in folder: LogFolder, _ options: ColumnArchive.DecodingOptions, successor: Int?)
    throws
  {
    (self.name, self.folder, self.options, self.successor) = (name, folder, options, successor)
    file = try OpenFile(folder.path(of: name.text), .read, folder.calls)
    url = URL(fileURLWithPath: file.path)
    do {
      let header = try SegmentHeader(in: file)
      origin = header.origin
      begin(withType: header.ofType, salt: header.origin.salt)
      state = .opening
    } catch let error as ArchiveError where error.code != .fileSystem {
      headerError = error
    }
  }

  /// The first element of the next segment, counted in this one.
  var limit: Int? { successor.map { max($0 - name.first, 0) } }

  mutating func next(_ request: Request) throws -> Step {
    while true {
      let step =
        switch state {
        case .opening: try open(request)
        case .sealed(let segment, let candidates): try nextListed(in: segment, candidates, request)
        case .walking: try nextByHead(request)
        case .scanned(let scan): try nextPart(of: scan, request)
        case .ended: Step.end
        }
      if let step { return step }
    }
  }

  // MARK: Opening

  private mutating func open(_ request: Request) throws -> Step? {
    if let headerError { return try openDamaged(headerError, request) }
    state = .walking
    let size = try file.size
    if let footer = try footer(size), footer.start >= offset,
      let segment = SealedSegment(url, byteCount: size, salt: salt, options)
    {
      state = .sealed(segment, request.candidates(segment.archive))
    }
    return nil
  }

  /// Goes on with the first batch.
  ///
  /// - Parameters:
  ///   - header: The header of the type, behind which the place of the segment follows.
  ///   - salt: The salt of the batches.
  mutating func begin(withType header: Data, salt: UInt32) {
    (self.header, self.salt) = (header, salt)
    beginning = header.count + SequenceOrigin.byteCount
    (offset, state) = (beginning, .walking)
  }

  /// Returns the location of the footer at the end of the file, and the number of elements that it states.
  func footer(_ size: Int) throws -> (start: Int, count: Int)? {
    let end = try file.read(FrameScan.footerEndByteCount, at: max(size - FrameScan.footerEndByteCount, 0))
    guard let byteCount = FrameScan.footerByteCount(end), byteCount <= size,
      let footer = FrameScan.content(ofFooter: try file.read(byteCount, at: size - byteCount))
    else { return nil }
    return (size - byteCount - footer.statisticsByteCount, footer.elementCount)
  }

  // MARK: Batches

  private mutating func nextListed(
    in segment: SealedSegment, _ candidates: LogCandidates, _ request: Request
  ) throws -> Step? {
    let first = segment.batch(of: request.start)
    if first > index { (index, position) = (first, segment.elements(of: first - 1).upperBound) }
    while index < segment.count {
      let rest = index..<segment.count
      let next = request.next(candidates, rest) ?? segment.count..<segment.count
      if next.lowerBound > index {
        (index, position) = (next.lowerBound, segment.elements(of: next.lowerBound - 1).upperBound)
        continue
      }
      if next.upperBound > announced {
        announced = next.upperBound
        segment.willRead(next)
      }
      let elements = segment.elements(of: index)
      position = elements.upperBound
      let batch = segment.archive(of: index)
      guard segment.isUndamaged(index) else {
        (offset, position, state) = (segment.offset(of: index), elements.lowerBound, .walking)
        return try findDamage()
      }
      index += 1
      return .batch(LogBatch(batch, in: url, from: name.first + elements.lowerBound, shift: 0))
    }
    state = .ended
    return nil
  }

  private mutating func nextByHead(_ request: Request) throws -> Step? {
    let size = try file.size
    let bytes = try file.read(FrameScan.headByteCount, at: offset)
    let head = FrameScan.head(bytes, at: offset, salt: salt)
    if let head, head.first == position || !isExact && head.first > position {
      guard head.range.upperBound <= size else { return successor == nil ? .waiting : try findDamage() }
      let isSkipped = head.next <= request.start
      if let body = isSkipped ? Data() : try readBody(head) {
        move(behind: head)
        return isSkipped ? nil : batch(body, head)
      }
    }
    if let footer = try footer(size), footer.start == offset, footer.count == position {
      state = .ended
      return nil
    }
    if successor == nil, size <= offset || scannedSize == size { return .waiting }
    return try findDamage()
  }

  mutating func move(behind frame: FrameScan.Frame) {
    (offset, position, isExact) = (frame.range.upperBound, frame.next, true)
  }

  /// Returns the body of a batch; `nil` if it is incomplete or damaged.
  func readBody(_ frame: FrameScan.Frame) throws -> Data? {
    let body = try file.read(frame.body)
    return frame.isBody(body) ? body : nil
  }

  /// Returns a batch that was read.
  func batch(_ body: Data, _ frame: FrameScan.Frame) -> Step {
    let archive = ColumnArchive(header: header, body: body, count: frame.count, options: options)
    let shift = frame.body.lowerBound - header.count
    return .batch(LogBatch(archive, in: url, from: name.first + frame.first, shift: shift))
  }
}
