internal import ArchiveBytes
internal import ArchiveFiles
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// The catalog of a log, a file beside its segments: the log's identity, its last segment, a copy of each segment's
/// header, and the notes of repairs.
///
/// The whole file is replaced each time a segment is created or the log is closed. A segment is created before the
/// catalog names it, and removed after the catalog no longer does, so a segment named by the catalog but absent from
/// the folder is lost. The catalog can be rebuilt from the segments, except for the gaps.
struct LogCatalog: Equatable, Sendable {
  /// The last segment that was created.
  struct Segment: Equatable, Sendable {
    var number: Int
    var first: Int
  }

  /// The header of the segments from an element on; empty if it is unknown.
  struct Header: Equatable, Sendable {
    var first: Int
    var bytes: Data
  }

  /// A gap, as it is stored.
  struct Gap: Equatable, Sendable {
    var first: Int
    var next: Int
    var date: Date
    var reason: String
  }

  var identity = UUID()
  var last: Segment?
  /// The number of the next element, if the last segment is complete.
  var next: Int?
  /// In the order of the elements.
  var headers: [Header] = []
  /// In the order of the elements.
  var gaps: [Gap] = []
  /// The numbers of the segments that were repaired. Their checksums differ from the ones in the following segments.
  var repaired: [Int] = []

  /// The number after the last element of the last segment, if that is complete. Later elements may be missing.
  var endOfLast: Int? {
    next.map { next in gaps.last { $0.first < next && next <= $0.next }?.first ?? next }
  }

  /// Whether a segment is the last one and its writer completed it.
  func isComplete(_ name: SegmentName) -> Bool { next != nil && last?.first == name.first }

  /// Notes a segment that was created.
  ///
  /// - Parameter header: The header of the type.
  mutating func add(_ origin: SequenceOrigin, header: Data) {
    last = Segment(number: origin.number, first: origin.first)
    next = nil
    headers.removeAll { $0.first >= origin.first }
    add(header, from: origin.first)
  }

  /// Notes the header of the type in the segments from an element on; `nil` if it is unknown.
  mutating func add(_ header: Data?, from first: Int) {
    guard headers.isEmpty || self.header(ofSegmentFrom: first) != header else { return }
    headers.removeAll { $0.first == first }
    headers.append(Header(first: first, bytes: header ?? Data()))
    headers.sort { $0.first < $1.first }
  }

  /// Returns the header of the type in the segment that begins with an element; `nil` if it is unknown.
  func header(ofSegmentFrom first: Int) -> Data? {
    headers.last { $0.first <= first }.flatMap { $0.bytes.isEmpty ? nil : $0.bytes }
  }

  /// Whether all numbers are valid for segments and elements.
  fileprivate var isValid: Bool {
    let numbers =
      [last?.number, last?.first, next].compactMap { $0 } + headers.map(\.first) + repaired
      + gaps.flatMap { [$0.first, $0.next] }
    return numbers.allSatisfy { SequenceOrigin.numbers.contains($0) }
      && gaps.allSatisfy { $0.first <= $0.next }
  }

  /// Notes elements that no longer exist, merged with adjacent gaps.
  mutating func addGap(_ elements: Range<Int>, _ reason: String, at date: Date) {
    var gap = Gap(first: elements.lowerBound, next: elements.upperBound, date: date, reason: reason)
    for other in gaps.reversed() where other.first <= gap.next && gap.first <= other.next {
      if !elements.contains(other.first) || other.next > elements.upperBound {
        gap.reason = "\(other.reason); \(gap.reason)"
      }
      (gap.first, gap.next) = (min(gap.first, other.first), max(gap.next, other.next))
    }
    gaps.removeAll { gap.first <= $0.first && $0.next <= gap.next }
    gaps.append(gap)
    gaps.sort { $0.first < $1.first }
  }

  /// Returns the gap that contains some elements, if all of them are noted as missing.
  func gap(_ elements: Range<Int>) -> ArchiveLogGap? {
    gaps.first { $0.first <= elements.lowerBound && elements.upperBound <= $0.next }.map {
      ArchiveLogGap(elements: elements, date: $0.date, reason: $0.reason)
    }
  }
}

