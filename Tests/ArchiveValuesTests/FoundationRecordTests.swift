import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class FoundationRecordTests: XCTestCase {
  func testURL() throws {
    let base = try XCTUnwrap(URL(string: "https://swift.org/a/"))
    let relative = try XCTUnwrap(URL(string: "b?c#d", relativeTo: base))
    let tree = try assertRoundTrip(relative)
    let back: URL = try TreeDecoder.value(from: tree)
    XCTAssertEqual(back.baseURL, base)
    XCTAssertEqual(back.relativeString, "b?c#d")
    for url in [base, URL(fileURLWithPath: "/tmp/ü x"), URL(fileURLWithPath: "relative")] {
      try assertRoundTrip(url)
    }
    XCTAssertEqual(
      try TreeEncoder.tree(of: base),
      .record("NSURL", case: nil, ["NS.base": .null, "NS.relative": .string("https://swift.org/a/")]))
    assertThrows(
      URL.self, from: try TreeEncoder.tree(of: base).with("NS.relative", .string("")), .invalidValue)
    XCTAssertEqual(
      try TreeDecoder.value(of: URL.self, from: TreeEncoder.tree(of: base).with("NS.base", nil)), base)
  }

  func testUUID() throws {
    let uuid = try XCTUnwrap(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
    XCTAssertEqual(
      try assertRoundTrip(uuid), .record("NSUUID", case: nil, ["NS.uuidbytes": .bytes(Array(0...15))]))
    assertThrows(
      UUID.self, from: .record("NSUUID", case: nil, ["NS.uuidbytes": .bytes([1, 2, 3])]), .invalidValue,
      saying: "3 bytes")
  }

  func testDecimal() throws {
    let texts = [
      "0", "1", "-1", "123.456", "-123.456", "340282366920938463463374607431768211455", "1e127", "1e-127",
      "65536",
      "-0.00000000000000000000000000000000000001", "100",
    ]
    for text in texts { try assertRoundTrip(try XCTUnwrap(Decimal(string: text)), text) }
    var generator = SeededGenerator()
    for _ in 0..<200 {
      let digits = (0..<Int.random(in: 1...38, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }
      let text = digits.joined() + "e\(Int.random(in: -100...80, using: &generator))"
      try assertRoundTrip(try XCTUnwrap(Decimal(string: text)), text)
    }
    let nan: Decimal = try TreeDecoder.value(from: TreeEncoder.tree(of: Decimal.nan))
    XCTAssertTrue(nan.isNaN)
    // What Apple's archiver writes for -123.456.
    XCTAssertEqual(
      try TreeEncoder.tree(of: Decimal(sign: .minus, exponent: -3, significand: 123_456)),
      .record(
        "NSDecimalNumber", case: nil,
        [
          "NS.exponent": .int(-3), "NS.length": .int(2), "NS.negative": .bool(true),
          "NS.compact": .bool(true),
          "NS.mantissa.bo": .int(1),
          "NS.mantissa": .bytes([0x40, 0xe2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ]))
  }

  func testDecimalOfOthers() throws {
    let tree = try TreeEncoder.tree(of: try XCTUnwrap(Decimal(string: "1234567890123")))
    guard case .record(_, _, let fields) = tree, case .bytes(let bytes)? = fields["NS.mantissa"] else {
      return XCTFail()
    }
    let swapped = stride(from: 0, to: 16, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] }
    let big = tree.with("NS.mantissa.bo", .int(2)).with("NS.mantissa", .bytes(swapped))
    XCTAssertEqual(try TreeDecoder.value(from: big), Decimal(string: "1234567890123"))
    // More limbs than the number needs, and a sign on zero, which would be NaN without limbs.
    XCTAssertEqual(
      try TreeDecoder.value(from: tree.with("NS.length", .int(8))), Decimal(string: "1234567890123"))
    let zero = tree.with("NS.mantissa", .bytes(Array(repeating: 0, count: 16))).with(
      "NS.negative", .bool(true))
    XCTAssertEqual(try TreeDecoder.value(from: zero), Decimal(0))
    assertThrows(Decimal.self, from: tree.with("NS.length", .int(9)), .invalidValue)
    assertThrows(Decimal.self, from: tree.with("NS.length", .int(-1)), .invalidValue)
    assertThrows(Decimal.self, from: tree.with("NS.exponent", .int(128)), .invalidValue, at: "NS.exponent")
    assertThrows(Decimal.self, from: tree.with("NS.mantissa", .bytes([1])), .invalidValue)
    assertThrows(Decimal.self, from: tree.with("NS.mantissa", nil), .missingField, at: "NS.mantissa")
  }

  func testDateInterval() throws {
    let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1.1), duration: 3.3)
    let tree = try assertRoundTrip(interval)
    try assertRoundTrip(DateInterval(start: Date(timeIntervalSinceReferenceDate: 1e15), duration: 0.1))
    XCTAssertEqual(
      try TreeDecoder.value(of: DateInterval.self, from: tree.with("NS.duration", nil)).end, interval.end)
    let bare: DateInterval = try TreeDecoder.value(
      from: tree.with("NS.duration", nil).with("NS.endDate", nil))
    XCTAssertEqual(bare, DateInterval(start: interval.start, duration: 0))
    assertThrows(DateInterval.self, from: tree.with("NS.duration", .double(-1)), .invalidValue)
    assertThrows(DateInterval.self, from: tree.with("NS.duration", .double(.nan)), .invalidValue)
    let backwards = tree.with("NS.duration", nil).with("NS.endDate", .date(.distantPast))
    assertThrows(DateInterval.self, from: backwards, .invalidValue)
    assertThrows(DateInterval.self, from: tree.with("NS.startDate", nil), .missingField, at: "NS.startDate")
  }

  func testDateComponents() throws {
    var components = DateComponents()
    try assertRoundTrip(components)
    components.year = 2024
    components.month = -3
    components.nanosecond = .max - 1
    components.weekOfYear = 3
    components.yearForWeekOfYear = 2023
    components.quarter = 1
    XCTAssertEqual(
      try assertRoundTrip(components),
      .record(
        "NSDateComponents", case: nil,
        [
          "NS.year": .int(2024), "NS.month": .int(-3), "NS.nanosec": .int(.max - 1), "NS.weekOfYear": .int(3),
          "NS.yearForWOY": .int(2023), "NS.quarter": .int(1),
        ]))
    components.isLeapMonth = true
    components.timeZone = TimeZone(identifier: "Europe/Berlin")
    components.calendar = Calendar(identifier: .hebrew)
    let tree = try assertRoundTrip(components)
    // As Foundation on Linux writes them.
    let linux = tree.with("NS.leapMonth", nil).with("NS.isLeapMonth", .bool(true)).with("NS.day", .int(.max))
    XCTAssertEqual(try TreeDecoder.value(from: linux), components)
  }

  func testCalendar() throws {
    let identifiers: [Calendar.Identifier] = [
      .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601,
      .indian,
      .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
    ]
    for identifier in identifiers {
      var calendar = Calendar(identifier: identifier)
      try assertRoundTrip(calendar, "\(identifier)")
      calendar.timeZone = try XCTUnwrap(TimeZone(identifier: "Asia/Tokyo"))
      calendar.locale = Locale(identifier: "de_DE")
      calendar.firstWeekday = 5
      calendar.minimumDaysInFirstWeek = 3
      try assertRoundTrip(calendar, "\(identifier)")
    }
    let tree = try TreeEncoder.tree(of: Calendar(identifier: .gregorian))
    assertThrows(Calendar.self, from: tree.with("NS.identifier", .string("martian")), .invalidValue)
    assertThrows(Calendar.self, from: tree.with("NS.firstwkdy", .int(0)), .invalidValue)
    assertThrows(Calendar.self, from: tree.with("NS.mindays", .int(.max)), .invalidValue)
    let bare: Calendar = try TreeDecoder.value(
      from: .record("NSCalendar", case: nil, ["NS.identifier": .string("roc")]))
    XCTAssertEqual(bare.identifier, .republicOfChina)
  }

  func testLocaleAndTimeZone() throws {
    for name in ["", "en_US", "de_DE@calendar=buddhist", "zh-Hant-TW"] {
      try assertRoundTrip(Locale(identifier: name))
    }
    for name in ["GMT", "Europe/Berlin", "GMT+0530", "America/Argentina/Buenos_Aires"] {
      try assertRoundTrip(try XCTUnwrap(TimeZone(identifier: name)))
    }
    for offset in [0, 3600, -12_600, 43_200] {
      let zone = try XCTUnwrap(TimeZone(secondsFromGMT: offset))
      let back: TimeZone = try TreeDecoder.value(from: TreeEncoder.tree(of: zone))
      XCTAssertEqual(back, zone)
      XCTAssertEqual(back.secondsFromGMT(), offset)
    }
    for name in ["", "Nowhere/No", "../etc/passwd"] {
      assertThrows(
        TimeZone.self, from: .record("NSTimeZone", case: nil, ["NS.name": .string(name)]), .invalidValue)
    }
  }

  func testMeasurement() throws {
    try assertRoundTrip(Measurement(value: 3.5, unit: UnitLength.kilometers))
    try assertRoundTrip(Measurement(value: -0.0, unit: UnitTemperature.celsius))
    let custom = Measurement(value: 1, unit: Unit(symbol: "widgets"))
    let tree = try assertRoundTrip(custom)
    assertThrows(Measurement<UnitLength>.self, from: tree, .typeMismatch, at: "NS.unit")
  }
}
