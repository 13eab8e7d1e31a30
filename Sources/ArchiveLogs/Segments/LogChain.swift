internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// The order of a log's segments, from their headers and the catalog. It finds segments that do not belong to the log.
///
/// The segments have consecutive numbers. Segments that a repair has made of one keep its number. Old segments may be
/// gone; the last may not.
struct LogChain {
  let names: [SegmentName]
  /// The headers of the segments; `nil` for a damaged one.
  let headers: [SegmentHeader?]
  /// The catalog, or its reconstruction from the segments if it is missing or damaged.
  let catalog: LogCatalog
  /// The numbers of the segments. If a header is damaged, the number follows from the segment before and the catalog.
  let numbers: [Int]
  /// Whether the catalog was missing, damaged, or from another log.
  let isCatalogMade: Bool
  /// The error of a catalog that cannot be read.
  let catalogError: ArchiveError?
  private let folder: LogFolder

  /// Reads the headers.
  ///
  /// - Complexity: Linear in the number of segments.
  init(_ folder: LogFolder) throws {
    self.folder = folder
    var (found, error) = (LogCatalog?.none, ArchiveError?.none)
    do {
      found = try folder.catalog()
    } catch let failure as ArchiveError where failure.code != .fileSystem {
      error = failure
    }
    names = try folder.segments
    headers = try names.map { try folder.header(of: $0) }
    if let identity = found?.identity, Self.isOfOtherLog(identity, headers) {
      let other = ArchiveError(
        .damaged, expected: "the catalog of this log", found: "the catalog of another log",
        advice: "A file was copied here. `archive log repair` rebuilds the catalog from the segments.")
      (found, error) = (nil, other.in(folder.path(of: LogFolder.catalogName)))
    }
    (catalogError, isCatalogMade) = (error, found == nil)
    catalog = found ?? Self.madeAgain(names, headers)
    numbers = Self.numbers(names, headers, catalog.last)
  }

  private static func numbers(
    _ names: [SegmentName], _ headers: [SegmentHeader?], _ named: LogCatalog.Segment?
  ) -> [Int] {
    var numbers: [Int] = []
    for (index, name) in names.enumerated() {
      if let header = headers[index] {
        numbers.append(header.origin.number)
        continue
      }
      // Several segments begin with the same element if all but the last are empty.
      let isNamed =
        named?.first == name.first && (index + 1 == names.count || names[index + 1].first != name.first)
      let following = numbers.last.map { $0 + 1 } ?? 0
      // The parts of a segment that a repair has split have its number.
      let isPart = isNamed && index > 0 && names[index - 1].first < name.first
      numbers.append(max(isNamed ? named?.number ?? 0 : 0, isPart ? following - 1 : following))
    }
    return numbers
  }

  /// Returns whether several segments share one identity, and it is not the given one.
  private static func isOfOtherLog(_ identity: UUID, _ headers: [SegmentHeader?]) -> Bool {
    let found = headers.compactMap { $0?.origin.identity }
    return found.count > 1 && Set(found).count == 1 && found[0] != identity
  }

  private static func madeAgain(_ names: [SegmentName], _ headers: [SegmentHeader?]) -> LogCatalog {
    var catalog = LogCatalog()
    for (name, header) in zip(names, headers) {
      guard let header else {
        catalog.add(nil, from: name.first)
        continue
      }
      guard header.origin.first == name.first else { continue }
      if catalog.last == nil { catalog.identity = header.origin.identity }
      if catalog.identity == header.origin.identity { catalog.add(header.origin, header: header.ofType) }
    }
    return catalog
  }

  /// The number of the last segment, or -1.
  var lastNumber: Int {
    let known = headers.compactMap { $0?.origin.number }.max() ?? -1
    // The header of the last segment may be damaged.
    return max(known, catalog.last.map { $0.first == names.last?.first ? $0.number : -1 } ?? -1)
  }

  /// The greatest number before the last segment's, or -1.
  var numberBeforeLast: Int {
    let known = headers.dropLast().compactMap { $0?.origin.number }.max() ?? -1
    guard let named = catalog.last?.number else { return known }
    return max(known, headers.last??.origin.number == named ? named - 1 : named)
  }

  /// The catalog's entry for the last segment.
  var catalogEntry: LogCatalog.Segment? {
    names.last.map { LogCatalog.Segment(number: max(lastNumber, 0), first: $0.first) }
  }

