#if os(Linux)
  import ArchiveTestSupport
  import ColumnArchives
  import StructCoding
  import XCTest

  @testable import ArchiveLogs

  /// Reading a part of a log reads the pages of that part, of whatever size the log is.
  final class PartialLogReadingTests: LogTestCase {
    private static let batchSize = 400
    private let count = 24_000

    /// Writes a log of several complete segments, and removes all of it from the system's memory.
    private func write() async throws {
      var options = ArchiveLogOptions()
      options.segmentSize = 100_000
      let log = try ArchiveLog<SmallRecord>(in: folder, options: options)
      var random = SeededGenerator(seed: 31)
      for start in stride(from: 0, to: count, by: Self.batchSize) {
        let part = (start..<start + Self.batchSize).map { number in
          SmallRecord(
            number: number, time: Date(timeIntervalSinceReferenceDate: Double(number)),
            name: "name \(random.below(1 << 30))", amount: Double(random.below(1 << 40)) / 7,
            size: UInt16(random.below(1 << 16)), isOpen: random.oneIn(2), tags: [], place: nil)
        }
        try await log.append(contentsOf: part, until: .written)
      }
      try await log.close()
      XCTAssertGreaterThan(try segments.count, 4)
      for file in try segments {
        guard try FilePages.drop(file) else { throw XCTSkip("the file system keeps files in memory") }
      }
    }

    /// How many pages of each segment are in memory.
    private var pages: [Int] { get throws { try segments.map { try FilePages.read($0).count } } }

    /// The most pages that are read of a segment of which nothing is wanted: the system reads some behind the header.
    private static let headerPages = 4
    private static let endPages = 3

    func testConditions() async throws {
      try await write()
      let reader = ArchiveLogReader<SmallRecord>(in: folder)
      for (condition, expected) in [
        (SmallRecord.path.number == 12_345, [12_345]), (SmallRecord.path.number < 0, []),
        (SmallRecord.path.time > Date(timeIntervalSinceReferenceDate: 1e9), []),
      ] {
        for file in try segments { XCTAssert(try FilePages.drop(file)) }
        var found: [Int] = []
        try reader.forEachBatch(where: condition) { found += try $0.elements().map(\.number) }
        XCTAssertEqual(found, expected)
        let pages = try pages
        let least = Self.headerPages + Self.endPages
        XCTAssertLessThanOrEqual(pages.count { $0 > least }, expected.count, "\(pages)")
        XCTAssertLessThanOrEqual(try XCTUnwrap(pages.max()), least + 8 * expected.count, "\(pages)")
      }
    }

    /// Of a log that is read from an element on, only the segments behind it are touched; of one, only batches behind it.
    func testReadingFromANumber() async throws {
      try await write()
      let names = try segments.count
      var found: [Int] = []
      try ArchiveLogReader<SmallRecord>(in: folder).forEachBatch(from: count - 10) {
        found += try $0.elements().map(\.number)
      }
      XCTAssertEqual(found, Array(count - 10..<count))
      let pages = try pages
      XCTAssertEqual(pages.dropLast().reduce(0, +), 0, "\(pages)")
      XCTAssertEqual(pages.count, names)
      XCTAssertLessThanOrEqual(try XCTUnwrap(pages.last), Self.headerPages + Self.endPages + 8, "\(pages)")
    }
  }
#endif
