internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// What opening a log found at its end, and cut off: what a program left that was stopped while it was writing, or what
/// had not reached the disk when the power failed. Nothing of it was acknowledged as synced.
public struct ArchiveLogRecovery: Sendable {
  /// The file that was incomplete.
  public let segment: URL
  /// The number after that of the last element that is there.
  public let nextElement: Int
  /// The number of bytes that were cut off.
  public let removedByteCount: Int
  /// The file in which these bytes are kept, if they are more than a batch that was cut off or zeros. Complete batches
  /// among them were written after others that are missing, so they are not part of the log.
  public let removedBytes: URL?
}

/// The last segment of a log, which its writer may not have completed.
struct SegmentRecovery {
  private let folder: LogFolder
  private let name: SegmentName
  private let file: OpenFile
  private let byteCount: Int
  /// The header: the segment's own, or that of the catalog if it is damaged; `nil` if no batch was written.
  private let header: SegmentBeginning?
  private let scan: FrameScan
  /// Whether its writer completed it, so that only its footer can be damaged.
  private let isComplete: Bool
  /// Whether it is of a version of the format that this program does not read.
  private let isOfOtherVersion: Bool

  /// The number after that of the last element that is there.
  let next: Int
  /// The elements that were acknowledged and are not there, if that is accepted.
  let lost: Range<Int>?
  /// Whether the segment has no elements. It is then removed.
  var isEmpty: Bool { scan.frames.isEmpty && scan.footer == nil && !isOfOtherVersion }

  /// Where the batches of a segment begin, and of which type they are.
  private struct SegmentBeginning {
    let typeHeader: Data
    let byteCount: Int
  }

  /// Looks at a segment. Nothing is changed.
  ///
  /// - Parameters:
  ///   - chain: The segments and the catalog of the log.
  ///   - mark: What the last writer has noted as synced.
  ///   - acceptsLoss: Whether what was acknowledged may be missing at the end, as for a repair.
  /// - Throws: ``ArchiveError/Code/damaged`` with the place if bytes were changed after they were acknowledged.
  init(
    _ name: SegmentName, in folder: LogFolder, _ chain: LogChain, _ mark: LogLock.Mark?,
    acceptsLoss: Bool = false
  ) throws {
    let catalog = chain.catalog
    self.folder = folder
    self.name = name
    file = try OpenFile(folder.path(of: name.text), .update, folder.calls)
    byteCount = try file.size
    isComplete = catalog.isComplete(name)
    var (own, error) = (SegmentHeader?.none, ArchiveError?.none)
    do {
      own = try SegmentHeader(in: file)
    } catch let failure as ArchiveError where failure.code != .fileSystem {
      error = failure
    }
    let isNamed = catalog.last?.first == name.first
    let known = catalog.header(ofSegmentFrom: name.first)
    isOfOtherVersion = own == nil && known.map { !FrameScan.isOfThisVersion(header: $0) } ?? false
    if isOfOtherVersion {
      guard isComplete, let end = catalog.endOfLast else {
        throw (error ?? ArchiveError(.unsupported)).in(
          file.path, advice: "Open and close the log once with the version of the program that wrote it.")
      }
      (header, scan, next, lost) = (nil, FrameScan(Data(), header: 0), max(end, name.first), nil)
      return
    }
    let number = own?.origin.number ?? (isNamed ? catalog.last?.number : nil)
    let acknowledged = chain.acknowledgedEnd(ofLast: name, number, mark).map { max($0 - name.first, 0) }
    if let own {
      header = SegmentBeginning(typeHeader: own.ofType, byteCount: own.bytes.count)
    } else if acknowledged ?? 0 == 0, !chain.isCatalogMade, !isNamed,
      try !FrameScan.holdsBatch(file.read(byteCount, at: 0))
    {
      header = nil
    } else {
      guard let known else {
        throw (error ?? ArchiveError(.damaged)).in(file.path, advice: .other(Self.repairAdvice))
      }
      header = SegmentBeginning(
        typeHeader: known, byteCount: min(known.count + SequenceOrigin.byteCount, byteCount))
    }
    let start = header?.byteCount ?? byteCount
    var undamaged: FrameScan?
    if let salt = own?.origin.salt {
      undamaged = try FrameScan(undamaged: file, byteCount, header: start, salt: salt)
    }
    // If anything is wrong or incomplete, all bytes are needed to say what.
    scan =
      try undamaged
      ?? FrameScan(file.read(byteCount, at: 0), header: start, synced: acceptsLoss ? 0 : acknowledged)
    if let damage = scan.damage.first { throw damage.error.in(file.path, advice: .other(Self.repairAdvice)) }
    next = name.first + (scan.frames.last?.next ?? 0)
    let end = name.first + (acknowledged ?? 0)
    lost = next < end ? next..<end : nil
    if lost != nil, !acceptsLoss {
      throw ArchiveError(
        .damaged, expected: "the elements \(next) to \(end - 1)",
        found: "the end of the segment", offset: scan.frames.last?.range.upperBound ?? header?.byteCount
      ).in(file.path, advice: .other(Self.repairAdvice))
    }
  }

