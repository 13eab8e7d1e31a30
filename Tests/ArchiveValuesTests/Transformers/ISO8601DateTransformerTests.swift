import ArchiveBytes
import ArchiveTestSupport
import Foundation
import XCTest

@testable import ArchiveValues

final class ISO8601DateTransformerTests: XCTestCase {
  private let transformer = ISO8601DateTransformer()

  private func check(
    _ date: Date, as text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(try transformer.encode(date), text, file: file, line: line)
    XCTAssertEqual(try transformer.decode(text), date, file: file, line: line)
  }

  func testExamples() throws {
    try check(date(0), as: "2001-01-01T00:00:00Z")
    try check(Date(timeIntervalSince1970: 0), as: "1970-01-01T00:00:00Z")
    try check(Date(timeIntervalSince1970: 1_709_210_096.5), as: "2024-02-29T12:34:56.500Z")
    try check(date(-0.001), as: "2000-12-31T23:59:59.999Z")
    try check(date(0.000_001), as: "2001-01-01T00:00:00.000001Z")
    try check(date(0.000_000_001), as: "2001-01-01T00:00:00.000000001Z")
    // Foundation means the first of January of the year 1 in the Julian calendar.
    try check(.distantPast, as: "0000-12-30T00:00:00Z")
    try check(.distantFuture, as: "4001-01-01T00:00:00Z")
    XCTAssertEqual(
      try transformer.encode(try transformer.decode("0000-03-01T00:00:00Z")), "0000-03-01T00:00:00Z")
    XCTAssertEqual(
      try transformer.encode(try transformer.decode("9999-12-31T23:59:59Z")), "9999-12-31T23:59:59Z")
  }

  /// The times near zero that a `Date` can tell apart, and its text cannot.
  func testFinerThanNanoseconds() throws {
    XCTAssertEqual(try transformer.encode(date(1e-12)), "2001-01-01T00:00:00.000000000Z")
    XCTAssertEqual(try transformer.encode(date(-1e-300)), "2001-01-01T00:00:00.000000000Z")
    XCTAssertEqual(try transformer.encode(date(0.999_999_999_9)), "2001-01-01T00:00:01.000000000Z")
  }

  func testForms() throws {
    let noon = try transformer.decode("2026-05-01T12:00:00Z")
    for text in [
      "2026-05-01t12:00:00z", "2026-05-01T14:00:00+02:00", "2026-05-01T14:00:00+0200",
      "2026-05-01T14:00:00+02",
      "2026-05-01T06:30:00-05:30", "2026-05-01T12:00:00-00:00", "2026-05-01T12:00:00.0Z",
      "2026-05-02T11:59:00+23:59", "2026-05-01T12:00:00,000000000000000000000Z", "2026-05-01T11:59:60Z",
    ] {
      XCTAssertEqual(try transformer.decode(text), noon, text)
    }
    XCTAssertEqual(try transformer.decode("2026-05-01T12:00:00.25Z"), noon + 0.25)
    XCTAssertEqual(try transformer.decode("2026-05-01T12:00:00,5+00:00"), noon + 0.5)
    XCTAssertEqual(try transformer.decode("2026-05-01T12:00:00.1234567899999Z"), noon + 0.123456789)
  }

  func testRefusals() {
    for (text, words) in [
      ("2026-13-01T12:00:00Z", "a month, 01 to 12, at byte 5"), ("2026-00-01T12:00:00Z", "a month"),
      ("2025-02-29T12:00:00Z", "a day, 01 to 28, at byte 8"), ("1900-02-29T12:00:00Z", "01 to 28"),
      ("2000-02-30T12:00:00Z", "01 to 29"), ("2026-04-31T12:00:00Z", "01 to 30"),
      ("2026-05-00T12:00:00Z", "a day"), ("2026-05-01T24:00:00Z", "an hour, 00 to 23, at byte 11"),
      ("2026-05-01T12:60:00Z", "a minute"), ("2026-05-01T12:00:61Z", "a second"),
      ("2026-05-01 12:00:00Z", "\"T\", at byte 10"),
      ("26-05-01T12:00:00Z", "a year of four digits, at byte 0"),
      ("+2026-05-01T12:00:00Z", "a year"), ("2026-05-01T12:00:00.Z", "a digit, at byte 20"),
      ("2026-05-01T12:00:00+24:00", "an offset's hours"), ("2026-05-01T12:00:00+02:", "an offset's minutes"),
      ("2026-05-01T12:00:00+02:60", "an offset's minutes"),
      ("2026-05-01T12:00:00Z ", "nothing more, at byte 20"),
      ("2026-05-01T12:00:00 Z", "Z or an offset"), ("２026-05-01T12:00:00Z", "a year"),
      ("2026-05-01", "\"T\""),
    ] {
      XCTAssertThrowsError(try transformer.decode(text), text) {
        XCTAssert("\($0)".contains(words), "\($0) does not say \(words)")
      }
    }
    let text = "2026-05-01T12:00:00.5+02:30"
    for length in 0..<text.count where ![24].contains(length) {
      XCTAssertThrowsError(try transformer.decode(String(text.prefix(length))), "\(length)")
    }
    for seconds in [
      Double.infinity, -.infinity, .nan, 1e300, -1e300, 252_423_993_600, (-63_145_526_400).nextDown,
    ] {
      assertThrows(.invalidValue, saying: "the years 0 to 9999") { try transformer.encode(date(seconds)) }
    }
  }

