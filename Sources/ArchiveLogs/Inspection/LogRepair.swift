internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// Repairs a log. It inspects all segments, notes in the catalog which elements will be missing, and then repairs one
/// segment after another. So a repair that was stopped can be repeated with the same result.
struct LogRepair {
  private let folder: LogFolder
  private let lock: LogLock
  private var catalog = LogCatalog()
  private var repaired: [ArchiveLogRepair.Segment] = []
  private var remaining: [ArchiveLogDamage] = []
  private var recovery: ArchiveLogRecovery?
  /// The numbers of the elements that the repaired log will have, in order.
  private var elements: [Range<Int>] = []
  /// The reason for each gap, by its first missing element.
  private var reasons: [Int: String] = [:]
  /// The last segment of the repaired log.
  private var last: LogCatalog.Segment?
  /// Acknowledged elements that are missing at the end of the last segment.
  private var missingAtEnd: Range<Int>?
  /// Whether the last segment stays damaged, so that its elements are unknown.
  private var isEndUnknown = false
  /// The segments to change.
  private var work: [Int] = []

  /// Takes the lock.
  init(_ folder: LogFolder) throws {
    self.folder = folder
    lock = try LogLock(folder)
    // The folder may contain names that an earlier call could not bring to the disk.
    try folder.calls.syncFolder(folder.path)
    try folder.removeUnfinished()
  }

  mutating func run() throws -> ArchiveLogRepair {
    defer { withExtendedLifetime(lock) {} }
    var chain = try LogChain(folder)
    if try removeMisplaced(from: chain) { chain = try LogChain(folder) }
    catalog = chain.catalog
    for index in chain.names.indices { try look(index, in: chain) }
    noteMissing(chain.missingEnd)
    var known = chain.isCatalogMade ? nil : chain.catalog
    if chain.catalogError != nil || catalog != known, !chain.names.isEmpty || known != nil {
      try folder.write(catalog)
      known = catalog
    }
    for index in work { try repair(index, of: chain) }
    if let last { catalog.last = last }
    if !elements.isEmpty { catalog.next = max(elements[elements.count - 1].upperBound, catalog.next ?? 0) }
    if known != nil || last != nil, catalog != known { try folder.write(catalog) }
    return ArchiveLogRepair(segments: repaired, recovery: recovery, remaining: remaining)
  }

  /// Renames the files that belong to another log or are in the wrong place.
  ///
  /// - Returns: Whether any file was renamed.
  private mutating func removeMisplaced(from chain: LogChain) throws -> Bool {
    let misplaced = chain.misplaced
    for (index, fault) in misplaced {
      let path = folder.path(of: "\(chain.names[index].text).misplaced")
      try folder.rename(chain.names[index].text, to: path)
      repaired.append(
        ArchiveLogRepair.Segment(
          url: fault.segment, damage: [fault], replacements: [], setAside: [URL(fileURLWithPath: path)]))
    }
    return !misplaced.isEmpty
  }

  /// Inspects a segment, and notes which of its elements will remain.
  private mutating func look(_ index: Int, in chain: LogChain) throws {
    let (name, isLast) = (chain.names[index], index == chain.names.count - 1)
    let segment: InspectedSegment
    do {
      segment = try folder.inspect(chain.names, index, catalog)
    } catch let error as ArchiveError where error.systemCode == EISDIR {
      remaining.append(ArchiveLogDamage(folderNamed: name, folder, error))
      return
    }
    let origin = try segment.origin ?? self.origin(index, of: chain)
    if segment.damage.isEmpty {
      if let overlap = segment.overlap { remaining.append(overlap) }
      if isLast, try !lookAtEnd(index, segment, in: chain) { return }
      if !isLast { elements.append(name.first..<segment.next) }
    } else if let split = SegmentSplit(segment, at: origin, isLast: isLast) {
      work.append(index)
      for broken in segment.damage where broken.next != broken.first {
        reasons[broken.first] = "\(broken.error.expected ?? "elements"): \(broken.error.found ?? "damaged")"
      }
      if segment.origin == nil { noteHeader(segment.header, from: name.first, before: index + 1, chain) }
      if !catalog.repaired.contains(origin.number) { catalog.repaired.append(origin.number) }
      elements += split.elements
      let known = segment.origin?.number ?? (catalog.last?.first == name.first ? origin.number : nil)
      let end = isLast ? chain.acknowledgedEnd(ofLast: name, known, lock.mark) : nil
      if let end, let next = elements.last?.upperBound, next < end { noteLost(next..<end) }
    } else {
      remaining += segment.damage
      isEndUnknown = isLast
      elements.append(name.first..<segment.next)
    }
    last = LogCatalog.Segment(number: origin.number, first: elements.last?.lowerBound ?? name.first)
  }

