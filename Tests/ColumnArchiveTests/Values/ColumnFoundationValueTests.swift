import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class ColumnFoundationValueTests: XCTestCase {
  func testData() throws {
    let whole = Data((0..<100).map { UInt8($0) })
    for data in [Data(), Data([0]), whole, whole.dropFirst(33), whole[50..<51], Data(count: 70_000)] {
      try assertColumns(data)
      try assertColumns([data, Data(), data])
      try assertColumns([nil, data])
      try assertColumns(Box(content: data))
    }
    XCTAssertEqual(try decoded(whole.dropFirst(33)).startIndex, 0)
  }

  func testBytes() throws {
    for count in [0, 1, 7, 8, 9, 255, 256, 5000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try assertColumns(bytes)
      try assertColumns([bytes, [], bytes])
      try assertColumns(Box(content: bytes))
    }
  }

  func testURLs() throws {
    let base = URL(string: "https://example.com/dir/")!
    let relative = URL(string: "page.html?q#f", relativeTo: base)!
    try assertColumns(relative)
    XCTAssertEqual(try decoded(relative).baseURL, base)
    XCTAssertEqual(try decoded(relative).relativeString, "page.html?q#f")
    try assertColumns(URL(fileURLWithPath: "/tmp/with space/ü"))
    try assertColumns([base, nil, relative] as [URL?])
  }

  func testUUIDs() throws {
    let ids = ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "00000000-0000-0000-0000-000000000000"].map {
      UUID(uuidString: $0)!
    }
    try assertColumns(ids)
    try assertColumns(ids[0])
    try assertColumns([ids[0], nil, ids[1]])
    try assertColumns([ids[0]: ids[1]])
    // Sixteen bytes each, and nothing else.
    let sizes = try [1, 101].map { try ColumnArchive.encode([UUID](repeating: ids[0], count: $0)).count }
    XCTAssertEqual(sizes[1] - sizes[0], 1600)
  }

  func testDecimals() throws {
    let texts = ["0", "-0.1", "1e100", "99999999999999999999999999999999999999", "1e-127", "3.14159"]
    for text in texts { try assertColumns(Decimal(string: text)!) }
    XCTAssertTrue(try decoded(Decimal.nan).isNaN)
    try assertColumns([Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi])
  }

  func testDateComponents() throws {
    var all = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "Asia/Tokyo"), era: 1,
      year: -5,
      month: 13, day: 0, hour: 25, minute: 61, second: -1, nanosecond: .max - 1, weekday: 8,
      weekdayOrdinal: 1,
      quarter: 5, weekOfMonth: 6, weekOfYear: 54, yearForWeekOfYear: 2021)
    all.isLeapMonth = true
    try assertColumns(all)
    try assertColumns([DateComponents(), all])
  }

  func testCalendars() throws {
    for identifier in [Calendar.Identifier.gregorian, .buddhist, .iso8601, .hebrew, .chinese] {
      var calendar = Calendar(identifier: identifier)
      calendar.locale = Locale(identifier: "de_DE")
      calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
      calendar.firstWeekday = 3
      calendar.minimumDaysInFirstWeek = 4
      try assertColumns(calendar)
      try assertColumns([calendar, nil])
      XCTAssertEqual(try decoded(calendar).firstWeekday, 3)
    }
  }

  func testPlaces() throws {
    try assertColumns(["", "de_DE", "zh-Hant_TW"].map { Locale(identifier: $0) })
    try assertColumns(["GMT", "Europe/Berlin"].map { TimeZone(identifier: $0)! })
  }

  func testIndexSetsAndPaths() throws {
    try assertColumns([IndexSet(), IndexSet(0..<1), IndexSet([0, 2, 127, 128, 16_384, Int.max - 1])])
    try assertColumns([IndexPath(), IndexPath(index: 3), IndexPath(indexes: [0, 127, 128, .max])])
    try assertColumns(IndexSet([1, 2, 3, 200]))
    try assertColumns(IndexPath(indexes: [1, 2]))
  }

  func testMeasurements() throws {
    try assertColumns(Measurement(value: 4.5, unit: UnitLength.miles))
    let masses = [Measurement(value: 1, unit: UnitMass.grams), Measurement(value: 1, unit: UnitMass.ounces)]
    try assertColumns(masses)
    XCTAssertEqual(try decoded(masses)[1].unit.symbol, "oz")
  }

  func testGeometry() throws {
    let odd = CGRect(x: -0.0, y: .leastNonzeroMagnitude, width: -3, height: 1e300)
    try assertColumns(odd)
    XCTAssertEqual(try decoded(odd).origin.x.sign, .minus)
    try assertColumns([odd, .zero, odd])
    try assertColumns([CGPoint(x: 0.1, y: 1.0 / 3), nil])
    try assertColumns(CGSize(width: CGFloat.infinity, height: 0))
    try assertColumns([NSRange(location: NSNotFound, length: 0), NSRange(location: 3, length: 4)])
  }

  func testIntervals() throws {
    let start = Date(timeIntervalSinceReferenceDate: 10)
    try assertColumns(DateInterval(start: start, duration: 3.5))
    try assertColumns((0..<20).map { DateInterval(start: start, duration: Double($0)) })
  }

  func testRanges() throws {
    try assertColumns(0..<0)
    try assertColumns([0..<0, -5..<5, Int.min..<Int.max])
    try assertColumns(Int.min...Int.max)
    try assertColumns(["a"..<"b", ""..<"z"])
    try assertColumns([Date.distantPast...Date.distantFuture])
    try assertColumns([nil, 0.5..<1])
    XCTAssertEqual(try decoded([3...]).first?.lowerBound, 3)
    XCTAssertEqual(try decoded(...3).upperBound, 3)
    XCTAssertEqual(try decoded(..<3).upperBound, 3)
  }

  func testBoundsThatMakeNoRange() throws {
    let same = try ColumnArchive.encode([1..<2, 5..<6])
    XCTAssertEqual(try ColumnArchive.decode([ClosedRange<Int>].self, from: same), [1...2, 5...6])
    let bounds = try ColumnArchive.encode([1, Double.nan])
    assertThrows(.invalidValue, at: "[1]") {
      try ColumnArchive.decode([PartialRangeFrom<Double>].self, from: bounds)
    }
    let backwards = try ColumnArchive.encode([LooseBounds(bounds: (1, 1)), LooseBounds(bounds: (2, 1))])
    assertThrows(.invalidValue, at: "[1].bounds", saying: "ascending", "2 and 1") {
      try ColumnArchive.decode([Bounds].self, from: backwards)
    }
  }

  func testAllTogether() throws {
    var random = SeededGenerator()
    for count in [1, 2, 7] {
      try assertColumns((0..<count).map { _ in FoundationValues.arbitrary(&random) }, "seed \(random.seed)")
    }
  }
}

/// A range as two numbers, and as a range: both are stored as a tuple.
@Archivable(className: "Column_LooseBounds", formerly: ["Column_Bounds"])
private struct LooseBounds { var bounds: (Int, Int) }

@Archivable(className: "Column_Bounds", formerly: ["Column_LooseBounds"])
private struct Bounds { var bounds: Range<Int> }
