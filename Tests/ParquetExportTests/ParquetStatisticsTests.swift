import ArchiveTestSupport
import ParquetExport
import StructCoding
import XCTest

@Archivable
struct Measured: Hashable {
  var time: Date
  var number: Int
  var small: Int8
  var unsigned: UInt32
  var value: Double?
  var single: Float
  var isOn: Bool
  var text: String
  var label: String?
  var id: UUID
  var data: Data
}

/// The statistics and the page index say what the values are, and readers skip row groups by them.
final class ParquetStatisticsTests: FolderTestCase {
  override func setUpWithError() throws {
    try Engines.require()
    try super.setUpWithError()
  }

  private func check<Value: ArchiveValue>(_ values: [Value], _ options: ParquetOptions, filter: String) throws
    -> [String]
  {
    let file = folder.appendingPathComponent("statistics.parquet")
    try Parquet.write(values, to: file, options: options)
    let script = TestFiles.fixtures.appendingPathComponent("python/parquet_statistics.py")
    let text = try String(contentsOf: script, encoding: .utf8).replacingOccurrences(
      of: "FILTER", with: filter)
    return try Python.run(text, input: Data(contentsOf: file)).text.split(separator: " ").map { String($0) }
  }

  private func some(_ count: Int, _ random: inout SeededGenerator) -> [Measured] {
    (0..<count).map { row in
      Measured(
        time: Date(timeIntervalSinceReferenceDate: 7e8 + Double(row)), number: .arbitrary(&random),
        small: .arbitrary(&random), unsigned: .arbitrary(&random),
        value: random.oneIn(3) ? nil : random.oneIn(9) ? .nan : .arbitrary(&random),
        single: random.oneIn(9) ? .nan : .arbitrary(&random), isOn: row % 7 == 0,
        text: row % 3 == 0 ? String(repeating: "é\(row)", count: 60) : .arbitrary(&random),
        label: row > count / 2 ? nil : "label \(row % 9)", id: .arbitrary(&random),
        data: Data([0xFF, 0xFF] + (0..<random.below(90)).map { _ in UInt8.arbitrary(&random) }))
    }
  }

  func testStatisticsOfGeneratedValues() throws {
    var random = SeededGenerator()
    for compression in ParquetCompression.allCases {
      let found = try check(
        some(1_700, &random), ParquetOptions(rowGroupSize: 300, compression: compression), filter: "time")
      XCTAssertEqual(found.first, "6")
      XCTAssertEqual(found.dropFirst().first, "1")
      XCTAssertEqual(found.last, Measured.archiveSchema.className)
    }
  }

  /// What an engine finds by conditions is what it finds in the same rows without statistics.
  func testQueriesOfNumbersAtTheirEnds() throws {
    let values: [Double?] = (0..<4_000).map { row in
      switch row % 40 {
      case 0: .nan
      case 1: nil
      case 2: -0.0
      case 3: row < 1_000 ? .infinity : 1
      default: row < 2_000 ? Double(row) : -Double(row)
      }
    }
    let file = folder.appendingPathComponent("queries.parquet")
    try Parquet.write(values, to: file, options: ParquetOptions(rowGroupSize: 250))
    let script = """
      import duckdb, sys
      base = duckdb.connect()
      base.execute(f"create table plain as select value from read_parquet('{sys.argv[1]}')")
      conditions = ["value = 'nan'", "value > 1e300", "value < -3000", "value = 0", "value is null",
        "value >= 'infinity'", "value between 1 and 2", "not value < 5"]
      for condition in conditions:
          found = [base.execute(f"select count(*) from {rows} where {condition}").fetchone()[0]
            for rows in ["plain", f"read_parquet('{sys.argv[1]}')"]]
          print(found[0] == found[1] > 0, end=" ")
      """
    let found = try Python.run(script, input: Data(contentsOf: file)).text
    XCTAssertEqual(found.split(separator: " ").count, 8)
    XCTAssertFalse(found.contains("False"), found)
  }

  func testSeveralPages() throws {
    var random = SeededGenerator()
    let found = try check(some(30_000, &random), ParquetOptions(rowGroupSize: 25_000), filter: "time")
    XCTAssertEqual(found.first, "2")
    XCTAssertGreaterThan(Int(found[2]) ?? 0, 33)
  }
}
