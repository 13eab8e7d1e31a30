internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Goes through the batches of a log, from segment to segment, while its writer appends, begins new segments, stops,
/// and opens the log again. All readers of logs use a cursor.
struct LogCursor: Sendable {
  enum Part {
    case batch(LogBatch)
    case damage(ArchiveLogDamage)
    case gap(ArchiveLogGap)
  }

  private let reading: LogReading
  private var folder: LogFolder { reading.folder }
  /// The header of the type's own segments, if the type is known.
  private let ownHeader: Data?

  private var segment: SegmentReader?
  /// The names of the segments when the folder was last listed.
  private var names: [SegmentName] = []
  /// The name of the last segment that was read to its end or skipped.
  private var last: SegmentName?
  private var lastHeader: Data?
  /// The place of the last segment with elements before the open one, if its header is undamaged.
  private var lastOrigin: SequenceOrigin?
  /// Whether the missing end of the log has been reported.
  private var saidMissingEnd = false
  /// The number after the last element of the segments read so far; `nil` before the first segment.
  private var expected: Int?

  init(_ reading: LogReading, header: Data?) { (self.reading, ownHeader) = (reading, header) }

  /// Returns the next batch, or the next damage; `nil` if nothing more is available yet.
  ///
  /// - Parameter hasBegun: Whether reading has begun; see ``LogCandidates``.
  mutating func next(hasBegun: Bool) throws -> Part? {
    while true {
      guard let name = segment?.segment.name else {
        switch try openNext() {
        case .nothing: return nil
        case .opened: continue
        case .damaged(let damage): return .damage(damage)
        case .gap(let gap): return .gap(gap)
        }
      }
      let first = max(reading.start, expected ?? 0)
      let request = SegmentReader.Request(
        start: first - name.first, hasBegun: hasBegun,
        knownHeader: { [folder] in (try? folder.catalog())?.header(ofSegmentFrom: name.first) },
        headers: { [cursor = self] in cursor.candidates(for: name) })
      switch try segment?.next(request) ?? .end {
      case .batch(var batch):
        let skipped = max(first - batch.first, 0)
        batch.positions = skipped..<batch.archive.count
        return .batch(batch)
      case .damage(let damage):
        if damage.first < first, let next = damage.next, next <= first { continue }
        return .damage(damage)
      case .waiting:
        guard try findSuccessor(of: name) else { return nil }
      case .end: leave()
      }
    }
  }

  /// Continues with the next segment.
  private mutating func leave() {
    guard let reader = segment else { return }
    expected = max(expected ?? 0, reader.segment.name.first + reader.place.number)
    if !reader.start.typeHeader.isEmpty { lastHeader = reader.start.typeHeader }
    // A segment without elements may be removed, and its number be given to another one.
    if reader.place.number > 0 { lastOrigin = reader.segment.header?.origin ?? lastOrigin }
    last = reader.segment.name
    self.segment = nil
  }

  /// Checks whether a segment follows an open one that has no more batches.
  ///
  /// - Returns: Whether to read on.
  private mutating func findSuccessor(of name: SegmentName) throws -> Bool {
    if let segment, segment.place.number == 0, try !segment.segment.file.isAtPath() {
      // The segment was empty, and a writer that opened the log has removed it. The segment in its place may have any
      // name, even the same one.
      self.segment = nil
      return true
    }
    let files = try folder.fileNames
    // The segment may have been completed after its end was read, so it is read again.
    guard let next = files.filter({ $0 > name.text }).compactMap({ SegmentName($0) }).min() else {
      return false
    }
    segment?.successor = next.first
    return true
  }

  // MARK: Opening segments

  private enum Opening {
    case nothing
    case opened
    /// A segment was opened, but not the expected one; or an expected segment does not exist.
    case damaged(ArchiveLogDamage)
    /// A segment was opened after elements that no longer exist, as a repair has noted.
    case gap(ArchiveLogGap)
  }

