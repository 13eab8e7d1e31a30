import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Integers in any number of bits.
final class LaneIntegerTests: XCTestCase {
  /// Around what makes a row, a part that is unpacked at once, and a block.
  private let counts = [256, 257, 271, 272, 273, 383, 384, 385, 1023, 1024, 1025, 4096, 4097]

  /// The column has these bytes, if they are few enough, and its values come back.
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ numbers: [Number], _ message: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let column = try assertIntegerColumn(numbers, message, file: file, line: line)
    XCTAssertEqual(column, Format.integers(numbers), message, file: file, line: line)
  }

  func testEveryWidth() throws {
    for bits in 3...63 where bits & (bits - 1) != 0 && bits % 8 != 0 {
      let range = (1 as UInt64) << UInt64(bits) - 1
      for base in [0, 1, -1, -100, .min] as [Int64] {
        let (high, overflow) = base.addingReportingOverflow(Int64(range))
        if overflow { continue }
        let numbers = (0..<300).map {
          [base, high, base + Int64(range / 2), base + Int64(range / 3)][$0 % 4]
        }
        try check(numbers, "\(bits) bits from \(base)")
      }
      let unsigned = (0..<300).map { $0 % 2 == 0 ? UInt64.max : UInt64.max - range }
      try check(unsigned, "\(bits) bits below the greatest")
    }
  }

  func testCounts() throws {
    var random = SeededGenerator()
    for count in counts {
      for bits in [3, 11, 27, 45] {
        let mask = (1 as UInt64) << UInt64(bits) - 1
        let numbers = [0, mask] + (2..<count).map { _ in random.next() & mask }
        try check(numbers, "\(count) of \(bits) bits, seed \(random.seed)")
      }
    }
  }

  func testNarrowTypes() throws {
    for count in counts {
      try check((0..<count).map { Int8($0 % 7) - 3 }, "Int8")
      try check((0..<count).map { UInt8($0 % 100) }, "UInt8")
      try check((0..<count).map { Int16($0 % 1000) - 225 }, "Int16")
      try check((0..<count).map { UInt16($0 * 19 % 5000) + 60_000 }, "UInt16")
      try check((0..<count).map { Int32($0 % 250) * 500_000 - .max }, "Int32")
    }
  }

  /// Few integers, and those of the widths of words, are stored without lanes.
  func testOtherEncodingsStay() throws {
    func first(_ numbers: [Int]) throws -> UInt8 {
      try XCTUnwrap(
        ArchiveParts(ColumnArchive.encode(numbers, options: .init(batchSize: .max))).batches[0].columns.first)
    }
    XCTAssertEqual(try first((0..<255).map { $0 % 5 }), 3)
    XCTAssertEqual(try first((0..<256).map { $0 % 5 }), 12)
    XCTAssertEqual(try first((0..<256).map { $0 % 2 }), 1)
    XCTAssertEqual(try first((0..<256).map { $0 % 16 }), 3)
    XCTAssertEqual(try first((0..<256).map { $0 }), 4)
    // Fifteen bits instead of sixteen save too little.
    XCTAssertEqual(try first((0..<4096).map { $0 * 1021 % 4096 * 7 }), 5)
    XCTAssertEqual(try first((0..<4096).map { $0 * 1021 % 4096 }), 12)
  }

  /// A range reads the same integers as all do.
  func testRanges() throws {
    var random = SeededGenerator()
    let numbers = (0..<5000).map { _ in random.next() >> 23 }
    let data = try ColumnArchive.encode(numbers, options: .init(batchSize: .max))
    let archive = try ColumnArchive(data)
    for _ in 0..<50 {
      let first = random.below(numbers.count)
      let range = first..<(first + random.below(numbers.count - first) + 1)
      XCTAssertEqual(
        try archive.elements(of: UInt64.self, in: range), Array(numbers[range]),
        "\(range), seed \(random.seed)")
    }
  }

  /// Lists are read some at a time, beginning in the middle of rows.
  func testLists() throws {
    var random = SeededGenerator()
    let lists = (0..<800).map { _ in (0..<random.below(40)).map { _ in UInt16(random.below(700)) } }
    XCTAssertEqual(try ColumnArchive.decode([[UInt16]].self, from: ColumnArchive.encode(lists)), lists)
  }

  func testHostileHeads() throws {
    let numbers = (0..<300).map { $0 % 5 }
    let column = Format.laneIntegers(numbers, base: 0, bits: 3)
    func check(_ column: [UInt8], _ code: ArchiveError.Code, line: UInt = #line) {
      let archive = ArchiveParts(elements: Format.signed, count: 300, column)
      assertThrows(code, line: line) { try ColumnArchive.decode([Int].self, from: archive.data) }
    }
    for width in [0, 64, 65, 255] as [UInt8] { check([12, width] + column.dropFirst(2), .malformed) }
    // Wider than there are bytes.
    check([12, 17] + column.dropFirst(2), .truncated)
    for count in 0..<column.count { check(Array(column.prefix(count)), .truncated) }
    check(column + [0], .malformed)
    // A count without the bytes.
    let short = [UInt8](repeating: 0, count: 99)
    for count in [1 << 20, 1 << 40, 1 << 54, 1 << 55 - 1] {
      for width in [1, 3, 16, 17, 33, 63] as [UInt8] {
        assertThrows(.truncated) {
          try unsafe ([width, 0] + short).withUnsafeBytes { bytes in
            var cursor = unsafe ByteCursor(bytes)
            return try LaneIntegers.open(12, &cursor, ColumnHead(kind: .signed, node: -1, count: count)).bits
          }
        }
      }
    }
  }

  /// A reader takes any width, and sums wrap around.
  func testOtherWidthsAndBases() throws {
    for bits in 2...63 {
      let numbers = (0..<70).map { $0 % 2 }
      let column = Format.laneIntegers(numbers, base: -1, bits: bits)
      let archive = ArchiveParts(elements: Format.signed, count: 70, column)
      XCTAssertEqual(try ColumnArchive.decode([Int].self, from: archive.data), numbers, "\(bits) bits")
    }
    let column = Format.laneIntegers([2, 0] as [UInt64], base: .max, bits: 3)
    let archive = ArchiveParts(elements: Format.unsigned, count: 2, column)
    XCTAssertEqual(try ColumnArchive.decode([UInt64].self, from: archive.data), [2, 0])
    // Numbers that don't fit the type are found.
    let wide = ArchiveParts(
      elements: Format.signed, count: 300, Format.laneIntegers((0..<300).map { $0 }, base: 0, bits: 9))
    assertThrows(.invalidValue, at: "[128]") { try ColumnArchive.decode([Int8].self, from: wide.data) }
    XCTAssertEqual(try ColumnArchive.decode([Int16].self, from: wide.data), (0..<300).map { Int16($0) })
  }
}