  private static let repairAdvice =
    "Nothing was cut off. `archive log repair` sets the damaged batches aside, and keeps all others."

  /// Checks that the elements are of a type.
  ///
  /// - Parameter check: Is given the header of the type, and the body of the first batch with the number of its elements,
  ///   if there is one.
  func check(_ check: (_ header: Data, _ batch: (body: Data, count: Int)?) throws -> Void) throws {
    guard let header else { return }
    do {
      try check(header.typeHeader, scan.frames.first.map { (try file.read($0.body), $0.count) })
    } catch let error as ArchiveError {
      throw error.in(file.path)
    }
  }

  /// Completes the segment: cuts off what is incomplete at its end, and writes the footer; or removes it, if it is empty.
  ///
  /// - Returns: The checksum of the whole file, and what was incomplete, if something was.
  func complete() throws -> (checksum: UInt32, report: ArchiveLogRecovery?) {
    if isOfOtherVersion { return (try FrameScan.checksum(of: file, upTo: byteCount), nil) }
    if let footer = scan.footer {
      // It may be the footer whose sync failed, and the system no longer writes the bytes that it could not write.
      try file.write(try file.read(footer), at: footer.lowerBound)
      try file.sync()
      return (try FrameScan.checksum(of: file, upTo: byteCount), nil)
    }
    if scan.frames.isEmpty { return (0, try discard()) }
    let report = try cutOff()
    // The batches directly follow one another, as nothing is damaged. Each is read once more.
    var runs = RunsOfFrames(header: header?.typeHeader ?? Data())
    var checksum = FrameScan.checksum(of: try file.read(0..<scan.frames[0].range.lowerBound))
    for frame in scan.frames {
      let bytes = try file.read(frame.range)
      checksum = FrameScan.checksum(of: bytes, continuing: checksum)
      runs.add(frame, body: bytes.dropFirst(FrameScan.headByteCount))
    }
    let footer = try SegmentWriter.seal(file, at: scan.torn.lowerBound, scan.bodies, runs.runs)
    return (FrameScan.checksum(of: footer, continuing: checksum), report)
  }

  /// Removes a segment without elements. If its content is more than a header or zeros, it is renamed.
  private func discard() throws -> ArchiveLogRecovery? {
    let removed = min(header?.byteCount ?? 0, byteCount)..<byteCount
    var kept: URL?
    if header == nil || scan.keepsTorn || lost != nil, try hasContent(removed) {
      let path = folder.path(of: Self.removedName(name, at: 0))
      try folder.rename(name.text, to: path)
      kept = URL(fileURLWithPath: path)
    } else {
      try folder.remove(name.text)
    }
    return report(removed.count, kept)
  }

  /// Whether some bytes are not zero.
  private func hasContent(_ range: Range<Int>) throws -> Bool {
    var isFound = false
    try file.forEachPiece(of: range) { isFound = isFound || $0.contains { $0 != 0 } }
    return isFound
  }

  private func report(_ removedByteCount: Int, _ kept: URL?) -> ArchiveLogRecovery? {
    guard removedByteCount > 0 else { return nil }
    return ArchiveLogRecovery(
      segment: URL(fileURLWithPath: file.path), nextElement: next, removedByteCount: removedByteCount,
      removedBytes: kept)
  }

  private static func removedName(_ name: SegmentName, at offset: Int) -> String {
    "\(name.text).removed-\(offset)"
  }

  /// Cuts off what is incomplete, and brings the rest to the disk.
  private func cutOff() throws -> ArchiveLogRecovery? {
    let torn = scan.torn
    var kept: URL?
    if scan.keepsTorn && !isComplete || lost != nil, !torn.isEmpty {
      let removed = Self.removedName(name, at: scan.torn.lowerBound)
      try folder.place(as: removed) { try file.forEachPiece(of: torn, $0) }
      kept = URL(fileURLWithPath: folder.path(of: removed))
    }
    // An earlier sync may have failed, and the system then no longer writes the bytes that it could not write. So the
    // bytes that are not known to be on the disk are written again.
    let synced = scan.frames.map(\.synced).max() ?? 0
    for frame in scan.frames where frame.next > synced {
      let bytes = try file.read(frame.range)
      guard frame.isBody(bytes.dropFirst(FrameScan.headByteCount)) else {
        throw frame.changed(from: name.first).in(file.path, advice: .other(Self.repairAdvice))
      }
      try file.write(bytes, at: frame.range.lowerBound)
    }
    try file.truncate(to: torn.lowerBound)
    try file.sync()
    return report(torn.count, kept)
  }
}
