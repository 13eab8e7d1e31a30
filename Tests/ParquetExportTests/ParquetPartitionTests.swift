import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

@Archivable
enum Height: Hashable {
  case low, high
}

@Archivable
struct Spot: Hashable {
  var name: String?
  var floor: UInt8
}

@Archivable
struct Reading: Hashable {
  var time: Date
  var station: String?
  var spot: Spot?
  var level: Height
  var id: UUID
  var isOn: Bool
  var number: Int
}

/// Partitioned data sets: folders as Hive names them, with every row once.
final class ParquetPartitionTests: FolderTestCase {
  private let ids = (0..<3).map { _ in UUID() }

  private func reading(_ number: Int) -> Reading {
    Reading(
      time: Date(timeIntervalSinceReferenceDate: 8e8 + Double(number) * 3_600), station: "s\(number % 4)",
      spot: number % 5 == 0
        ? nil : Spot(name: number % 3 == 0 ? nil : "n\(number % 3)", floor: UInt8(number % 2)),
      level: number % 2 == 0 ? .low : .high, id: ids[number % 3], isOn: number % 4 == 0, number: number - 50)
  }

  private func archive<Value: ArchiveValue>(_ values: [Value], batchSize: Int = 7) throws -> ColumnArchive {
    try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: batchSize)))
  }

  private func partitioning(_ text: String) throws -> ParquetPartitioning {
    try XCTUnwrap(ParquetPartitioning(text), text)
  }

  /// What engines are to read.
  private var expected: [(folder: URL, key: String, rows: [String], text: String)] = []

  /// Exports values, of which engines are to find each one's number in its partition.
  ///
  /// - Parameter partition: The text that engines have for the partition of a value; `nil` for a missing one.
  private func write(
    _ values: [Reading], by text: String, key: String, file: StaticString = #filePath, line: UInt = #line,
    _ partition: (Reading) -> String?
  ) throws {
    let output = folder.appendingPathComponent(UUID().uuidString)
    let parts = try Parquet.write(
      archive(values), partitionedBy: partitioning(text), to: output,
      options: ParquetOptions(rowGroupSize: 5))
    XCTAssertEqual(parts.reduce(0) { $0 + $1.report.rowCount }, values.count, text, file: file, line: line)
    // Strings are equal that have different bytes.
    XCTAssertEqual(
      parts.count, Set(values.map { partition($0).map { Array($0.utf8) } }).count, text, file: file,
      line: line)
    for part in parts {
      XCTAssert(part.path.hasPrefix("\(key)="), part.path, file: file, line: line)
      let path = output.appendingPathComponent(part.path).path
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      XCTAssertEqual(size, part.report.byteCount, file: file, line: line)
    }
    let rows = values.map { "\($0.number) \(partition($0) ?? "–")" }
    expected.append((output, key, rows, text))
  }

  /// Lets the engines read what was written.
  private func judge(file: StaticString = #filePath, line: UInt = #line) throws {
    let script = TestFiles.fixtures.appendingPathComponent("python/parquet_partitions.py")
    let input = try JSONSerialization.data(
      withJSONObject: expected.map { ["folder": $0.folder.path, "key": $0.key, "column": "number"] })
    let result = try Python.run(String(contentsOf: script, encoding: .utf8), input: input).output
    let found = try XCTUnwrap(JSONSerialization.jsonObject(with: result) as? [[String: Any]])
    XCTAssertEqual(found.count, expected.count, file: file, line: line)
    func sorted(_ rows: [String]) -> [[UInt8]] {
      rows.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    for (expected, found) in zip(expected, found) {
      XCTAssertEqual(found.count, 3, file: file, line: line)
      for (engine, rows) in found {
        let name = "\(engine), \(expected.text)"
        let rows = try XCTUnwrap(rows as? [[Any]], "\(name): \(rows)", file: file, line: line)
        let pairs = rows.map { "\($0[1]) \($0[0] as? String ?? "–")" }
        XCTAssertEqual(sorted(pairs), sorted(expected.rows), name, file: file, line: line)
      }
    }
  }

  func testEachKindOfValue() throws {
    try Engines.require()
    let values = (0..<100).map(reading)
    try write(values, by: "station", key: "station") { $0.station }
    try write(values, by: "spot.name", key: "name") { $0.spot?.name }
    try write(values, by: "spot.floor", key: "floor") { $0.spot.map { "\($0.floor)" } }
    try write(values, by: "level", key: "level") { $0.level == .low ? "low" : "high" }
    try write(values, by: "id", key: "id") { $0.id.uuidString.lowercased() }
    try write(values, by: "isOn", key: "isOn") { "\($0.isOn)" }
    try write(values, by: "row=number", key: "row") { "\($0.number)" }
    try write(values, by: "date=day(time)", key: "date") { String($0.time.formatted(.iso8601).prefix(10)) }
    try write(values, by: "hour(time)", key: "hour") {
      String($0.time.formatted(.iso8601).prefix(13)).replacing("T", with: "-")
    }
    try judge()
    let none = try Parquet.write(
      archive([Reading]()), partitionedBy: partitioning("station"), to: folder.appendingPathComponent("none"))
    XCTAssertEqual(none, [])
  }

  /// What is in no name of a file, or means something in one.
  func testOddValues() throws {
    try Engines.require()
    let odd = [
      "a/b", "x=1", "100%", "%2F", "é", "e\u{301}", " a b ", "a\tb\n", "it's \"so\"", "a:b", "ключ", "😀", ".",
      "..",
      "#?*", "+&", "[x]{y}^", "back\\slash", "007", "1e3", "true", "NULL", "~-_.", "\u{7F}\u{1}",
      String(repeating: "ä", count: 120),
    ]
    let values = (odd + odd.reversed() + [nil, nil]).enumerated().map { number, text in
      var value = reading(number)
      value.station = text
      return value
    }
    try write(values, by: "station", key: "station") { $0.station }
    // An empty text has no name, and is missing to engines.
    var empty = reading(1)
    empty.station = ""
    try write([empty, values[1]], by: "station", key: "station") { $0.station == "" ? nil : $0.station }
    try judge()
    var none = reading(2)
    none.station = nil
    let parts = try Parquet.write(
      archive([none, empty]), partitionedBy: partitioning("station"), to: folder)
    XCTAssertEqual(parts.map(\.path), ["station=__HIVE_DEFAULT_PARTITION__/part-0.parquet"])
    XCTAssertEqual(parts[0].report.rowCount, 2)
    let names = try Parquet.write(
      archive(
        ["a/b:c", "100 %", "\u{1F}{"]
          .map { Event(timeStamp: Date(timeIntervalSinceReferenceDate: 0), eventTag: $0) }),
      partitionedBy: partitioning("t/ag=eventTag"), named: "x", to: folder)
    XCTAssertEqual(
      names.map(\.path),
      ["t%2Fag=a%2Fb%3Ac/x.parquet", "t%2Fag=100 %25/x.parquet", "t%2Fag=%1F%7B/x.parquet"])
  }

  func testPeriodsOfGeneratedDates() throws {
    var random = SeededGenerator()
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try XCTUnwrap(TimeZone(identifier: "UTC"))
    // The years 1583 to 9999: before, Foundation has the Julian calendar.
    let seconds =
      [0, -1, -978_307_200, -978_307_201, 1e6, 86_399.999_999_9]
      + (0..<60).map { _ in (Double.random(in: -13_150_000_000...252_000_000_000, using: &random)).rounded()
      }
    let values = seconds.map { Event(timeStamp: Date(timeIntervalSinceReferenceDate: $0), eventTag: "") }
    for period in ParquetPartitioning.Period.allCases {
      let parts = try Parquet.write(
        archive(values), partitionedBy: partitioning("\(period)(timeStamp)"),
        to: folder.appendingPathComponent("\(period)"))
      let expected = values.map { value in
        // As the column has it, in whole microseconds.
        let time = Date(
          timeIntervalSinceReferenceDate: (value.timeStamp.timeIntervalSinceReferenceDate * 1e6).rounded()
            / 1e6)
        let parts = calendar.dateComponents([.year, .month, .day, .hour], from: time)
        let digits = [parts.month, parts.day, parts.hour].map { String("0\($0!)".suffix(2)) }
        let count = ParquetPartitioning.Period.allCases.firstIndex(of: period)!
        let text = ([String("000\(parts.year!)".suffix(4))] + digits.prefix(count)).joined(separator: "-")
        return "\(period)=\(text)/part-0.parquet"
      }
      XCTAssertEqual(Set(parts.map(\.path)), Set(expected), "\(period)")
    }
  }

  func testTexts() {
    for text in ["a", "a.b", "day(a)", "day(a.b)", "k=a", "k=hour(a)", "year(x)", "month(x)"] {
      XCTAssertEqual(ParquetPartitioning(text)?.description, text)
    }
    XCTAssertEqual(ParquetPartitioning("day=day(a.b)")?.description, "day(a.b)")
    XCTAssertEqual(ParquetPartitioning("b=a.b")?.key, "b")
    for text in ["", ".", "a.", "=a", "k=", "day()", "week(a)", "day(a", "a)", "day(day(a))", "day(a)b"] {
      XCTAssertNil(ParquetPartitioning(text), text)
    }
  }

  // MARK: Refusals

  private func checkRefused<Value: ArchiveValue>(
    _ values: [Value], by text: String, _ code: ArchiveError.Code, _ words: String...,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let output = folder.appendingPathComponent("refused")
    XCTAssertThrowsError(
      try Parquet.write(archive(values), partitionedBy: partitioning(text), to: output), file: file,
      line: line
    ) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, code, "\(error)", file: file, line: line)
      for word in words { XCTAssert("\(error)".contains(word), "\(error)", file: file, line: line) }
    }
    let left = FileManager.default.subpaths(atPath: output.path) ?? []
    XCTAssertEqual(left.filter { $0.contains(".parquet") }, [], file: file, line: line)
  }

  func testRefusals() throws {
    let values = (0..<30).map(reading)
    try checkRefused(values, by: "place", .missingField, "a field place", "station")
    try checkRefused(values, by: "station.name", .typeMismatch, "station", "a string")
    try checkRefused(values, by: "day(station)", .typeMismatch, "dates for day(…)", "station")
    try checkRefused(values, by: "time", .unsupported, "day(time)")
    try checkRefused(values, by: "spot", .unsupported, "a record")
    try checkRefused([1, 2, 3], by: "value", .typeMismatch, "a field value")
    // The column of a data set would have two meanings.
    try checkRefused(values, by: "number=station", .unsupported, "partition=number=station")
    try checkRefused(values, by: "Number=station", .unsupported, "number")
    try checkRefused(values, by: "time=day(time)", .unsupported, "time")
    try checkRefused(
      [Spot(name: String(repeating: "x", count: 251), floor: 0)], by: "name", .limitExceeded, "256")
    let many = (0...10_000).map { number in
      var value = reading(0)
      value.number = number
      return value
    }
    try checkRefused(many, by: "row=number", .limitExceeded, "10000 partitions")
    for seconds in [-63_114_076_801, 252_423_993_600, .infinity] {
      try checkRefused(
        [Event(timeStamp: Date(timeIntervalSinceReferenceDate: seconds), eventTag: "")], by: "day(timeStamp)",
        .invalidValue, "timeStamp")
    }
    try checkRefused([Wrapper(only: 1)], by: "only", .unsupported, "partition=only")
    XCTAssertNoThrow(
      try Parquet.write(
        archive([Wrapper(only: 1)]), partitionedBy: partitioning("partition=only"), to: folder))
  }

  /// If a value late in the archive has no form, files that were complete before do not appear, and older ones stay.
  func testAnErrorChangesNothing() throws {
    let byTag = try partitioning("eventTag")
    let good = (0..<20).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: 0), eventTag: "t\($0 % 3)")
    }
    try Parquet.write(archive(good), partitionedBy: byTag, to: folder)
    let before = try contents()
    XCTAssertEqual(before.count, 3)
    let bad = good + [Event(timeStamp: Date(timeIntervalSinceReferenceDate: .nan), eventTag: "t2")]
    XCTAssertThrowsError(try Parquet.write(archive(bad), partitionedBy: byTag, to: folder))
    XCTAssertEqual(try contents(), before)
  }

  private func contents() throws -> [String: Data] {
    let paths = try XCTUnwrap(FileManager.default.subpaths(atPath: folder.path))
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (try? Data(contentsOf: folder.appendingPathComponent(path))).map { (path, $0) }
      })
  }
}

@Archivable
struct Wrapper: Hashable {
  var only: Int
}