extension SequenceOrigin {
  /// The error of a log that has used all numbers of elements or segments.
  static var noNumbersLeft: ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "numbers of elements and segments up to \(numbers.upperBound)",
      found: "a greater one", advice: "Begin a new log in another folder.")
  }
}

// MARK: The file

extension LogFolder {
  static let catalogName = "catalog"

  /// Reads the catalog.
  ///
  /// - Returns: `nil` if there is no catalog.
  /// - Throws: ``ArchiveError`` if it is damaged, or cannot be read.
  func catalog() throws -> LogCatalog? {
    let path = path(of: Self.catalogName)
    let data: Data
    do {
      let file = try OpenFile(path, .read, calls)
      data = try file.read(try file.size, at: 0)
    } catch let error as ArchiveError where error.systemCode == ENOENT {
      return nil
    }
    do {
      let catalog = try ColumnArchive.decode(LogCatalog.self, from: data)
      guard catalog.isValid else {
        throw ArchiveError(.invalidValue, expected: "numbers of segments and elements", found: "others")
      }
      return catalog
    } catch let error as ArchiveError {
      throw error.in(path, advice: "`archive log repair` rebuilds it from the segments.")
    }
  }

  /// Reads the catalog; `nil` if it does not exist or is damaged.
  func undamagedCatalog() throws -> LogCatalog? {
    do {
      return try catalog()
    } catch let error as ArchiveError where error.code != .fileSystem {
      return nil
    }
  }

  /// Replaces the catalog, and waits until it is on the disk.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` if it contains numbers that readers refuse.
  func write(_ catalog: LogCatalog) throws {
    guard catalog.isValid else { throw SequenceOrigin.noNumbersLeft.in(path) }
    try place(try ColumnArchive.encode(catalog), as: Self.catalogName)
  }
}

extension LogCatalog: ArchiveStruct {
  static let archiveFields = ArchiveFields<LogCatalog>("ArchiveLogCatalog", isMemberwise: true) {
    $0.field("identity", \.identity)
    $0.field("last", \.last)
    $0.field("next", \.next)
    $0.field("headers", \.headers)
    $0.field("gaps", \.gaps)
    $0.field("repaired", \.repaired)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(identity, at: 0)
    try encoder.encode(last, at: 1)
    try encoder.encode(next, at: 2)
    try encoder.encode(headers, at: 3)
    try encoder.encode(gaps, at: 4)
    try encoder.encode(repaired, at: 5)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    identity = try decoder.decode(at: 0)
    last = try decoder.decode(at: 1)
    next = try decoder.decode(at: 2)
    headers = try decoder.decode(at: 3)
    gaps = try decoder.decode(at: 4)
    repaired = try decoder.decode(at: 5)
  }
}

extension LogCatalog.Segment: ArchiveStruct {
  static let archiveFields = ArchiveFields<Self>("ArchiveLogSegment", isMemberwise: true) {
    $0.field("number", \.number)
    $0.field("first", \.first)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(number, at: 0)
    try encoder.encode(first, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    number = try decoder.decode(at: 0)
    first = try decoder.decode(at: 1)
  }
}

extension LogCatalog.Header: ArchiveStruct {
  static let archiveFields = ArchiveFields<Self>("ArchiveLogHeader", isMemberwise: true) {
    $0.field("first", \.first)
    $0.field("bytes", \.bytes)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(first, at: 0)
    try encoder.encode(bytes, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    first = try decoder.decode(at: 0)
    bytes = try decoder.decode(at: 1)
  }
}

extension LogCatalog.Gap: ArchiveStruct {
  static let archiveFields = ArchiveFields<Self>("ArchiveLogGap", isMemberwise: true) {
    $0.field("first", \.first)
    $0.field("next", \.next)
    $0.field("date", \.date)
    $0.field("reason", \.reason)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(first, at: 0)
    try encoder.encode(next, at: 1)
    try encoder.encode(date, at: 2)
    try encoder.encode(reason, at: 3)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    first = try decoder.decode(at: 0)
    next = try decoder.decode(at: 1)
    date = try decoder.decode(at: 2)
    reason = try decoder.decode(at: 3)
  }
}
