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
    func floats(_ low: Double, _ high: Double, hasNaN: Bool = false) throws -> ColumnStatistics {
      .floating(try XCTUnwrap(FloatBounds(low: low, high: high, hasNaN: hasNaN)))
    }
    func texts(_ lower: String, _ upper: String) throws -> ColumnStatistics {
      .text(try XCTUnwrap(TextBounds(lower: lower, upper: upper)))
    }
    check(.unknown, [0])
    check(.empty, [1])
    check(.signed(-3, 4), [2, 5, 7])
    check(.signed(.min, .max), [2] + Format.varint(UInt64.max) + Format.varint(UInt64.max))
    check(.unsigned(200, 300), [3, 200, 1, 100])
    check(.unsigned(0, .max), [3, 0] + Format.varint(UInt64.max))
    check(try floats(-1.5, 2), [4] + Format.bytes((-1.5).bitPattern, 8) + Format.bytes(2.0.bitPattern, 8))
    check(
      try floats(1, .infinity, hasNaN: true),
      [5] + Format.bytes(1.0.bitPattern, 8) + Format.bytes(Double.infinity.bitPattern, 8))
    check(try texts("", "é"), [6, 0, 2, 0xC3, 0xA9])
    check(try texts("ab", "ac"), [6, 2, 0x61, 0x62, 2, 0x61, 0x63])
    check(try texts("ab", "a"), [6, 2, 0x61, 0x62, 1, 0x61])
    check(.missing(300), [7, 0xAC, 2])
  }

  func testWrongBytes() {
    func check(_ bytes: [UInt8], line: UInt = #line) {
      assertThrows(.malformed, line: line) { try read(bytes) }
    }
    check([8])
    check([255])
    check([2] + Format.varint(UInt64.max - 1) + [1])
    check([2, 0] + Format.varint(UInt64.max))
    check([3, 1] + Format.varint(UInt64.max))
    check([4] + Format.bytes(2.0.bitPattern, 8) + Format.bytes(1.0.bitPattern, 8))
    check([4] + Format.bytes(Double.nan.bitPattern, 8) + Format.bytes(1.0.bitPattern, 8))
    check([6, 1, 0x62, 1, 0x61])
    check([6, 1, 0xFF, 1, 0x61])
    // What every string begins with says nothing.
    check([6, 0, 0])
    // A string that may combine with what is before it, and one that is too long.
    check([6, 0, 2, 0xCC, 0x81])
    check([6, 0, 16] + [UInt8](repeating: 0x61, count: 16))
    check([7] + Format.varint(UInt64.max))
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let bytes = [UInt8(random.below(9))] + (0..<random.below(20)).map { _ in UInt8.arbitrary(&random) }
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
        XCTAssertLessThan(text, bounds.end, message)
      }
      XCTAssertEqual(try read(bytes(of: .text(bounds))), .text(bounds))
    }
    XCTAssertGreaterThan(found, 1_200)
  }

  func testBoundsOfNumbers() throws {
    var random = SeededGenerator()
    func check<Number: BinaryFloatingPoint>(_ numbers: [Number], _ seed: UInt64) {
      let bounds = FloatBounds(count: numbers.count) { Double(numbers[$0]) }
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
      check(numbers, random.seed)
      check(numbers.map { Float($0) }, random.seed)
    }
    check([Double.nan, .nan], 0)
    check([Double.infinity], 0)
    check([Float](repeating: -.infinity, count: 30), 0)
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
      TextBounds(lower: "text 0", upper: "text 99").map { .text($0) })
    XCTAssertEqual(
      try find(Reading.path.target.level), PathStatistics(count: 200, missing: 200, bounds: .empty))
    XCTAssertEqual(
      try find(Reading.path.isOpen), PathStatistics(count: 200, missing: 0, bounds: .unsigned(1, 1)))
    XCTAssertEqual(
      try find(Reading.path.origin.level), PathStatistics(count: 200, missing: 0, bounds: .signed(-199, 0)))
    XCTAssertEqual(
      try find(Reading.path.grade), PathStatistics(count: 200, missing: 150, bounds: .signed(0, 49)))
    XCTAssertEqual(try find(Reading.path.tags)?.bounds, .unknown)
  }
}
