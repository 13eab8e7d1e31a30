import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Integers in as many bits as their range takes.
final class IntegerColumnTests: XCTestCase {
  /// Around what makes a byte, a word, and several.
  private let counts = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200]

  /// The columns of an array are these bytes, and the array comes back.
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ numbers: [Number], _ message: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(numbers)
    let expected = ArchiveParts(
      elements: Number.isSigned ? Format.signed : Format.unsigned, count: numbers.count,
      Format.integers(numbers))
    XCTAssertEqual(try ArchiveParts(data), expected, message, file: file, line: line)
    XCTAssertEqual(
      try ColumnArchive.decode([Number].self, from: data), numbers, message, file: file, line: line)
    // Behind another column and before one, so that no width relies on what is around it.
    let records = numbers.map { Both(first: $0, second: Both(first: $0, second: Int8(5))) }
    let back = try ColumnArchive.decode(
      [Both<Number, Both<Number, Int8>>].self, from: ColumnArchive.encode(records))
    XCTAssertEqual(back, records, message, file: file, line: line)
  }

  func testEveryWidth() throws {
    for bits in Format.widths {
      let range: Int64 =
        bits == 0 ? 0 : bits == 64 ? .max : Int64(truncatingIfNeeded: (1 as UInt64) << UInt64(bits) - 1)
      for base in [0, 1, 100, -1, -100, .min, Int64.min + 7] {
        let (high, overflow) = base.addingReportingOverflow(range)
        if overflow { continue }
        for count in counts {
          let numbers = (0..<count).map { [base, high, base + range / 2, base + range / 3][$0 % 4] }
          try check(numbers, "\(bits) bits from \(base), \(count) times")
        }
      }
    }
  }

  func testEveryWidthUnsigned() throws {
    for bits in Format.widths {
      let range: UInt64 = bits == 64 ? .max : (1 as UInt64) << UInt64(bits) - 1
      for base in [0, 1, 1 << 63, UInt64.max - 1] {
        let (high, overflow) = base.addingReportingOverflow(range)
        if overflow { continue }
        for count in counts {
          let numbers = (0..<count).map { [base, high, base + range / 2, base + range / 3][$0 % 4] }
          try check(numbers, "\(bits) bits from \(base), \(count) times")
        }
      }
    }
  }

  /// One more than fits a width takes the next one.
  func testWidthIsTheLeastThatDoes() throws {
    for (range, code) in [
      (0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (15, 4), (16, 5), (255, 8), (256, 9), (65_535, 16),
      (65_536, 17), (1 << 24 - 1, 24), (1 << 24, 25), (1 << 32 - 1, 32), (1 << 32, 33), (1 << 40, 41),
      (1 << 48, 49), (1 << 56 - 1, 56), (1 << 56, 64),
    ] as [(Int, UInt8)] {
      let parts = try ArchiveParts(ColumnArchive.encode([-7, range - 7]))
      XCTAssertEqual(parts.batches[0].columns.first, code, "\(range)")
    }
  }

  /// Nothing for each: what is equal is stored once.
  func testConstantColumns() throws {
    let one = try ColumnArchive.encode([-5])
    let many = try ColumnArchive.encode([Int](repeating: -5, count: 100))
    XCTAssertEqual(one.count, many.count)
    XCTAssertEqual(
      try ColumnArchive.encode([Numbers.nothing]).count,
      try ColumnArchive.encode([Numbers](repeating: .nothing, count: 100)).count)
  }

  func testNarrowTypes() throws {
    for count in counts {
      try check((0..<count).map { Int8(truncatingIfNeeded: $0 * 37) }, "Int8")
      try check((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }, "UInt8")
      try check((0..<count).map { UInt8($0 % 2) }, "bits")
      try check((0..<count).map { Int16(truncatingIfNeeded: $0 * 3777) }, "Int16")
      try check((0..<count).map { UInt16($0 % 3) + 65_000 }, "UInt16")
      try check((0..<count).map { Int32(truncatingIfNeeded: $0 &* 77_777_777) }, "Int32")
      try check((0..<count).map { UInt32($0) * 70_000 }, "UInt32")
      try check((0..<count).map { UInt($0) << 33 }, "UInt")
    }
  }

  func testRandomColumns() throws {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let shift = Int64(random.below(64))
      let numbers = (0..<(1 + random.below(70))).map { _ in Int64(truncatingIfNeeded: random.next()) >> shift
      }
      try check(numbers, "seed \(random.seed)")
    }
  }

  /// A reader takes wider columns than a writer would make.
  func testOtherWidthsAndBases() throws {
    for bits in Format.widths where bits > 1 {
      let column = [UInt8(bits)] + Format.varint(5) + Format.packed([0, 1, 3], bits: bits)
      let archive = ArchiveParts(elements: Format.signed, count: 3, column)
      XCTAssertEqual(try ColumnArchive.decode([Int].self, from: archive.data), [-3, -2, 0], "\(bits) bits")
    }
    // Sums wrap around.
    let column = [8] + Format.varint(UInt64.max) + [0, 1, 255]
    let archive = ArchiveParts(elements: Format.unsigned, count: 3, column)
    XCTAssertEqual(try ColumnArchive.decode([UInt64].self, from: archive.data), [.max, 0, 254])
    assertThrows(.invalidValue, at: "[0]", saying: "18446744073709551615") {
      try ColumnArchive.decode([Int].self, from: archive.data)
    }
  }
}

extension Numbers {
  static let nothing = Numbers(
    int: 0, int8: 0, int16: 0, int32: 0, int64: 0, uint: 0, uint8: 0, uint16: 0, uint32: 0, uint64: 0,
    bool: false,
    float: 0, double: 0, cgFloat: 0)
}
