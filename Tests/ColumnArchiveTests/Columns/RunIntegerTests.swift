import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Integers as runs of equal ones.
final class RunIntegerTests: XCTestCase {
  /// The column has these bytes, and its values come back.
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ numbers: [Number], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let column = try assertIntegerColumn(numbers, message, file: file, line: line)
    XCTAssert(column == Format.runIntegers(numbers), message, file: file, line: line)
  }

  func testRuns() throws {
    var random = SeededGenerator()
    for bits in [1, 7, 8, 9, 16, 17, 32, 33, 62] as [UInt64] {
      for count in [256, 257, 1000, 5000] {
        var numbers: [Int] = [0, Int(1 << bits - 1)]
        while numbers.count < count {
          let number = Int(random.next() & (1 << bits - 1)) - 5
          numbers += [Int](repeating: number, count: min(300 + random.below(700), count - numbers.count))
        }
        try check(numbers, "\(count), \(bits) bits, seed \(random.seed)")
      }
    }
    try check((0..<3000).map { Int8(($0 / 500) * 9 - 20) })
    try check((0..<3000).map { $0 < 2990 ? UInt64.max : 1 })
    try check([1] + [Int](repeating: 2, count: 2000))
  }

  /// Sorted texts of a dictionary, and cases.
  func testOtherColumns() throws {
    let texts = (0..<4000).map { "a text that is long enough, \($0 / 400)" }
    let data = try ColumnArchive.encode(texts, options: .init(batchSize: .max))
    XCTAssertEqual(try ColumnArchive.decode([String].self, from: data), texts)
    XCTAssertLessThan(data.count, 600)
    let cases = (0..<4000).map { Direction.allCases[$0 / 1000] }
    XCTAssertEqual(try ColumnArchive.decode([Direction].self, from: ColumnArchive.encode(cases)), cases)
  }

  func testOtherEncodingsStay() throws {
    func first(_ numbers: [Int]) throws -> UInt8 {
      try ArchiveParts(ColumnArchive.encode(numbers, options: .init(batchSize: .max))).batches[0].columns[0]
    }
    XCTAssertEqual(try first((0..<255).map { $0 / 100 * 1000 }), 5)
    XCTAssertEqual(try first((0..<256).map { $0 / 100 * 1000 }), 14)
    XCTAssertEqual(try first((0..<3000).map { $0 / 4 % 2 }), 1)
    // The sample sees only runs.
    XCTAssertEqual(try first((0..<4096).map { $0 % 31 < 2 ? 9 : $0 % 16 }), 3)
  }

  func testHostileRuns() throws {
    let numbers = (0..<400).map { $0 / 100 * 1000 }
    let column = Format.runIntegers(numbers)
    XCTAssertEqual(column.count, 4 + 4 * 6)
    func check(_ column: [UInt8], _ code: ArchiveError.Code, line: UInt = #line) {
      let archive = ArchiveParts(elements: Format.signed, count: 400, column)
      let error = assertThrows(code, line: line) { try ColumnArchive.decode([Int].self, from: archive.data) }
      XCTAssertNotNil(error?.offset, line: line)
    }
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var changed = column
      changed[place] = byte
      return changed
    }
    for width in [0, 3, 5, 16] as [UInt8] { check(changed(1, width), .malformed) }
    check(changed(1, 8), .truncated)
    check(changed(3, 5), .malformed)
    check(changed(3, 0), .malformed)
    check(changed(4, 0), .malformed)
    check(changed(8, 100), .malformed)
    check(changed(16, 0x91), .malformed)
    for count in 0..<column.count { check(Array(column.prefix(count)), .truncated) }
    check(column + [0], .malformed)
  }
}
