import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

@Archivable
struct Dated: Hashable {
  var time: Date
  var end: Date?
  var inner: [Date]
  var maybe: [Date?]
  var byDate: [Date: Int]
  var number: Int
}

/// Dates that are out of range are refused, missing, or moved into it, in every place, and are counted.
final class DatesOutOfRangeTests: FolderTestCase {
  private var file: URL { folder.appendingPathComponent("dates.parquet") }

  private static let first = Date(timeIntervalSince1970: -62_135_596_800)
  private static let last = "t:253402300799999999"

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  /// Dates, and the cells that are read with `clamp`.
  private var odd: [(date: Date, cell: String?)] {
    [
      (date(.nan), nil), (date(.infinity), Self.last), (date(-.infinity), "t:-62135596800000000"),
      (date(1e14), Self.last), (Self.first, "t:-62135596800000000"), (Self.first - 1, "t:-62135596800000000"),
      (Date(timeIntervalSince1970: 253_402_300_800), Self.last), (date(0), Cells.date(date(0))),
      (date(-6e10), Cells.date(date(-6e10))),
    ]
  }

  private var rows: [Dated] {
    let dates = odd.map(\.date)
    return dates.enumerated().map { number, date in
      Dated(
        time: date, end: number % 2 == 0 ? date : nil, inner: number == 0 ? dates : [], maybe: [nil, date],
        byDate: [date: number], number: number)
    }
  }

  private func cells(_ cell: (Int) -> String?) -> [Any] {
    rows.indices.map { number in
      var row: [String: Any] = [
        "number": "i:\(number)", "maybe": [NSNull(), cell(number) as Any? ?? NSNull()],
      ]
      row["inner"] = number == 0 ? odd.indices.map { cell($0) as Any? ?? NSNull() } : [Any]()
      row["time"] = cell(number)
      if number % 2 == 0 { row["end"] = cell(number) }
      var entry: [String: Any] = ["value": "i:\(number)"]
      entry["key"] = cell(number)
      row["byDate"] = [entry]
      return row
    }
  }

  private func check(
    _ rows: [some ArchiveValue], _ options: ParquetOptions, _ expected: [Any], line: UInt = #line
  ) throws -> ParquetReport {
    let archive = try ColumnArchive(ColumnArchive.encode(rows, options: .init(batchSize: 4)))
    let report = try Parquet.write(archive, to: file, options: options)
    XCTAssertEqual(report, try Parquet.write(archive, to: file, options: options), line: line)
    for found in try Engines.read([file]) {
      XCTAssertEqual(Cells.text(found.rows), Cells.text(expected), found.engine, line: line)
    }
    return report
  }

  func testMissing() throws {
    try Engines.require()
    let report = try check(
      rows, ParquetOptions(datesOutOfRange: .null),
      cells { [4, 7, 8].contains($0) ? self.odd[$0].cell : nil })
    XCTAssertEqual(
      report.nulledCounts,
      [
        "time": 6, "end": 3, "inner.list.element": 6, "maybe.list.element": 6, "byDate.list.element.key": 6,
      ])
    XCTAssertEqual(report.clampedCounts, [:])
    XCTAssertEqual(report.roundedCounts, [:])
  }

  func testClamped() throws {
    try Engines.require()
    let report = try check(rows, ParquetOptions(datesOutOfRange: .clamp), cells { self.odd[$0].cell })
    XCTAssertEqual(report.nulledCounts["time"], 1)
    XCTAssertEqual(report.clampedCounts["time"], 5)
    XCTAssertEqual(report.clampedCounts["end"], 2)
  }

  func testRefused() throws {
    for row in rows.prefix(4) {
      XCTAssertThrowsError(try Parquet.write([row], to: file)) { error in
        XCTAssertEqual((error as? ArchiveError)?.code, .invalidValue)
        XCTAssert("\(error)".contains("datesOutOfRange: .null"), "\(error)")
      }
    }
    // A number of seconds has every date, whatever is said of others.
    for outOfRange in [ParquetOptions.DatesOutOfRange.refuse, .null, .clamp] {
      let report = try Parquet.write(
        rows, to: file, options: ParquetOptions(dates: .secondsSince2001, datesOutOfRange: outOfRange))
      XCTAssertEqual(report.nulledCounts, [:])
      XCTAssertEqual(report.clampedCounts, [:])
    }
  }

  /// Nanoseconds reach less far. Their last numbers mean infinity for an engine.
  func testNanoseconds() throws {
    try Engines.require()
    let dates = [date(.nan), date(1e10), date(-2e10), date(0)]
    let ends = ["t:9223372036000000000", "t:-9223372036000000000", "t:978307200000000000"]
    let report = try check(
      dates, ParquetOptions(dates: .nanoseconds, datesOutOfRange: .clamp),
      [[:]] + ends.map { ["value": $0] })
    XCTAssertEqual(report.clampedCounts, ["value": 2])
    XCTAssertEqual(
      try check(
        dates, ParquetOptions(dates: .nanoseconds, datesOutOfRange: .null),
        [[:], [:], [:], ["value": ends[2]]]
      ).nulledCounts, ["value": 3])
  }

  /// Dates in Foundation's types.
  func testIntervals() throws {
    try Engines.require()
    let intervals = [DateInterval(start: date(0), duration: 1), DateInterval(start: date(0), duration: 1e14)]
    let report = try check(
      intervals, ParquetOptions(datesOutOfRange: .null),
      [
        [
          "value": [
            "start": "t:978307200000000", "end": "t:978307201000000", "duration": Cells.double(1),
          ]
        ],
        ["value": ["start": "t:978307200000000", "duration": Cells.double(1e14)]],
      ])
    XCTAssertEqual(report.nulledCounts, ["value.end": 1])
  }
}
