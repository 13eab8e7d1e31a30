internal import ArchiveBytes
internal import ArchiveFiles
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// What a log knows of itself beside its segments, in a file of its own: which log it is, which segment is the last, the
/// headers of the segments once more, and what repairs have noted.
///
/// It is replaced as a whole each time a segment is created or the log is closed. A segment is there before the catalog
/// says so, and gone after: one that the catalog has and the folder has not is missing. The catalog can be made again from
/// the segments, but for the gaps.
struct LogCatalog: Equatable, Sendable {
  /// The last segment that was created.
  struct Segment: Equatable, Sendable {
    var number: Int
    var first: Int
  }

  /// The header of the segments that begin with an element, and of those after them; empty if nobody knows it.
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
  /// The numbers of the segments that were repaired, and so have another checksum than the next ones say.
  var repaired: [Int] = []

  /// The number after that of the last element of the last segment, if that is complete: behind it, elements may be
  /// missing.
  var endOfLast: Int? {
    next.map { next in gaps.last { $0.next == next && $0.first < next }?.first ?? next }
  }

  /// Notes a segment that was created.
  ///
  /// - Parameter header: The header of the type.
  mutating func add(_ origin: SequenceOrigin, header: Data) {
    last = Segment(number: origin.number, first: origin.first)
    next = nil
    headers.removeAll { $0.first >= origin.first }
    add(header, from: origin.first)
  }

  /// Notes the header of the type in the segments from an element on; `nil` if nobody knows it.
  mutating func add(_ header: Data?, from first: Int) {
    guard headers.isEmpty || self.header(ofSegmentFrom: first) != header else { return }
    headers.removeAll { $0.first == first }
    headers.append(Header(first: first, bytes: header ?? Data()))
    headers.sort { $0.first < $1.first }
  }

  /// Returns the header of the type in the segment that begins with an element; `nil` if nobody knows it.
  func header(ofSegmentFrom first: Int) -> Data? {
    headers.last { $0.first <= first }.flatMap { $0.bytes.isEmpty ? nil : $0.bytes }
  }

  /// Whether all numbers can be those of segments and elements.
  fileprivate var isValid: Bool {
    let gaps = gaps.flatMap { [$0.first, $0.next - $0.first, $0.next] }
    let numbers =
      [last?.number, last?.first, next].compactMap { $0 } + headers.map(\.first) + gaps + repaired
    return numbers.allSatisfy { (0...Int.max >> 8).contains($0) }
  }

  /// Notes elements that are no longer there.
  mutating func addGap(_ elements: Range<Int>, _ reason: String, at date: Date) {
    gaps.removeAll { elements.contains($0.first) && $0.next <= elements.upperBound }
    gaps.append(Gap(first: elements.lowerBound, next: elements.upperBound, date: date, reason: reason))
    gaps.sort { $0.first < $1.first }
  }

  /// Returns the gap that begins with an element.
  func gap(from first: Int) -> ArchiveLogGap? {
    gaps.first { $0.first == first }.map {
      ArchiveLogGap(elements: $0.first..<max($0.next, $0.first), date: $0.date, reason: $0.reason)
    }
  }
}

// MARK: The file

extension LogFolder {
  static let catalogName = "catalog"

  /// Reads the catalog.
  ///
  /// - Returns: `nil` if there is none.
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
      throw error.in(path, advice: "`archive log repair` makes it again from the segments.")
    }
  }

  /// Reads the catalog; `nil` if there is none, or it is damaged.
  func undamagedCatalog() throws -> LogCatalog? {
    do {
      return try catalog()
    } catch let error as ArchiveError where error.code != .fileSystem {
      return nil
    }
  }

  /// Replaces the catalog, and waits until it is on the disk.
  func write(_ catalog: LogCatalog) throws {
    try place(try ColumnArchive.encode(catalog), as: Self.catalogName)
  }
}

extension LogCatalog: ArchiveStruct {
  static let archiveFields = unsafe ArchiveFields<LogCatalog>(complete: "ArchiveLogCatalog") { fields in
    fields.field("identity", \.identity)
    fields.field("last", \.last)
    fields.field("next", \.next)
    fields.field("headers", \.headers)
    fields.field("gaps", \.gaps)
    fields.field("repaired", \.repaired)
  }
}

extension LogCatalog.Segment: ArchiveStruct {
  static let archiveFields = unsafe ArchiveFields<Self>(complete: "ArchiveLogSegment") { fields in
    fields.field("number", \.number)
    fields.field("first", \.first)
  }
}

extension LogCatalog.Header: ArchiveStruct {
  static let archiveFields = unsafe ArchiveFields<Self>(complete: "ArchiveLogHeader") { fields in
    fields.field("first", \.first)
    fields.field("bytes", \.bytes)
  }
}

extension LogCatalog.Gap: ArchiveStruct {
  static let archiveFields = unsafe ArchiveFields<Self>(complete: "ArchiveLogGap") { fields in
    fields.field("first", \.first)
    fields.field("next", \.next)
    fields.field("date", \.date)
    fields.field("reason", \.reason)
  }
}
