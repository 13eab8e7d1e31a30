import ArchiveLogs
import StructCoding
import XCTest

final class LogReaderTests: ReadingTestCase {
  func testReadsAllBatchesOfAllSegments() throws {
    try put([3, 1, 4])
    try put([1], from: 8)
    try put([5, 9], from: 9, isSealed: false)
    for (found, damage) in [try found(), try foundUntyped()] {
      assert(found, has: Array(0..<23))
      XCTAssertEqual(found.batchCount, 6)
      XCTAssert(damage.isEmpty)
    }
  }

  func testBatchesSayWhereTheyAre() async throws {
    let urls = [try put([3, 1]), try put([5], from: 4)]
    var places: [String] = []
    for try await batch in reader.batches() {
      places.append("\(batch.first)+\(batch.count) \(batch.segment.lastPathComponent)")
      XCTAssertEqual(
        try batch.values(at: Record.path.number), Array(batch.first..<batch.first + batch.count))
    }
    let names = urls.map(\.lastPathComponent)
    XCTAssertEqual(places, ["0+3 \(names[0])", "3+1 \(names[0])", "4+5 \(names[1])"])
  }

  func testStartsAtEveryNumber() async throws {
    for isSealed in [true, false] {
      try setUpWithError()
      try put([3, 1, 4])
      try put([2, 2], from: 8)
      try put([1, 3], from: 12, isSealed: isSealed)
      for number in 0...20 {
        let expected = Array(min(number, 16)..<16)
        for (found, damage) in [try found(from: number), try foundUntyped(from: number)] {
          assert(found, has: expected, "from \(number)")
          XCTAssert(damage.isEmpty)
        }
        var count = 0
        for try await batch in reader.batches(from: number) {
          XCTAssertEqual(batch.first, number + count)
          XCTAssertEqual(try batch.values(at: Record.path.number), try batch.elements().map(\.number))
          count += batch.count
        }
        XCTAssertEqual(count, expected.count)
      }
      try tearDownWithError()
    }
  }

  func testListsSegments() throws {
    try put([3, 1, 4])
    try put([2], from: 8)
    try put([1, 3], from: 10, isSealed: false)
    let found = try ArchiveLogFolder(folder).segments
    XCTAssertEqual(found.map(\.first), [0, 8, 10])
    XCTAssertEqual(found.map(\.count), [8, 2, 4])
    XCTAssertEqual(found.map(\.batchCount), [3, 1, 2])
    XCTAssertEqual(found.map(\.isSealed), [true, true, false])
    XCTAssertEqual(found.map(\.byteCount), try segments.map { try Data(contentsOf: $0).count })
    XCTAssertEqual(found.map { $0.url.lastPathComponent }, try segments.map(\.lastPathComponent))
    XCTAssert(found.allSatisfy { abs($0.date.timeIntervalSinceNow) < 3_600 })
  }

  func testEmptyFolderHasNothing() throws {
    XCTAssertEqual(try found().found, Found())
    XCTAssert(try ArchiveLogFolder(folder).segments.isEmpty)
  }

  func testMissingFolderIsAnError() throws {
    try FileManager.default.removeItem(at: folder)
    XCTAssertThrowsError(try reader.forEachBatch { _ in }) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .fileSystem)
      XCTAssert("\(error)".contains(folder.path))
    }
  }

  func testOtherFilesAreIgnored() throws {
    try put([3])
    for name in ["lock", "x.column", "20261123T005040.123456Z-99999999999999999999.column"] {
      try Data("x".utf8).write(to: folder.appendingPathComponent(name))
    }
    assert(try found().found, has: [0, 1, 2])
  }

  func testValuesWithoutFieldsAreReadToo() throws {
    let names = ["a", "b", "c"]
    try put(Self.segment([names]).data, first: 0)
    var found: [String] = []
    try ArchiveLogReader<String>(in: folder).forEachBatch(from: 1) { found += try $0.elements() }
    XCTAssertEqual(found, ["b", "c"])
  }

  func testErrorsOfElementsAreLocatedInTheLog() throws {
    try put([2])
    try put([2], from: 2)
    var texts: [String] = []
    try ArchiveLogReader<Strict>(in: folder).forEachBatch(from: 2) { batch in
      XCTAssertThrowsError(try batch.elements()) { texts.append("\($0)") }
    }
    XCTAssertEqual(texts.count, 1)
    let text = try XCTUnwrap(texts.first)
    XCTAssert(text.contains("[2].number"), text)
    XCTAssert(text.contains(try segments[1].lastPathComponent), text)
  }
}

/// A record whose numbers are small.
@Archivable(className: "LogRecord")
struct Strict: Equatable, Sendable {
  var number: Bool
}
