internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

extension SegmentReader {
  /// Scans the file, as neither a complete batch nor the footer is at the next place.
  mutating func findDamage() throws -> Step? {
    var scan = try scan()
    // The writer may have been at work while the file was read. Damage does not go away.
    if scan.isDamaged {
      let again = try self.scan()
      if again.damagedRanges != scan.damagedRanges { return successor == nil ? .waiting : nil }
      scan = again
    }
    if scan.parts.isEmpty, successor == nil, scan.end == offset {
      scannedSize = scan.byteCount
      state = .walking
      return .waiting
    }
    (state, index) = (.scanned(scan), 0)
    return nil
  }

  private func scan() throws -> SegmentScan {
    SegmentScan(try file.read(try file.size, at: 0), header: beginning, from: offset, limit: limit)
  }

  /// Returns the next part that a scan has found.
  mutating func nextPart(of scan: SegmentScan, _ request: Request) throws -> Step? {
    guard index < scan.parts.count else { return endScan(scan) }
    let part = scan.parts[index]
    index += 1
    switch part {
    case .frame(let frame):
      move(behind: frame)
      if frame.next <= request.start { return nil }
      if let body = try readBody(frame) { return batch(body, frame) }
      return damage(frame.range, frame.first, frame.next, frame.changed())
    case .damage(let damage):
      let isLast = index == scan.parts.count && damage.range.upperBound == scan.byteCount
      let next = damage.next ?? (isLast ? limit.map { max($0, damage.first) } : nil)
      (offset, position) = (damage.range.upperBound, next ?? damage.first)
      isExact = next != nil
      return self.damage(damage.range, damage.first, next, damage.error)
    }
  }

  /// Everything that a scan has found has been read.
  private mutating func endScan(_ scan: SegmentScan) -> Step? {
    guard let end = scan.end, successor == nil else {
      state = .ended
      return nil
    }
    (state, offset) = (.walking, max(offset, end))
    if end < scan.byteCount { scannedSize = scan.byteCount }
    return nil
  }

  private func damage(_ range: Range<Int>, _ first: Int, _ next: Int?, _ error: ArchiveError) -> Step {
    .damage(
      ArchiveLogDamage(
        segment: url, bytes: range, first: name.first + first, next: next.map { name.first + $0 },
        error: error.in(file.path)))
  }

  // MARK: Headers

  /// Opens a segment whose header is damaged. A segment has its header before it has its name.
  mutating func openDamaged(_ error: ArchiveError, _ request: Request) throws -> Step? {
    let data = try file.read(try file.size, at: 0)
    let known = request.knownHeader()
    if known.map({ !FrameScan.isOfThisVersion(header: $0) }) ?? false { return passOver(error, data) }
    if let header = known ?? request.headers().first(where: { Self.was($0, in: data) }) {
      let byteCount = header.count + SequenceOrigin.byteCount
      begin(withType: header, salt: FrameScan.salt(of: data, header: byteCount))
      // Nothing is lost if the log has the header once more.
      if known != nil { return nil }
      let damaged = ArchiveError(
        .damaged, expected: "the header of a segment", found: "bytes with another checksum",
        offset: error.offset ?? 0,
        advice: "The batches behind it are read with the header of another segment or of the type.",
        underlying: error)
      return damage(0..<min(beginning, data.count), 0, 0, damaged)
    }
    return passOver(error, data)
  }

  /// Goes over a segment of which nothing can be read.
  private mutating func passOver(_ error: ArchiveError, _ data: Data) -> Step {
    state = .ended
    let next = limit ?? FrameScan(data, header: 0, isWhole: true).frames.last?.next
    position = next ?? 0
    return damage(0..<data.count, 0, next, error)
  }

  /// Returns whether a header was that of a segment before it was damaged.
  ///
  /// A header of the same size may be that of other fields. So either its checksum has to be in the file, or everything
  /// but its checksum.
  static func was(_ header: Data, in data: Data) -> Bool {
    let found = data.prefix(header.count)
    guard found.count == header.count else { return false }
    let checksumByteCount = MemoryLayout<UInt32>.size
    return found.suffix(checksumByteCount) == header.suffix(checksumByteCount)
      || found.dropLast(checksumByteCount) == header.dropLast(checksumByteCount)
  }
}
