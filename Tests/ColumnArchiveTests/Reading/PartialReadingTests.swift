#if os(Linux)
  import ArchiveTestSupport
  import StructCoding
  import XCTest

  @testable import ColumnArchives

  @Archivable(className: "PagedRow")
  struct PagedRow: Equatable, Sendable {
    var number: Int
    var time: Date
    var name: String
    var amount: Double
    var level: Int?
    var isOpen: Bool
    var id: UUID
    var size: UInt32
  }

  /// Reading a part of a mapped file reads the pages of that part, whatever the size of the file.
  final class PartialReadingTests: FileTestCase {
    private static let batchSize = 400
    private static let batchCount = 250

    /// Even numbers, in order, and what has no order.
    private static let rows: [PagedRow] = {
      var random = SeededGenerator(seed: 31)
      return (0..<batchSize * batchCount).map { index in
        PagedRow(
          number: 2 * index, time: Date(timeIntervalSinceReferenceDate: Double(index) * 1.5),
          name: "name \(random.below(1 << 30))", amount: Double(random.below(1 << 40)) / 7,
          level: random.oneIn(3) ? nil : random.below(100), isOpen: random.oneIn(2),
          id: UUID(uuid: unsafeBitCast((random.next(), random.next()), to: uuid_t.self)),
          size: UInt32(random.below(1 << 20)))
      }
    }()
    private static let encoded = Result {
      try ColumnArchive.encode(rows, options: .init(batchSize: batchSize))
    }

    /// Opens the archive in a file of which nothing is in memory.
    private func open(_ options: ColumnArchive.DecodingOptions = .init()) throws -> ColumnArchive {
      try Self.encoded.get().write(to: file)
      guard try FilePages.drop(file) else { throw XCTSkip("the file system keeps files in memory") }
      return try ColumnArchive(contentsOf: file, alwaysMapped: true, options: options)
    }

    private func pages(line: UInt = #line) throws -> Set<Int> { Set(try FilePages.read(file)) }

    /// The pages of some bytes.
    private func pages(of bytes: Range<Int>) -> Set<Int> {
      Set(bytes.lowerBound / FilePages.size...(bytes.upperBound - 1) / FilePages.size)
    }

    /// The pages of batches and their heads.
    private func pages(of archive: ColumnArchive, _ batches: Range<Int>) -> Set<Int> {
      let first = archive.batches[batches.lowerBound].body.lowerBound - BatchFrame.byteCount
      return pages(of: first..<archive.batches[batches.upperBound - 1].body.upperBound)
    }

    func testOpening() throws {
      let archive = try open()
      XCTAssertEqual([archive.count, archive.batchCount], [Self.rows.count, Self.batchCount])
      let (pages, count) = (try pages(), archive.data.count)
      // The header, the table, and the footer.
      let table = try XCTUnwrap(archive.batches.last).body.upperBound
      let statistics = try XCTUnwrap(archive.zones?.columns.first { !$0.part.isEmpty }).part.lowerBound
      let read = [0..<512, table..<statistics, count - 24..<count].map { self.pages(of: $0) }
      XCTAssert(pages.isSubset(of: read.reduce([]) { $0.union($1) }), "\(pages)")
      XCTAssertLessThanOrEqual(pages.count, 3)
    }

    /// Of a condition for which nothing can hold, an archive knows without reading a batch.
    func testConditionsWithoutMatches() throws {
      let path = PagedRow.path
      let conditions: [ArchiveCondition<PagedRow>] = [
        path.number < 0, path.time > Date(timeIntervalSinceReferenceDate: 1e9), path.name == "other",
        path.amount < -1, path.level == 1_000, path.size > 1 << 20,
      ]
      for (index, condition) in conditions.enumerated() {
        let archive = try open()
        XCTAssertEqual(try archive.elements(where: condition), [])
        let pages = try pages()
        XCTAssertLessThanOrEqual(pages.count, 6, "condition \(index): \(pages.sorted())")
      }
    }

    /// Of what lies between the values of two batches, it knows by what each batch says.
    func testConditionsBetweenBatches() throws {
      let next = 2 * Self.batchSize * 100
      let time = Date(timeIntervalSinceReferenceDate: Double(Self.batchSize * 100) * 1.5 - 0.5)
      for (index, condition) in [PagedRow.path.number == next - 1, PagedRow.path.time == time].enumerated() {
        let archive = try open()
        XCTAssertEqual(try archive.elements(where: condition), [])
        let pages = try pages()
        // The header, the statistics of one column, and the footer, each on one page or two.
        let places = pages.filter { !pages.contains($0 - 1) }
        XCTAssertLessThanOrEqual(places.count, 3, "condition \(index): \(pages.sorted())")
        XCTAssertLessThanOrEqual(pages.count, 5, "condition \(index): \(pages.sorted())")
      }
    }

    func testConditionsForOneBatch() throws {
      for batch in [0, 137, 249] {
        let archive = try open()
        let row = batch * Self.batchSize + 33
        let opened = try pages()
        XCTAssertEqual(try archive.elements(where: PagedRow.path.number == 2 * row), [Self.rows[row]])
        let own = pages(of: archive, batch..<batch + 1)
        let others = try pages().subtracting(own).subtracting(opened)
        XCTAssertLessThanOrEqual(others.count, 2, "batch \(batch): \(others.sorted())")
      }
    }

    func testElements() throws {
      for range in [5_000..<5_010, 0..<1, 4_390..<4_410, 99_999..<100_000] {
        let archive = try open()
        let opened = try pages()
        XCTAssertEqual(try archive.elements(of: PagedRow.self, in: range), Array(Self.rows[range]))
        let batches = range.lowerBound / Self.batchSize..<(range.upperBound - 1) / Self.batchSize + 1
        let others = try pages().subtracting(pages(of: archive, batches)).subtracting(opened)
        XCTAssertEqual(others, [], "\(range)")
      }
    }

    /// One column of one batch: its bytes, and the directory at the end of the batch.
    func testOneColumn() throws {
      let archive = try open()
      let opened = try pages()
      let batch = archive.batches[60].body
      let values = try archive.batch(60).values(at: PagedRow.path.size)
      XCTAssertEqual(values, Self.rows[60 * Self.batchSize..<61 * Self.batchSize].map(\.size))
      let read = try pages().subtracting(opened)
      // The sizes are the last column, directly before the directory.
      let end = pages(of: batch.lowerBound - BatchFrame.byteCount..<batch.lowerBound).union(
        pages(of: batch.upperBound - 1_500..<batch.upperBound))
      XCTAssert(read.isSubset(of: end), "\(read.sorted()) of \(pages(of: batch).sorted())")
      XCTAssertLessThan(read.count, pages(of: batch).count)
    }

    /// One column of all batches leaves out the others.
    func testOneColumnOfAllBatches() throws {
      let archive = try open()
      XCTAssertEqual(try archive.values(at: PagedRow.path.isOpen), Self.rows.map(\.isOpen))
      let read = try pages().count
      XCTAssertLessThan(read, archive.data.count / FilePages.size)
    }

    /// Without reading ahead, everything is still read.
    func testAllElements() throws {
      for verifies in [true, false] {
        let archive = try open(.init(verifiesChecksums: verifies))
        XCTAssertEqual(try archive.elements(of: PagedRow.self), Self.rows)
      }
      let archive = try open()
      XCTAssertNoThrow(try archive.verify())
      XCTAssertGreaterThan(try pages().count, archive.data.count / FilePages.size - 2)
    }
  }
#endif
