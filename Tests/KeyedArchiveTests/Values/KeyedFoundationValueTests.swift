import ArchiveTestSupport
import StructCoding
import XCTest

final class KeyedFoundationValueTests: XCTestCase {
  func testData() throws {
    for count in [0, 1, 14, 15, 255, 256, 65_536] {
      try assertRoundTrip(Data(repeating: 7, count: count))
      if count > 256, !Thoroughness.isFull { continue }
      try assertRoundTrip([UInt8](repeating: 7, count: count))
      try assertRoundTrip(Box(content: [[UInt8](repeating: 7, count: count), []]))
    }
    try assertRoundTrip(Data([0, 1, 2, 3]).dropFirst(2))
  }

  func testURLs() throws {
    let base = URL(string: "https://example.com/dir/")!
    let relative = URL(string: "page.html?q#f", relativeTo: base)!
    try assertRoundTrip(relative)
    let back = try decoded(relative)
    XCTAssertEqual(back.baseURL, base)
    XCTAssertEqual(back.relativeString, "page.html?q#f")
    try assertRoundTrip(URL(fileURLWithPath: "/tmp/with space/ü"))
    try assertRoundTrip([base, nil, relative] as [URL?])
  }

  func testDecimals() throws {
    for text in ["0", "-0.1", "1e100", "99999999999999999999999999999999999999", "1e-127", "3.14159"] {
      try assertRoundTrip(Decimal(string: text)!)
    }
    XCTAssertTrue(try decoded(Decimal.nan).isNaN)
    try assertRoundTrip([Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi])
  }

  func testDateComponents() throws {
    var all = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "Asia/Tokyo"), era: 1,
      year: -5,
      month: 13, day: 0, hour: 25, minute: 61, second: -1, nanosecond: .max - 1, weekday: 8,
      weekdayOrdinal: 1,
      quarter: 5, weekOfMonth: 6, weekOfYear: 54, yearForWeekOfYear: 2021)
    all.isLeapMonth = true
    try assertRoundTrip(all)
    try assertRoundTrip(DateComponents())
  }

  func testCalendars() throws {
    for identifier in [Calendar.Identifier.gregorian, .buddhist, .iso8601, .hebrew, .chinese] {
      var calendar = Calendar(identifier: identifier)
      calendar.locale = Locale(identifier: "de_DE")
      calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
      calendar.firstWeekday = 3
      calendar.minimumDaysInFirstWeek = 4
      let back = try decoded(calendar)
      XCTAssertEqual(back.identifier, calendar.identifier)
      XCTAssertEqual(back.locale, calendar.locale)
      XCTAssertEqual(back.timeZone, calendar.timeZone)
      XCTAssertEqual(back.firstWeekday, 3)
      XCTAssertEqual(back.minimumDaysInFirstWeek, 4)
      try assertRoundTrip(calendar)
      try assertRoundTrip([calendar, nil])
    }
  }

  func testIndexSetsAndPaths() throws {
    try assertRoundTrip(IndexSet())
    try assertRoundTrip(IndexSet(integersIn: 0..<1))
    try assertRoundTrip(IndexSet([0, 2, 4, 127, 128, 16_383, 16_384, Int.max - 1]))
    try assertRoundTrip(IndexPath())
    try assertRoundTrip(IndexPath(index: 3))
    try assertRoundTrip(IndexPath(indexes: [0, 127, 128, .max]))
  }

  func testMeasurements() throws {
    try assertRoundTrip(Measurement(value: 4.5, unit: UnitLength.miles))
    try assertRoundTrip(Measurement(value: -40, unit: UnitTemperature.fahrenheit))
    let all = [Measurement(value: 1, unit: UnitMass.grams), Measurement(value: 1, unit: UnitMass.ounces)]
    try assertRoundTrip(all)
    XCTAssertEqual(try decoded(all)[1].unit.symbol, "oz")
  }

  func testGeometry() throws {
    let odd = CGRect(x: -0.0, y: .leastNonzeroMagnitude, width: -3, height: 1e300)
    try assertRoundTrip(odd)
    XCTAssertEqual(try decoded(odd).origin.x.sign, .minus)
    XCTAssertEqual(try decoded(odd).size.width, -3)
    try assertRoundTrip(CGPoint(x: 0.1, y: 1.0 / 3))
    try assertRoundTrip(CGSize(width: CGFloat.infinity, height: 0))
    let nan = CGPoint(x: CGFloat.nan, y: CGFloat(Double(bitPattern: 0xFFF8_0000_0000_1234)))
    XCTAssertEqual(Double(try decoded(nan).y).bitPattern, 0xFFF8_0000_0000_1234)
  }

  #if canImport(AppKit) || !canImport(ObjectiveC)
    /// Foundation's type is not `Equatable` everywhere.
    func testInsets() throws {
      func numbers(_ insets: NSEdgeInsets?) -> [CGFloat]? {
        insets.map { [$0.top, $0.left, $0.bottom, $0.right] }
      }
      let insets = NSEdgeInsets(top: 0.1, left: -2, bottom: 3, right: .infinity)
      for road in Road.allCases {
        let back = try road.carry([insets, nil], to: [NSEdgeInsets?].self)
        XCTAssertEqual(back.map(numbers), [numbers(insets), nil], "\(road)")
      }
      let data = try KeyedArchive.encode(insets)
      assertRefusesOtherLengths(of: data, as: NSEdgeInsets.self)
      // As an object, alone and in the archive of an object.
      let object = try KeyedArchive.unarchivedObject(ofClass: NSValue.self, from: data)
      XCTAssertEqual(numbers(object?.edgeInsetsValue), numbers(insets))
      let archived = try KeyedArchive.archivedData(
        withRootObject: NSValue(edgeInsets: insets), requiringSecureCoding: true)
      XCTAssertEqual(numbers(try KeyedArchive.decode(NSEdgeInsets.self, from: archived)), numbers(insets))
      assertThrows(.typeMismatch, saying: "insets, found a range") {
        try KeyedArchive.decode(NSEdgeInsets.self, from: KeyedArchive.encode(NSRange(location: 1, length: 2)))
      }
    }
  #endif

  func testRanges() throws {
    try assertRoundTrip(0..<0)
    try assertRoundTrip(Int.min...Int.max)
    try assertRoundTrip("a"..<"b")
    try assertRoundTrip([Date.distantPast...Date.distantFuture])
    XCTAssertEqual(try decoded(3...).lowerBound, 3)
    XCTAssertEqual(try decoded(...3).upperBound, 3)
    XCTAssertEqual(try decoded(..<3).upperBound, 3)
    let backwards = try KeyedArchive.encode([2, 1])
    assertThrows(.invalidValue) { try KeyedArchive.decode(Range<Int>.self, from: backwards) }
    let bounds = try KeyedArchive.encode([Double.nan, 1])
    assertThrows(.invalidValue) { try KeyedArchive.decode(ClosedRange<Double>.self, from: bounds) }
  }
}
