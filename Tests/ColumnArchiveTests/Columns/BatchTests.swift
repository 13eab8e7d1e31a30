import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Arrays in several batches.
final class BatchTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ values: [Value], of size: Int, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(values, options: .init(batchSize: size))
    let counts = try ArchiveParts(data).batches.map { Int($0.count) }
    XCTAssertEqual(counts, values.chunkCounts(size), file: file, line: line)
    XCTAssertEqual(try ColumnArchive.decode([Value].self, from: data), values, file: file, line: line)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, values.count, file: file, line: line)
    XCTAssertEqual(archive.batchCount, counts.count, file: file, line: line)
    XCTAssertTrue(archive.isSequence, file: file, line: line)
    for length in [0, 1, data.count / 2, data.count - 1] {
      XCTAssertThrowsError(
        try ColumnArchive.decode([Value].self, from: data.prefix(length)), "\(length)", file: file, line: line
      )
    }
  }

  func testSizes() throws {
    var random = SeededGenerator()
    let sessions = (0..<40).map { _ in Session.arbitrary(&random) }
    for size in [1, 7, 39, 40, 41, 65_536] {
      try check(sessions, of: size)
      try check(Array(0..<40), of: size)
      try check((0..<40).map { "\($0 % 3)" }, of: size)
      try check([Empty](repeating: Empty(), count: 40), of: size)
      try check([Triangle](repeating: .zero, count: 40), of: size)
      try check((0..<40).map { $0 % 3 == 0 ? nil : [$0] }, of: size)
    }
  }

  func testNoElements() throws {
    let data = try ColumnArchive.encode([Session]())
    XCTAssertEqual(try ArchiveParts(data).batches, [])
    try check([Session](), of: 1)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, 0)
    XCTAssertEqual(try archive.elements(of: Session.self, in: 0..<0), [])
    try archive.forEachBatch(of: Session.self) { _ in XCTFail("there is no batch") }
  }

  func testMoreThanABatchByDefault() throws {
    let events = (0..<70_001).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "tag \($0 % 5)")
    }
    let data = try ColumnArchive.encode(events)
    let size = ColumnArchive.EncodingOptions().batchSize
    XCTAssertLessThan(size, 70_001)
    XCTAssertEqual(try ArchiveParts(data).batches.map { Int($0.count) }, events.chunkCounts(size))
    XCTAssertEqual(try ColumnArchive.decode([Event].self, from: data), events)
    let optionals = (0..<70_001).map { $0 % 7 == 0 ? nil : "\($0)" }
    XCTAssertEqual(try decoded(optionals), optionals)
    let bytes = (0..<131_072).map { UInt8(truncatingIfNeeded: $0) }
    XCTAssertEqual(try decoded(bytes), bytes)
  }

  /// A size that makes no sense is taken for the least that does.
  func testBatchesOfNothing() throws {
    XCTAssertEqual(
      try ColumnArchive.encode([1, 2], options: .init(batchSize: 0)),
      try ColumnArchive.encode([1, 2], options: .init(batchSize: 1)))
  }

  /// An inner array is one column, whatever its length.
  func testOnlyTheOuterArrayHasBatches() throws {
    let data = try ColumnArchive.encode([Array(0..<100)], options: .init(batchSize: 7))
    XCTAssertEqual(try ArchiveParts(data).batches.map(\.count), [1])
    let record = try ColumnArchive.encode(Box(content: Array(0..<100)), options: .init(batchSize: 7))
    XCTAssertFalse(try ColumnArchive(record).isSequence)
    XCTAssertEqual(try ColumnArchive(record).count, 1)
    XCTAssertEqual(try ColumnArchive(record).batchCount, 1)
  }

  func testErrorsKnowTheElement() throws {
    let data = try ColumnArchive.encode([1, 2, 3, 4, 5, 600, 7], options: .init(batchSize: 2))
    assertThrows(.invalidValue, at: "[5]", saying: "600", "UInt8") {
      try ColumnArchive.decode([UInt8].self, from: data)
    }
  }
}

extension Array {
  /// How many elements are in each part of a size.
  fileprivate func chunkCounts(_ size: Int) -> [Int] {
    stride(from: 0, to: count, by: size).map { Swift.min(size, count - $0) }
  }
}