  /// Notes a header that the catalog lacks. The next segments keep theirs.
  private mutating func noteHeader(_ header: Data?, from first: Int, before index: Int, _ chain: LogChain) {
    let following = index < chain.names.count ? chain.names[index].first : nil
    let known = following.flatMap { catalog.header(ofSegmentFrom: $0) }
    catalog.add(header, from: first)
    if let following { catalog.add(known, from: following) }
  }

  /// Inspects the end of the log.
  ///
  /// - Returns: Whether the last segment will remain.
  private mutating func lookAtEnd(_ index: Int, _ segment: InspectedSegment, in chain: LogChain) throws
    -> Bool
  {
    let end = try SegmentRecovery(segment.name, in: folder, chain, lock.mark, acceptsLoss: true)
    if !segment.isSealed { work.append(index) }
    if let lost = end.lost { noteLost(lost) }
    if end.isEmpty {
      // If the segment is to be removed, the catalog no longer names it.
      (catalog.last, catalog.next) = (last, max(end.next, catalog.next ?? 0))
      return false
    }
    elements.append(segment.name.first..<end.next)
    return true
  }

  private mutating func noteLost(_ end: Range<Int>) {
    if reasons[end.lowerBound] == nil { reasons[end.lowerBound] = "the end of the last segment was missing" }
    missingAtEnd = end
  }

  private mutating func repair(_ index: Int, of chain: LogChain) throws {
    let isLast = index == chain.names.count - 1
    let segment = try folder.inspect(chain.names, index, catalog)
    guard !segment.damage.isEmpty else {
      recovery = try SegmentRecovery(
        segment.name, in: folder, chain, lock.mark, acceptsLoss: true
      ).complete().report
      return
    }
    let origin = try segment.origin ?? self.origin(index, of: chain)
    guard let split = SegmentSplit(segment, at: origin, isLast: isLast) else { return }
    repaired.append(try split.write(to: folder))
  }

  /// Returns the place in the log of a segment whose header is damaged.
  private func origin(_ index: Int, of chain: LogChain) throws -> SequenceOrigin {
    let (first, before) = (chain.names[index].first, chain.headers[..<index].last ?? nil)
    var previous: UInt32 = 0
    if index > 0, let before, !catalog.repaired.contains(before.origin.number) {
      let file = try OpenFile(folder.path(of: chain.names[index - 1].text), .read, folder.calls)
      previous = try file.checksum(upTo: file.size)
    }
    return SequenceOrigin(
      identity: catalog.identity, number: chain.numbers[index], first: first, previous: previous)
  }

  /// Notes the elements that are missing between segments, and the elements of a missing last segment.
  private mutating func noteMissing(_ end: ArchiveLogDamage?) {
    for (before, after) in zip(elements, elements.dropFirst()) where before.upperBound < after.lowerBound {
      note(before.upperBound..<after.lowerBound)
    }
    var first = elements.last?.upperBound ?? missingAtEnd?.lowerBound
    var next = max(catalog.next ?? 0, missingAtEnd?.upperBound ?? 0)
    if let end {
      // The missing segment's number of elements is unknown, and callers may know their numbers.
      let least = max(first ?? 0, end.first)
      next = max(next, end.next ?? (least >> 32 + 1) << 32)
      first = first ?? end.first
      reasons[first ?? least] = "the last segment was missing"
    }
    // Callers may know all numbers before the next.
    guard let first, first < next, !isEndUnknown else { return }
    note(first..<next)
    catalog.next = next
  }

  private mutating func note(_ missing: Range<Int>) {
    guard catalog.gap(missing) == nil else { return }
    let reason = reasons.filter { missing.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    catalog.addGap(
      missing, reason.isEmpty ? "no segment had the elements" : reason.joined(separator: "; "),
      at: folder.calls.now)
  }
}

extension ArchiveLogDamage {
  /// The damage that a folder has a segment's name.
  init(folderNamed name: SegmentName, _ folder: LogFolder, _ error: ArchiveError) {
    self.init(
      segment: URL(fileURLWithPath: folder.path(of: name.text)), bytes: 0..<0, first: name.first, next: nil,
      error: error)
  }
}
