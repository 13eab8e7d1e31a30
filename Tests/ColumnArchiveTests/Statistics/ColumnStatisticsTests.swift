import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// What is said of columns.
final class ColumnStatisticsTests: XCTestCase {
  private func bytes(of statistics: ColumnStatistics) -> [UInt8] {
    let output = OutputBuffer(capacity: 16)
    statistics.write(to: output)
    return Array(output.takeData())
  }

  private func read(_ bytes: [UInt8]) throws -> ColumnStatistics {
    try bytes.withUnsafeBytes { bytes in
      var cursor = ByteCursor(bytes)
      let statistics = try ColumnStatistics.read(&cursor)
      XCTAssert(cursor.isAtEnd)
      return statistics
    }
  }

  func testBytes() throws {
    func check(_ statistics: ColumnStatistics, _ expected: [UInt8], line: UInt = #line) {
      XCTAssertEqual(bytes(of: statistics), expected, line: line)
      XCTAssertEqual(try read(expected), statistics, line: line)
      for length in 0..<expected.count {
        XCTAssertThrowsError(try read(Array(expected.prefix(length))), line: line) {
          XCTAssert($0 is ArchiveError)
        }
      }
    }
    func floats(_ low: Double, _ high: Double, hasNaN: Bool = false, size: Int = 8) throws -> ColumnStatistics
    {
      .floating(try XCTUnwrap(FloatBounds(low: low, high: high, hasNaN: hasNaN, size: size)))
    }
    func texts(_ lower: String, _ upper: String, isCut: Bool = false) throws -> ColumnStatistics {
      .text(try XCTUnwrap(TextBounds(lower: lower, upper: upper, isUpperCut: isCut)))
    }
    check(.unknown, [0])
    check(.signed(-3, 4), [1, 5, 7])
    check(.signed(.min, .max), [1] + Format.varint(UInt64.max) + Format.varint(UInt64.max))
    check(.unsigned(200, 300), [2, 200, 1, 100])
    check(.unsigned(0, .max), [2, 0] + Format.varint(UInt64.max))
    check(try floats(-1.5, 2), [3] + Format.bytes((-1.5).bitPattern, 8) + Format.bytes(2.0.bitPattern, 8))
    check(
      try floats(1, .infinity, hasNaN: true),
      [4] + Format.bytes(1.0.bitPattern, 8) + Format.bytes(Double.infinity.bitPattern, 8))
    check(try floats(1, 2, size: 4), [5, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
    check(try floats(1, 2, hasNaN: true, size: 4), [6, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
    check(try texts("", "é"), [7, 0, 2, 0xC3, 0xA9])
    check(try texts("ab", "ac", isCut: true), [8, 2, 0x61, 0x62, 2, 0x61, 0x63])
    check(.bool(false), [9])
    check(.bool(true), [10])
    check(.missing(300), [11, 0xAC, 2])
    check(.empty, [12])
  }

  func testWrongBytes() {
    func check(_ bytes: [UInt8], line: UInt = #line) {
      assertThrows(.malformed, line: line) { try read(bytes) }
    }
    check([13])
    check([255])
    check([1] + Format.varint(UInt64.max - 1) + [1])
    check([1, 0] + Format.varint(UInt64.max))
    check([2, 1] + Format.varint(UInt64.max))
    check([3] + Format.bytes(2.0.bitPattern, 8) + Format.bytes(1.0.bitPattern, 8))
    check([3] + Format.bytes(Double.nan.bitPattern, 8) + Format.bytes(1.0.bitPattern, 8))
    check([7, 1, 0x62, 1, 0x61])
    check([7, 1, 0xFF, 1, 0x61])
    // A string that may combine with what is before it, and one that is too long.
    check([7, 0, 2, 0xCC, 0x81])
    check([7, 0, 16] + [UInt8](repeating: 0x61, count: 16))
    check([11] + Format.varint(UInt64.max))
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let bytes = [UInt8(random.below(14))] + (0..<random.below(20)).map { _ in UInt8.arbitrary(&random) }
      assertDecodesOrThrows("\(bytes)") {
        try bytes.withUnsafeBytes { bytes in
          var cursor = ByteCursor(bytes)
          return try ColumnStatistics.read(&cursor)
        }
      }
    }
  }

  /// Every string is within the bounds, in the order of `<`.
  func testBoundsOfStrings() throws {
    var random = SeededGenerator()
    var found = 0
    for _ in 0..<2_000 {
      var taste = ReadingTaste(&random)
      let texts = (0..<(1 + random.below(4))).map { _ in taste.text() }
      var finder = TextBoundsFinder(count: texts.count)
      for text in texts {
        let bytes = Array(text.utf8) + [UInt8](repeating: 0xFF, count: 16)
        bytes.withUnsafeBytes { finder.add($0.baseAddress!, text.utf8.count) }
      }
      guard let bounds = finder.bounds else { continue }
      found += 1
      for text in texts {
        let message = "\(Array(text.unicodeScalars)) in \(bounds), seed \(random.seed)"
        XCTAssertLessThanOrEqual(bounds.lower, text, message)
        if let end = bounds.end {
          XCTAssertLessThan(text, end, message)
        } else {
          XCTAssertLessThanOrEqual(text, bounds.upper, message)
        }
        XCTAssert(bounds.isUpperCut || texts.contains(bounds.upper), message)
      }
      XCTAssertEqual(try read(bytes(of: .text(bounds))), .text(bounds))
    }
    XCTAssertGreaterThan(found, 1_200)
  }

  func testBoundsOfNumbers() throws {
    var random = SeededGenerator()
    func check<Number: BinaryFloatingPoint>(_ numbers: [Number], size: Int, _ seed: UInt64) {
      let bounds = numbers.withUnsafeBytes {
        FloatBounds(of: $0.baseAddress!, count: numbers.count, size: size)
      }
      let real = numbers.filter { !$0.isNaN }.map { Double($0) }
      XCTAssertEqual(bounds?.low, real.min(), "\(numbers), seed \(seed)")
      XCTAssertEqual(bounds?.high, real.max(), "\(numbers), seed \(seed)")
      if let bounds {
        XCTAssertEqual(bounds.hasNaN, numbers.contains { $0.isNaN }, "\(numbers), seed \(seed)")
      }
    }
    for _ in 0..<2_000 {
      var taste = ReadingTaste(&random)
      let numbers = (0..<(1 + random.below(40))).map { _ in taste.double() }
      check(numbers, size: 8, random.seed)
      check(numbers.map { Float($0) }, size: 4, random.seed)
    }
    check([Double.nan, .nan], size: 8, 0)
    check([Double.infinity], size: 8, 0)
    check([Float](repeating: -.infinity, count: 30), size: 4, 0)
  }

  /// Nothing is said of a column that is below a collection, and each column outside of one has its own statistics.
  func testWhichColumnsHaveStatistics() throws {
    var random = SeededGenerator()
    var taste = ReadingTaste(&random)
    var readings = (0..<200).map { _ in taste.reading() }
    for row in readings.indices {
      readings[row].number = 1_000 + row
      readings[row].text = "text \(row)"
      readings[row].target = nil
      readings[row].isOpen = true
      readings[row].origin.level = -row
      readings[row].grade = row < 50 ? row : nil
    }
    let archive = try ColumnArchive(ColumnArchive.encode(readings, options: .init(batchSize: 500)))
    let context = try XCTUnwrap(archive.filterContext(budget: archive.budget))
    let zones = try XCTUnwrap(ZoneReader(archive, context))
    func find<Value>(_ path: ArchivePath<Reading, Value>) throws -> PathStatistics? {
      try zones.statistics(of: ColumnRoute(toSingleValues: XCTUnwrap(path.steps), in: context), in: 0)
    }
    XCTAssertEqual(
      try find(Reading.path.number), PathStatistics(count: 200, missing: 0, bounds: .signed(1_000, 1_199)))
    XCTAssertEqual(
      try find(Reading.path.text)?.bounds,
      TextBounds(lower: "text 0", upper: "text 99", isUpperCut: false).map { .text($0) })
    XCTAssertEqual(
      try find(Reading.path.target.level), PathStatistics(count: 200, missing: 200, bounds: .empty))
    XCTAssertEqual(
      try find(Reading.path.isOpen), PathStatistics(count: 200, missing: 0, bounds: .bool(true)))
    XCTAssertEqual(
      try find(Reading.path.origin.level), PathStatistics(count: 200, missing: 0, bounds: .signed(-199, 0)))
    XCTAssertEqual(
      try find(Reading.path.grade), PathStatistics(count: 200, missing: 150, bounds: .signed(0, 49)))
    XCTAssertEqual(try find(Reading.path.tags)?.bounds, .unknown)
  }
}
