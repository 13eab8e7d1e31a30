import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Integers in any number of bits.
final class PackedIntegerTests: XCTestCase {
  /// Around what makes a byte, and a part that is packed or unpacked at once.
  private let counts = [2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1024, 1025]

  /// The column has these bytes, and its values come back.
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ numbers: [Number], _ message: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let column = try assertIntegerColumn(numbers, message, file: file, line: line)
    XCTAssertEqual(column, Format.integers(numbers), message, file: file, line: line)
  }

  func testEveryWidth() throws {
    for bits in 1...63 {
      let range = (1 as UInt64) << UInt64(bits) - 1
      for base in [0, 1, -1, -100, .min] as [Int64] {
        let (high, overflow) = base.addingReportingOverflow(Int64(range))
        if overflow { continue }
        for count in Thoroughness.some(of: [2, 13, 300], oneIn: 2, first: bits) {
          let numbers = (0..<count).map {
            [base, high, base + Int64(range / 2), base + Int64(range / 3)][$0 % 4]
          }
          try check(numbers, "\(count) of \(bits) bits from \(base)")
        }
      }
      let unsigned = (0..<300).map { $0 % 2 == 0 ? UInt64.max : UInt64.max - range }
      try check(unsigned, "\(bits) bits below the greatest")
    }
  }

  func testCounts() throws {
    var random = SeededGenerator()
    for count in counts {
      for bits in [1, 3, 7, 11, 13, 14, 15, 27, 28, 29, 45, 55] {
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
      try check((0..<count).map { UInt8($0 % 200) + 40 }, "UInt8 from 40")
      try check((0..<count).map { Int16($0 % 1000) - 225 }, "Int16")
      try check((0..<count).map { UInt16($0 * 19 % 5000) + 60_000 }, "UInt16")
      try check((0..<count).map { Int32($0 * 7919 % 250) * 500_000 - .max }, "Int32")
    }
  }

  /// The width of a word is preferred, unless less saves a ninth.
  func testWidthsOfWords() throws {
    for (width, stored) in [
      (6, 6), (7, 7), (8, 8), (14, 14), (15, 16), (28, 28), (29, 32), (56, 56), (57, 64),
    ] {
      let parts = try ArchiveParts(ColumnArchive.encode([0, 1 << width - 1, 7]))
      XCTAssertEqual(parts.batches[0].columns.first, UInt8(stored))
    }
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

  /// Lists are read some at a time, beginning in the middle of bytes.
  func testLists() throws {
    var random = SeededGenerator()
    let lists = (0..<800).map { _ in (0..<random.below(40)).map { _ in UInt16(random.below(700)) } }
    XCTAssertEqual(try ColumnArchive.decode([[UInt16]].self, from: ColumnArchive.encode(lists)), lists)
  }

  func testHostileHeads() throws {
    let numbers = (0..<300).map { $0 % 5 }
    let column = Format.integers(numbers, base: 0, bits: 3)
    func check(_ column: [UInt8], _ code: ArchiveError.Code, line: UInt = #line) {
      let archive = ArchiveParts(elements: Format.signed, count: 300, column)
      assertThrows(code, line: line) { try ColumnArchive.decode([Int].self, from: archive.data) }
    }
    for width in [57, 58, 63, 66, 127, 128, 255] as [UInt8] {
      check([width] + column.dropFirst(), .malformed)
    }
    // Wider than there are bytes.
    check([17] + column.dropFirst(), .truncated)
    for count in 0..<column.count { check(Array(column.prefix(count)), .truncated) }
    check(column + [0], .malformed)
    // A count without the bytes.
    let short = [UInt8](repeating: 0, count: 99)
    for count in [1 << 20, 1 << 40, 1 << 54, 1 << 55 - 1] {
      for width in [1, 3, 16, 17, 33, 56, 64] as [UInt8] {
        assertThrows(.truncated) {
          try unsafe ([width, 0] + short).withUnsafeBytes { bytes in
            var cursor = unsafe ByteCursor(bytes)
            return try PackedIntegers(&cursor, count: count, isSigned: true).bits
          }
        }
      }
    }
  }

  /// A reader takes any width, and sums wrap around.
  func testOtherWidthsAndBases() throws {
    for bits in Array(2...56) + [64] {
      let numbers = (0..<70).map { $0 % 2 }
      let column = Format.integers(numbers, base: -1, bits: bits)
      let archive = ArchiveParts(elements: Format.signed, count: 70, column)
      XCTAssertEqual(try ColumnArchive.decode([Int].self, from: archive.data), numbers, "\(bits) bits")
    }
    let column = Format.integers([2, 0] as [UInt64], base: .max, bits: 3)
    let archive = ArchiveParts(elements: Format.unsigned, count: 2, column)
    XCTAssertEqual(try ColumnArchive.decode([UInt64].self, from: archive.data), [2, 0])
    // Numbers that don't fit the type are found.
    let wide = ArchiveParts(
      elements: Format.signed, count: 300, Format.integers((0..<300).map { $0 }, base: 0, bits: 9))
    assertThrows(.invalidValue, at: "[128]") { try ColumnArchive.decode([Int8].self, from: wide.data) }
    XCTAssertEqual(try ColumnArchive.decode([Int16].self, from: wide.data), (0..<300).map { Int16($0) })
  }
}
