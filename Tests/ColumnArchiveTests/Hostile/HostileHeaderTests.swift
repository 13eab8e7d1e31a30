import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives that begin or end as none does.
final class HostileHeaderTests: XCTestCase {
  private let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]

  private func changed(_ change: (inout ArchiveParts) -> Void) throws -> Data {
    var parts = try ArchiveParts(ColumnArchive.encode(points))
    change(&parts)
    return parts.data
  }

  private func check(
    _ data: Data, _ code: ArchiveError.Code, saying words: String..., file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for (read, name) in [
      ({ _ = try ColumnArchive.decode([Point].self, from: data) }, "decode"),
      ({ _ = try ColumnArchive(data).elements(of: Point.self, in: 0..<1) }, "open"),
    ] as [(() throws -> Void, String)] {
      let error = assertThrows(code, file: file, line: line, read)
      for word in words {
        let text = error?.description ?? ""
        XCTAssert(text.contains(word), "\(name): “\(word)” is not in: \(text)", file: file, line: line)
      }
    }
  }

  func testMagic() throws {
    for position in 0..<4 {
      check(try changed { $0.magic[position] ^= 1 }, .malformed, saying: "a column archive", "byte 0")
    }
    check(try KeyedArchive.encode(points), .malformed, saying: "KeyedArchive")
    check(Data(), .truncated)
    check(Data([0xC3, 0x53]), .truncated)
  }

  func testVersions() throws {
    for version in [0, 2, 3, 255] as [UInt8] {
      check(
        try changed { $0.version = version }, .unsupported, saying: "version 1", "version \(version)",
        "byte 4")
    }
  }

  func testFlags() throws {
    let data = try ColumnArchive.encode(points)
    for flags in [4, 7, 0x80, 0xFF] as [UInt8] {
      var other = data
      other[5] = flags
      check(other, .malformed, saying: "flags", "\(flags)")
    }
    // A value where a sequence was, and the other way round.
    var value = data
    value[5] = 0
    XCTAssertThrowsError(try ColumnArchive.decode([Point].self, from: value)) {
      XCTAssert($0 is ArchiveError)
    }
    XCTAssertThrowsError(try ColumnArchive.decode(Point.self, from: value)) { XCTAssert($0 is ArchiveError) }
    var sequence = try ColumnArchive.encode(points[0])
    sequence[5] = 1
    XCTAssertThrowsError(try ColumnArchive.decode([Point].self, from: sequence)) {
      XCTAssert($0 is ArchiveError)
    }
  }

  func testClassNames() throws {
    var data = try ColumnArchive.encode(points)
    XCTAssertEqual(data[6], 10)
    data[8] = 0xFF
    check(data, .malformed, saying: "UTF-8")
    data[6] = 0xFF
    XCTAssertThrowsError(try ColumnArchive(data)) { XCTAssert($0 is ArchiveError) }
    check(try changed { $0.className = "Test_Poin" }, .classMismatch, saying: "Test_Poin")
    // A name that is not there is none to compare.
    XCTAssertEqual(try ColumnArchive.decode([Point].self, from: changed { $0.className = "" }), points)
  }

  func testLengthOfTheSchema() throws {
    let parts = try ArchiveParts(ColumnArchive.encode(points))
    let start = 7 + parts.className.utf8.count
    for length in [0, 1, UInt8(parts.schema.count - 1), UInt8(parts.schema.count + 1), 0x7F] {
      var data = parts.data
      data[start] = length
      XCTAssertThrowsError(try ColumnArchive.decode([Point].self, from: data), "\(length)") {
        XCTAssert($0 is ArchiveError)
      }
    }
  }

  func testLengthsOfBatches() throws {
    let length = try UInt64(ArchiveParts(ColumnArchive.encode(points)).batches[0].columns.count)
    for stated in [0, length - 1, length + 1, length + 2, 1 << 32, 1 << 62, 1 << 63, .max] {
      let data = try changed { $0.batches[0].statedLength = stated }
      XCTAssertThrowsError(try ColumnArchive.decode([Point].self, from: data), "\(stated)") {
        XCTAssert($0 is ArchiveError)
      }
    }
    // Bytes that no column has, inside of the batch.
    check(try changed { $0.batches[0].columns.append(0) }, .malformed, saying: "end of the columns", "1 more")
    check(
      try changed { $0.batches.append($0.batches[0]) } + [0], .truncated, saying: "footer")
  }

  func testCountsOfBatches() throws {
    for count in [9, 100, 1 << 20, 1 << 40, 1 << 54, 1 << 55, 1 << 63, .max] as [UInt64] {
      let data = try changed { $0.batches[0].count = count }
      XCTAssertThrowsError(try ColumnArchive.decode([Point].self, from: data), "\(count)") {
        XCTAssert($0 is ArchiveError)
      }
    }
  }

  /// The sums of counts that are each possible.
  func testManyLargeBatches() throws {
    let batch = ArchiveParts.Batch(count: 1 << 54, columns: [])
    var parts = ArchiveParts(elements: Format.record([:]), count: 1, [])
    parts.batches = [ArchiveParts.Batch](repeating: batch, count: 600)
    XCTAssertEqual(try ColumnArchive(parts.data).count, 600 * Int(UInt32.max))
    assertThrows(.limitExceeded) { try ColumnArchive.decode([Empty].self, from: parts.data) }
  }

  func testSingleValuesWithMore() throws {
    let data = try ColumnArchive.encode(points[0])
    assertThrows(.damaged, saying: "checksum") { try ColumnArchive.decode(Point.self, from: data + [0]) }
    var parts = try ArchiveParts(data)
    parts.columns.append(0)
    assertThrows(.malformed, saying: "end of the columns") {
      try ColumnArchive.decode(Point.self, from: parts.data)
    }
  }
}