  private mutating func openNext() throws -> Opening {
    if nextIndex(in: names) == nil { names = try folder.segments }
    // The list of names may be old, and files come and go while a folder is listed. A suspicious name is checked
    // against a new list.
    var suspect: SegmentName?
    while true {
      guard let index = nextIndex(in: names) else { return try missingEnd().map { .damaged($0) } ?? .nothing }
      let name = names[index]
      let isWrong = isWrong(name, isFirst: index == 0)
      if isWrong, suspect != name {
        (suspect, names) = (name, try folder.segments)
        continue
      }
      do {
        let successor = index + 1 < names.count ? names[index + 1].first : nil
        segment = SegmentReader(try SegmentFile(name, in: folder), reading, successor: successor)
      } catch let error as ArchiveError where error.systemCode == ENOENT && suspect != name {
        // Old segments may be deleted at any time.
        (suspect, names) = (name, try folder.segments)
        continue
      }
      if let fault = try misplacement(of: name) {
        (segment, last) = (nil, name)
        return .damaged(fault)
      }
      defer { expected = max(expected ?? 0, name.first) }
      guard isWrong, let expected else { return .opened }
      if expected < name.first, let gap = try folder.undamagedCatalog()?.gap(expected..<name.first) {
        return .gap(gap)
      }
      return .damaged(missing(expected, name))
    }
  }

  private func nextIndex(in names: [SegmentName]) -> Int? {
    if let last {
      // A new name is later than all existing names, whatever the clock says. If the last segment is gone, segments
      // after it may have earlier names.
      let isThere = names.contains(last)
      return names.firstIndex { $0 > last || !isThere && $0.first >= expected ?? 0 }
    }
    // The segment where reading began had no elements, and is gone.
    if let expected { return names.firstIndex { $0.first >= expected } }
    // Reading does not begin with a file that was copied here under a later name.
    var (found, greatest) = (names.indices.first, 0)
    for (index, name) in names.enumerated() where name.first >= greatest {
      greatest = name.first
      if name.first <= reading.start { found = index }
    }
    return found
  }

  /// Returns the damage if the segment that was opened is in the wrong place of the log.
  private func misplacement(of name: SegmentName) throws -> ArchiveLogDamage? {
    guard let segment = segment?.segment, let origin = segment.header?.origin else { return nil }
    let identity = try folder.undamagedCatalog()?.identity ?? lastOrigin?.identity
    return LogChain.fault(of: origin, name, in: identity, after: lastOrigin).map {
      ArchiveLogDamage(misplaced: segment.url, name, $0)
    }
  }

  /// Returns the damage if the last segment is missing.
  private mutating func missingEnd() throws -> ArchiveLogDamage? {
    guard !saidMissingEnd, let catalog = try folder.undamagedCatalog() else { return nil }
    // A segment is created before the catalog names it, and removed after the catalog no longer does.
    let names = try folder.segments
    guard let missing = catalog.missingEnd(of: names, in: folder), try folder.undamagedCatalog() == catalog
    else { return nil }
    saidMissingEnd = true
    return missing
  }

  /// Returns whether a segment does not begin where the one before it ends. If it is now the first of the log, the
  /// segments before it were deleted on purpose.
  private func isWrong(_ name: SegmentName, isFirst: Bool) -> Bool {
    guard let expected, name.first != expected else { return false }
    return name.first < expected || !isFirst
  }

  private func missing(_ expected: Int, _ name: SegmentName) -> ArchiveLogDamage {
    let isRepeated = name.first < expected
    let path = folder.path(of: name.text)
    let error = ArchiveError(
      .damaged, expected: "a segment from element \(expected)", found: "one from element \(name.first)",
      advice: isRepeated
        ? "Elements that were read before are not read again."
        : "A segment, or the end of one, is missing. Look for its file in another copy of the log.")
    return ArchiveLogDamage(
      segment: URL(fileURLWithPath: path), bytes: 0..<0, first: min(expected, name.first),
      next: isRepeated ? nil : name.first, error: error.in(path))
  }

  /// Returns possible headers for a segment with a damaged one: the headers of the type and of the segments around it.
  private func candidates(for name: SegmentName) -> [Data] {
    var headers = [ownHeader, lastHeader].compactMap { $0 }
    let names = (try? folder.segments) ?? []
    let neighbours = [names.last { $0 < name }, names.first { $0 > name }].compactMap { $0 }
    for name in neighbours {
      if let header = try? folder.header(of: name) { headers.append(header.ofType) }
    }
    return headers
  }
}
