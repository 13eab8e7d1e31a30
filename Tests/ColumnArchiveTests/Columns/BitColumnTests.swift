import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Booleans and presence, in bits; and numbers with a point, once or each.
final class BitColumnTests: XCTestCase {
  private let counts = [1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 200]

  func testBooleans() throws {
    for count in counts {
      for pattern in [
        [true], [false], [true, false], [false, false, true], [true, true, true, true, false],
      ] {
        let values = (0..<count).map { pattern[$0 % pattern.count] }
        let data = try ColumnArchive.encode(values)
        let expected = ArchiveParts(elements: Format.bool, count: count, Format.bits(values))
        XCTAssertEqual(try ArchiveParts(data), expected)
        XCTAssertEqual(try ColumnArchive.decode([Bool].self, from: data), values)
      }
    }
  }

  /// Each bit at each place.
  func testSingleBits() throws {
    for count in 2..<70 {
      for place in 0..<count {
        let values = (0..<count).map { $0 == place }
        XCTAssertEqual(try decoded(values), values)
        let numbers = values.map { $0 ? 7 : nil }
        XCTAssertEqual(try decoded(numbers), numbers)
      }
    }
  }

  func testPresence() throws {
    for count in counts {
      for pattern in [[1], [nil], [nil, 2], [3, nil, nil, 4, 5]] as [[Int?]] {
        let values = (0..<count).map { pattern[$0 % pattern.count] }
        let data = try ColumnArchive.encode(values)
        let present = values.compactMap { $0 }
        let columns =
          Format.bits(values.map { $0 != nil }) + (present.isEmpty ? [] : Format.integers(present))
        XCTAssertEqual(
          try ArchiveParts(data),
          ArchiveParts(elements: Format.optional(Format.signed), count: count, columns))
        XCTAssertEqual(try ColumnArchive.decode([Int?].self, from: data), values)
      }
    }
  }

  func testNumbersWithAPoint() throws {
    for count in counts {
      for pattern in [[0.5], [0, -0.0], [1.0 / 3, -2.0 / 3, 4.0 / 3], [.nan], [-0.0]] {
        let values = (0..<count).map { pattern[$0 % pattern.count] }
        let data = try ColumnArchive.encode(values)
        XCTAssertEqual(
          try ArchiveParts(data), ArchiveParts(elements: Format.double, count: count, Format.doubles(values)))
        let back = try ColumnArchive.decode([Double].self, from: data)
        XCTAssertEqual(back.map(\.bitPattern), values.map(\.bitPattern))
        let dates = values.map { Date(timeIntervalSinceReferenceDate: $0) }
        XCTAssertEqual(
          try ArchiveParts(ColumnArchive.encode(dates)),
          ArchiveParts(elements: Format.date, count: count, Format.doubles(values)))
        let floats = try decoded(values.map { Float($0) })
        XCTAssertEqual(floats.map(\.bitPattern), values.map { Float($0).bitPattern })
      }
    }
  }

  /// A constant column of floats takes five bytes, however long.
  func testConstantFloats() throws {
    let column = [0] + Format.bytes(UInt64((0.25 as Float).bitPattern), 4)
    let parts = try ArchiveParts(ColumnArchive.encode([Float](repeating: 0.25, count: 1000)))
    XCTAssertEqual(parts.batches[0].columns, column)
  }
}