  func testYearsAtTheEdge() throws {
    XCTAssertEqual(
      try transformer.encode(date(-63_145_526_400)).prefix(10), "0000-01-01")
    XCTAssertEqual(
      try transformer.encode(date((252_423_993_600 as Double).nextDown)), "9999-12-31T23:59:59.999969Z")
  }

  /// More than 97 days from 2001 every date comes back to the bit; closer to it, to the nanosecond.
  func testRandomDates() throws {
    var generator = SeededGenerator()
    for _ in 0..<20_000 {
      let magnitude = Double.random(in: 0...11.4, using: &generator)
      let seconds = Double.random(in: -1...1, using: &generator) * (pow(10, magnitude)).rounded()
      guard seconds > -63_000_000_000 else { continue }
      let back = try transformer.decode(transformer.encode(date(seconds))).timeIntervalSinceReferenceDate
      if abs(seconds) > 97.1 * 86_400 {
        XCTAssertEqual(back, seconds)
      } else {
        XCTAssertLessThan(abs(back - seconds), 0.500_001e-9 + seconds.ulp)
      }
      let rounded = (seconds * 1000).rounded() / 1000
      XCTAssertLessThanOrEqual(
        try transformer.encode(date(rounded)).count, 24, "milliseconds need three digits")
    }
  }

  /// Every day of 10,000 years, in order.
  func testCalendar() {
    var (year, month, day) = (0, 1, 1)
    let first = CivilDay(year: 0, month: 1, day: 1).daysSince2001
    let last = CivilDay(year: 10_000, month: 1, day: 1).daysSince2001
    XCTAssertEqual(last - first, 25 * 146_097)
    var wrong = 0
    for days in first..<last {
      let civil = CivilDay(year: year, month: month, day: day)
      if CivilDay(daysSince2001: days) != civil || civil.daysSince2001 != days { wrong += 1 }
      day += 1
      if day > CivilDay.dayCount(ofMonth: month, year: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    XCTAssertEqual(wrong, 0)
    XCTAssertEqual(year, 10_000)
  }

  // MARK: Foundation

  func testFoundationsFormatter() throws {
    var generator = SeededGenerator()
    let whole = ISO8601DateFormatter()
    let fraction = ISO8601DateFormatter()
    fraction.formatOptions.insert(.withFractionalSeconds)
    let offset = ISO8601DateFormatter()
    for _ in 0..<1000 {
      // From 1600 on: before, Foundation's calendar is another one.
      let seconds = Double(Int.random(in: -12_622_780_800..<252_423_993_600, using: &generator))
      let text = whole.string(from: date(seconds))
      XCTAssertEqual(try transformer.encode(date(seconds)), text)
      XCTAssertEqual(whole.date(from: try transformer.encode(date(seconds))), date(seconds))
      let millis = date(seconds / 7 + Double(Int.random(in: 1..<1000, using: &generator)) / 1000)
      XCTAssertLessThan(
        abs(try transformer.decode(fraction.string(from: millis)).timeIntervalSince(millis)), 0.001_001)
      offset.timeZone = TimeZone(secondsFromGMT: 60 * Int.random(in: -720...720, using: &generator))
      XCTAssertEqual(try transformer.decode(offset.string(from: date(seconds))), date(seconds))
    }
  }
}
