import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// What codecs rely on of the memory of values.
final class MemoryLayoutTests: XCTestCase {
  /// On the platforms that the tests run on; elsewhere archives take longer, and are the same.
  func testKnownHere() {
    XCTAssertTrue(KnownLayouts.found.optionals)
    XCTAssertTrue(KnownLayouts.found.dates)
  }

  /// Many values, of which the slow roads write and read several parts, and errors in the midst of them.
  func testManyOptionals() throws {
    let texts = (0..<5000).map { $0 % 3 == 0 ? nil : "text number \($0 % 700) of these" }
    let lists = (0..<5000).map { $0 % 4 == 0 ? nil : Array(0..<$0 % 9) }
    let dates = (0..<5000).map { $0 % 5 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double($0)) }
    let nested = (0..<3000).map { row -> Int?? in row % 3 == 0 ? nil : row % 3 == 1 ? .some(nil) : row }
    try assertColumns(texts)
    try assertColumns(lists)
    try assertColumns(dates)
    try assertColumns(nested)
    try assertColumns((0..<3000).map { Date(timeIntervalSinceReferenceDate: Double($0)) })
    let numbers = try ColumnArchive.encode((0..<3000).map { $0 % 2 == 0 ? nil : $0 })
    for table in [RootTable.shared, SlowRoads.all] {
      XCTAssertThrowsError(try SlowRoads.decode([UInt8?].self, from: numbers, by: table)) {
        XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "[257]")
      }
      // A required value that became optional.
      let required = try ColumnArchive.encode(["a", "b", "a text of more than fifteen bytes"])
      XCTAssertEqual(
        try SlowRoads.decode([String?].self, from: required, by: table),
        ["a", "b", "a text of more than fifteen bytes"])
    }
  }

  /// A record of numbers and dates alone is stored as it is in memory, and by columns where dates are no numbers.
  func testRawRecordsOfDates() throws {
    let spans = (0..<40).map {
      Span(
        start: Date(timeIntervalSinceReferenceDate: Double($0)), end: Date(timeIntervalSinceReferenceDate: 1))
    }
    let raw = try SlowRoads.encode(spans, by: .shared)
    let columns = try SlowRoads.encode(spans, by: SlowRoads.all)
    XCTAssertNotEqual(raw, columns)
    for table in [RootTable.shared, SlowRoads.all] {
      XCTAssertEqual(try SlowRoads.decode([Span].self, from: raw, by: table), spans)
      XCTAssertEqual(try SlowRoads.decode([Span].self, from: columns, by: table), spans)
    }
  }
}

@Archivable(className: "Column_Span")
private struct Span: Hashable {
  var start: Date
  var end: Date
}