  /// The catalog's entry for the last segment but one, to use when the last is removed.
  var entryBeforeLast: LogCatalog.Segment? {
    names.dropLast().last.map { LogCatalog.Segment(number: max(numberBeforeLast, 0), first: $0.first) }
  }

  /// Returns the number after the last acknowledged element of the last segment; `nil` if it is unknown.
  ///
  /// - Parameters:
  ///   - number: The number of the segment, if it is known.
  ///   - mark: The last writer's note of the synced elements.
  func acknowledgedEnd(ofLast name: SegmentName, _ number: Int?, _ mark: LogLock.Mark?) -> Int? {
    if catalog.isComplete(name) { return catalog.endOfLast }
    if let mark, mark.segment == number {
      // An interrupted repair may have split the segment: then this is a later part of it.
      let first = catalog.last?.number == number ? catalog.last?.first : nil
      return (first ?? name.first) + mark.count
    }
    // Nothing is acknowledged before the catalog names the segment, and every sync is noted. Without a catalog, only
    // the batches show what was acknowledged.
    return isCatalogMade ? nil : name.first
  }

  // MARK: Faults

  /// The segments in the wrong place, and the error of each.
  var misplaced: [(index: Int, fault: ArchiveLogDamage)] {
    var (found, previous) = ([(Int, ArchiveLogDamage)](), SequenceOrigin?.none)
    for (index, name) in names.enumerated() {
      guard let origin = headers[index]?.origin else { continue }
      if let fault = Self.fault(of: origin, name, in: catalog.identity, after: previous) {
        let url = URL(fileURLWithPath: folder.path(of: name.text))
        found.append((index, ArchiveLogDamage(misplaced: url, name, fault)))
      } else {
        previous = origin
      }
    }
    return found
  }

  /// Returns the error of a segment in the wrong place.
  ///
  /// - Parameters:
  ///   - identity: The identity of the log, if it is known.
  ///   - previous: The origin of the last segment before it that belongs to the log.
  static func fault(
    of origin: SequenceOrigin, _ name: SegmentName, in identity: UUID?, after previous: SequenceOrigin?
  ) -> ArchiveError? {
    func error(_ expected: String, _ found: String) -> ArchiveError {
      ArchiveError(
        .damaged, expected: expected, found: found, offset: 0,
        advice: "A file was copied or moved here. `archive log repair` sets it aside.")
    }
    if let identity, origin.identity != identity {
      return error("a segment of this log", "one of another log")
    }
    if origin.first != name.first {
      return error("the segment from element \(name.first)", "that from element \(origin.first)")
    }
    guard let previous else { return nil }
    let isNext = origin.number > previous.number && origin.first >= previous.first
    // A repair has split the segment.
    let isPart = origin.number == previous.number && origin.first > previous.first
    if isNext || isPart { return nil }
    return error(
      "a segment after number \(previous.number), which begins with element \(previous.first)",
      "number \(origin.number), from element \(origin.first)")
  }

  /// The damage that the log's last segment is missing.
  var missingEnd: ArchiveLogDamage? { catalog.missingEnd(of: names, in: folder) }
}

extension LogCatalog {
  /// Returns the damage if a folder lacks the last segment.
  func missingEnd(of names: [SegmentName], in folder: LogFolder) -> ArchiveLogDamage? {
    // If the last segment was complete, all segments may have been deleted as old ones.
    guard let last, !names.contains(where: { $0.first >= last.first }), !names.isEmpty || next == nil else {
      return nil
    }
    let error = ArchiveError(
      .damaged, expected: "the segment from element \(last.first)", found: "no file",
      advice: "Look for the file in another copy of the log. `archive log repair` continues without it.")
    return ArchiveLogDamage(
      segment: URL(fileURLWithPath: folder.path), bytes: 0..<0, first: last.first, next: next,
      error: error.in(folder.path))
  }
}

extension ArchiveLogDamage {
  /// The damage that a segment is in the wrong place.
  init(misplaced url: URL, _ name: SegmentName, _ error: ArchiveError) {
    self.init(segment: url, bytes: 0..<0, first: name.first, next: name.first, error: error.in(url.path))
  }
}

extension LogFolder {
  /// Returns the header of a segment; `nil` if the header is damaged or the segment is gone.
  func header(of name: SegmentName) throws -> SegmentHeader? {
    do {
      return try SegmentHeader(in: try OpenFile(path(of: name.text), .read, calls))
    } catch let error as ArchiveError
      where error.code != .fileSystem || [ENOENT, EISDIR].contains(error.systemCode)
    {
      return nil
    }
  }
}
