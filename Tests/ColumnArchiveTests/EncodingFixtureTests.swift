import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Archives with each encoding of columns, and with what is around columns. Like those of ``ColumnFixtureTests``, they
/// are read and never written again.
final class EncodingFixtureTests: XCTestCase {
  private func fixture(_ name: String, _ make: () throws -> Data) throws -> Data {
    try TestFiles.fixture("column-v1/\(name).bin", make)
  }

  /// The columns of all batches come back, and there is one in each encoding.
  private func check<Value: ArchiveValue & Equatable>(
    _ name: String, _ encodings: some Sequence<UInt8>, _ columns: [[Value]],
    others: [(column: [Value], compression: ColumnArchive.Compression)] = [],
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try fixture(name) {
      func parts(_ column: [Value], _ compression: ColumnArchive.Compression) throws -> ArchiveParts {
        try ArchiveParts(
          ColumnArchive.encode(column, options: .init(batchSize: .max, compression: compression)))
      }
      var all = try parts(columns[0], .none)
      all.batches = try columns.flatMap { try parts($0, .none).batches }
      all.batches += try others.flatMap { try parts($0.column, $0.compression).batches }
      return all.data
    }
    let values = Array((columns + others.map(\.column)).joined())
    XCTAssertEqual(try ColumnArchive.decode([Value].self, from: data), values, file: file, line: line)
    let shown = try Set(ArchiveParts(data).batches.map { $0.columns[0] })
    XCTAssertEqual(shown, Set(encodings), file: file, line: line)
  }

  func testBits() throws {
    let mixed = (0..<19).map { $0 % 3 == 0 }
    try check(
      "every-bits", BitEncoding.allCases.map(\.rawValue), [[false, false], [true, true, true], mixed])
  }

  func testIntegers() throws {
    var columns = Format.widths.dropLast().map { bits in [-7, (1 << bits) - 8, -7] }
    columns.append([.min, .max, 0])
    columns.append((0..<300).map { $0 * 77 % 5 - 2 })
    // Distances with exceptions, then deltas, narrow and wide.
    var sum = 1 << 40
    columns.append((0..<1100).map { $0 % 128 == 127 ? 1 << 50 + $0 : $0 * 77 % 30 })
    for width in [50, 1 << 24] {
      columns.append(
        (0..<1100).map {
          sum += 1000 + $0 * 7919 % width
          return sum
        })
    }
    columns.append((0..<300).map { $0 / 100 * 1000 - 1 })
    try check("every-integers", [0, 1, 2, 3, 4, 8, 11, 16, 24, 32, 40, 48, 56, 64, 65], columns)
  }

  func testFloats() throws {
    var decimals = (0..<130).map { Double($0 - 50) / 100 }
    (decimals[3], decimals[129]) = (1.0 / 3, 1e300)
    let times = (0..<130).map { 1e9 + 1.0 / Double($0 + 1) }
    try check(
      "every-doubles", FloatEncoding.allCases.map(\.rawValue), [[1.5, 1.5], [1.5, -0.0], times, decimals],
      others: [([1.5, 2.25], .external)])
    try check(
      "every-floats", FloatEncoding.allCases.map(\.rawValue),
      [
        [1.5, 1.5], [1.5, -0.0], times.map { Float($0 - 1e9) + 8 }, decimals.map { $0 > 1 ? 2 : Float($0) },
      ],
      others: [([1.5, 2.25], .external)])
  }

  func testRuns() throws {
    let urls = (0..<700).map { "https://example.org/items/\($0 * 7919 % 10_007)/pictures/\($0 % 97).png" }
    try check(
      "every-strings", RunEncoding.allCases.map(\.rawValue),
      [
        ["a", "", "ü 🎉"], (0..<300).map { "a longer text, \($0 * 7 % 3)" },
        (0..<300).map { "text \($0 * 77 % 300)" }, urls,
      ])
    try check("every-data", [RunEncoding.plain.rawValue], [[Data([1, 2]), Data(), Data([255])]])
  }

  /// Bodies that are compressed, some batches of a sequence and a single value.
  func testCompression() throws {
    let events = (0..<90).map {
      Event(timeStamp: date(Double($0)), eventTag: "an event like others \($0 % 40)")
    }
    let options = ColumnArchive.EncodingOptions(batchSize: 40, compression: .zlib)
    try requireZlib()
    let data = try fixture("compressed-zlib") { try ColumnArchive.encode(events, options: options) }
    XCTAssertEqual(try ColumnArchive.decode([Event].self, from: data), events)
    XCTAssertEqual(try ArchiveParts(data).batches[0].compression?.flag, 2)
  }

  /// What runs of batches say, and directories with the statistics of each.
  func testStatistics() throws {
    let rows = (0..<1600).map { row -> Both<Double, String?> in
      let text: String? = row % 9 == 0 ? nil : "row \(row)"
      return Both(first: Double(row * row) / 7, second: text)
    }
    let data = try fixture("statistics") { try ColumnArchive.encode(rows, options: .init(batchSize: 400)) }
    XCTAssertEqual(try ColumnArchive.decode([Both<Double, String?>].self, from: data), rows)
    let archive = try ColumnArchive(data)
    XCTAssertNotNil(archive.zones)
    XCTAssertEqual(try ArchiveParts(data).batches.map { $0.trailer != nil }, [true, true, true, true])
    try archive.verify()
  }
}
