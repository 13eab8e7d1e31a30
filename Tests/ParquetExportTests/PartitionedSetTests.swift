import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

@Archivable
struct Step: Hashable {
  var time: Date
  var tag: String
  var milliseconds: Int32
  var seconds: Double?
}

@Archivable
struct Visit: Hashable {
  var id: UUID
  var startTime: Date
  var steps: [Step]
}

/// Engines count and sum 1,000,000 events in a partitioned set of 20 files, and find what Swift finds.
final class PartitionedSetTests: XCTestCase {
  /// Counts and sums by day and tag.
  fileprivate struct Sums: Equatable {
    var steps = 0
    var milliseconds = 0
    var timed = 0
    var seconds = 0.0
  }

  nonisolated(unsafe) private static var folder: URL?
  nonisolated(unsafe) private static var expected: [String: Sums] = [:]
  private static let visitsInFile = 5_000
  /// 2026-11-20 at 00:00 in UTC.
  private static let midnight = Date(timeIntervalSinceReferenceDate: 816_825_600)

  override static func tearDown() {
    if let folder { try? FileManager.default.removeItem(at: folder) }
    (folder, expected) = (nil, [:])
  }

  /// The set, which is made once: a folder for each of five days, with four files.
  private func folder() throws -> URL {
    if let folder = Self.folder { return folder }
    let folder = try Engines.folder()
    Self.folder = folder
    var random = SeededGenerator()
    for day in 0..<5 {
      let name = "2026-11-\(20 + day)"
      let partition = folder.appendingPathComponent("day=\(name)")
      try FileManager.default.createDirectory(at: partition, withIntermediateDirectories: true)
      for part in 0..<4 {
        let visits = Self.visits(day: day, part: part, &random)
        for step in visits.lazy.flatMap(\.steps) {
          Self.expected["\(name) \(step.tag)", default: Sums()].add(step)
        }
        let file = partition.appendingPathComponent("part-\(part).parquet")
        let options = ParquetOptions(
          rowGroupSize: 1_000, compression: ParquetCompression.allCases[part % 3], uuids: .text)
        if part % 2 == 0 {
          try Parquet.write(visits, to: file, options: options)
        } else {
          let archive = try ColumnArchive(ColumnArchive.encode(visits, options: .init(batchSize: 700)))
          try Parquet.write(archive, of: Visit.self, to: file, options: options)
        }
      }
    }
    return folder
  }

  private static func visits(day: Int, part: Int, _ random: inout SeededGenerator) -> [Visit] {
    // A part of a day is six hours.
    let first = midnight + Double(86_400 * day + 21_600 * part)
    return (0..<visitsInFile).map { number in
      let start = first + Double(number) * 4
      return Visit(
        id: .arbitrary(&random), startTime: start,
        steps: (0..<10).map { step in
          Step(
            time: start + Double(step * 250 + random.below(250)) / 1_000, tag: "tag \(random.below(7))",
            milliseconds: Int32(random.below(100_000) - 20_000),
            seconds: random.oneIn(3) ? nil : Double(random.below(4_000)) / 4)
        })
    }
  }

  private func read(_ engine: String) throws -> [String: Any] {
    let folder = try folder()
    let script = TestFiles.fixtures.appendingPathComponent("python/parquet_engines.py")
    let request: [String: Any] = [
      "engine": engine, "folder": folder.path,
      "range": ["2026-11-22 07:00:00+00", "2026-11-22 07:10:00+00"],
    ]
    let input = try JSONSerialization.data(withJSONObject: request)
    let output = try Python.run(String(contentsOf: script, encoding: .utf8), input: input).output
    return try XCTUnwrap(JSONSerialization.jsonObject(with: output) as? [String: Any])
  }

  private func check(_ found: [String: Any], line: UInt = #line) throws {
    var sums: [String: Sums] = [:]
    for row in try XCTUnwrap(found["steps"] as? [[Any]]) {
      let texts = row.prefix(3).compactMap { $0 as? String }
      let numbers = row.dropFirst(3).compactMap { $0 as? NSNumber }
      guard texts.count == 3, numbers.count == 4 else { return XCTFail("\(row)", line: line) }
      XCTAssertEqual(texts[0], texts[1], "the day of the folder and that of the times", line: line)
      sums["\(texts[0]) \(texts[2])"] = Sums(
        steps: numbers[0].intValue, milliseconds: numbers[1].intValue, timed: numbers[2].intValue,
        seconds: numbers[3].doubleValue)
    }
    XCTAssertEqual(sums, Self.expected, line: line)
    XCTAssertEqual(sums.values.reduce(0) { $0 + $1.steps }, 1_000_000, line: line)
    XCTAssertEqual(found["visits"] as? [Int], [100_000, 100_000], line: line)
  }

  /// A filter on a time range reads the two row groups of that time.
  func testDuckDB() throws {
    try Python.require(["duckdb"])
    let found = try read("duckdb")
    try check(found)
    XCTAssertEqual(found["found"] as? Int, 150)
    XCTAssertEqual(found["groups"] as? Int, 100)
    XCTAssertEqual(found["scanned"] as? Int, 2)
  }

  func testPolars() throws {
    try Python.require(["polars"])
    try check(read("polars"))
  }

  func testSpark() throws {
    try Python.require(["pyspark"])
    try check(read("pyspark"))
  }

  func testClickHouse() throws {
    try Python.require(["chdb"])
    try check(read("chdb"))
  }
}

extension PartitionedSetTests.Sums {
  fileprivate mutating func add(_ step: Step) {
    steps += 1
    milliseconds += Int(step.milliseconds)
    if let value = step.seconds {
      timed += 1
      seconds += value
    }
  }
}
