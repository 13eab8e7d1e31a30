internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// The file of a segment: its header and its parts.
struct SegmentFile: Sendable {
  let name: SegmentName
  let url: URL
  let file: OpenFile
  /// The header; `nil` if it is damaged.
  let header: SegmentHeader?
  /// The error of a damaged header.
  let headerError: ArchiveError?

  /// Where the batches of a segment begin, and how they are read.
  struct Start: Sendable {
    /// The header of the type; empty if it is unknown.
    var typeHeader = Data()
    var byteCount = 0
    /// The salt in the checksums of the batches.
    var salt: UInt32 = 0
  }

  /// Opens the file, and reads the header.
  init(_ name: SegmentName, in folder: LogFolder, _ mode: FileMode = .read) throws {
    self.name = name
    file = try OpenFile(folder.path(of: name.text), mode, folder.calls)
    url = URL(fileURLWithPath: file.path)
    do {
      (header, headerError) = (try SegmentHeader(in: file), nil)
    } catch let error as ArchiveError where error.code != .fileSystem {
      (header, headerError) = (nil, error)
    }
  }

  /// Returns where the batches begin.
  ///
  /// - Parameter typeHeader: The header of the type to use if the segment's own is damaged, if it is known.
  func start(_ typeHeader: Data?) throws -> Start {
    if let header {
      return Start(typeHeader: header.ofType, byteCount: header.bytes.count, salt: header.origin.salt)
    }
    let (data, type) = (try content(), typeHeader ?? Data())
    return Start(
      typeHeader: type, byteCount: type.isEmpty ? 0 : min(type.count + SequenceOrigin.byteCount, data.count),
      salt: FrameSearch.salt(of: data, originAt: type.count))
  }

  /// The parts of the file.
  ///
  /// - Parameter position: Where to begin; `nil` for the first batch.
  func parts(
    from start: Start, at position: FrameSequence.Position? = nil, _ extent: FrameSequence.Extent
  ) throws -> FrameSequence {
    try FrameSequence(
      file.size, from: start.byteCount, at: position, salt: start.salt, extent
    ) { [file] in try file.read($0) }
  }

  /// All bytes of the file.
  func content() throws -> Data { try file.read(file.size, at: 0) }

  /// Returns whether the segment had a given header of the type before its own was damaged.
  ///
  /// A header of the same size may describe other fields. So the file must still contain either its checksum, or
  /// everything but its checksum.
  func hadHeader(_ header: Data) throws -> Bool {
    let found = try file.read(header.count, at: 0)
    guard found.count == header.count else { return false }
    let checksumByteCount = MemoryLayout<UInt32>.size
    return found.suffix(checksumByteCount) == header.suffix(checksumByteCount)
      || found.dropLast(checksumByteCount) == header.dropLast(checksumByteCount)
  }

  /// Returns the first of some headers that the segment had before its own was damaged.
  func header(among others: [Data]) throws -> Data? { try others.first { try hadHeader($0) } }

  /// Returns damage in which the elements have their numbers in the log.
  func damage(
    _ range: Range<Int>, _ first: Int, _ next: Int?, _ error: ArchiveError, advice: ArchiveError.Advice? = nil
  ) -> ArchiveLogDamage {
    ArchiveLogDamage(
      segment: url, bytes: range, first: name.first + first, next: next.map { name.first + $0 },
      error: error.in(file.path, advice: advice))
  }

  func damage(_ found: FrameSequence.Damage, advice: ArchiveError.Advice? = nil) -> ArchiveLogDamage {
    damage(found.range, found.first, found.next, found.error(from: name.first), advice: advice)
  }
}

/// A segment as it is on the disk: its header, its complete batches, its damage, and its end.
struct SegmentView {
  let segment: SegmentFile
  let start: SegmentFile.Start
  let byteCount: Int
  /// The batches and the damage. Their numbers count from the beginning of the segment.
  let parts: SequenceParts

  /// Reads a segment.
  ///
  /// - Parameters:
  ///   - typeHeader: The header of the type to use if the segment's own is damaged, if it is known.
  ///   - extent: What is known about its end.
  init(_ segment: SegmentFile, _ typeHeader: Data?, _ extent: FrameSequence.Extent) throws {
    self.segment = segment
    byteCount = try segment.file.size
    start = try segment.start(typeHeader)
    parts = try SequenceParts(segment.parts(from: start, extent))
  }
}

extension OpenFile {
  /// Returns the checksum of the first bytes of the file, which are read in pieces.
  func checksum(upTo byteCount: Int) throws -> UInt32 {
    var checksum: UInt32 = 0
    try forEachPiece(of: 0..<byteCount) { checksum = CRC32C.checksum(of: $0, continuing: checksum) }
    return checksum
  }
}
