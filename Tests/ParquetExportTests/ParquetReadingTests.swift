import ArchiveTestSupport
import ParquetExport
import StructCoding
import XCTest

/// Engines read what was written, cell by cell.
final class ParquetReadingTests: FolderTestCase {
  /// What is to be found, as text, which is made once for all files and engines.
  private var expected: [(file: URL, rows: String)] = []

  override func setUpWithError() throws {
    try Engines.require()
    try super.setUpWithError()
  }

  /// Writes values in four ways: as values, as an archive, as a compressed one, and as an archive with its type.
  private func write<Value: ArchiveValue>(
    _ values: [Value], _ name: String = "\(Value.self)", options: ParquetOptions = ParquetOptions(),
    rows: [Any]? = nil, ways: Set<String> = ["values", "archive", "compressed", "typed"]
  ) throws {
    let text = try Cells.text(rows ?? Cells.rows(values))
    let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 700)))
    let compressed = try ColumnArchive(
      ColumnArchive.encode(values, options: .init(batchSize: 700, compression: .zlib)))
    for (way, write) in [
      ("values", { try Parquet.write(values, to: $0, options: options) }),
      ("archive", { try Parquet.write(archive, to: $0, options: options) }),
      ("compressed", { try Parquet.write(compressed, to: $0, options: options) }),
      ("typed", { try Parquet.write(archive, of: Value.self, to: $0, options: options) }),
    ] as [(String, (URL) throws -> ParquetReport)] where ways.contains(way) {
      let file = folder.appendingPathComponent("\(name)-\(expected.count)-\(way).parquet")
      let report = try write(file)
      XCTAssertEqual(report.rowCount, values.count)
      XCTAssertEqual(report.byteCount, try Data(contentsOf: file).count)
      expected.append((file, text))
    }
  }

  private func check(
    _ engines: [String] = Engines.modules, file: StaticString = #filePath, line: UInt = #line
  )
    throws
  {
    let rows = Dictionary(uniqueKeysWithValues: expected.map { ($0.file.lastPathComponent, $0.rows) })
    for found in try Engines.read(expected.map(\.file), engines) {
      let (wanted, found, name) = (rows[found.file] ?? "", Cells.text(found.rows), found)
      if wanted != found {
        let start = zip(wanted, found).prefix { $0 == $1 }.count
        XCTFail(
          """
          \(name.file) by \(name.engine), from character \(start):
          \(wanted.dropFirst(max(start - 60, 0)).prefix(200))
          \(found.dropFirst(max(start - 60, 0)).prefix(200))
          """, file: file, line: line)
      }
    }
  }

  private func some<Value: Arbitrary>(_ count: Int, _ type: Value.Type, _ random: inout SeededGenerator)
    -> [Value]
  {
    (0..<count).map { _ in .arbitrary(&random) }
  }

  func testGeneratedValues() throws {
    var random = SeededGenerator()
    try write(some(300, Event.self, &random))
    try write(some(300, Scalars.self, &random))
    try write(some(300, Optionals.self, &random))
    try write(some(200, Nested.self, &random))
    try write(some(100, Session.self, &random))
    try write(some(100, Shape.self, &random))
    try check()
  }

  func testNumbersAtTheirEnds() throws {
    let doubles: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1 / 3,
    ]
    try write(doubles)
    try write(doubles.map { Float($0) })
    try write([Double.nan, .nan])
    try write([Double?.none, .nan, nil])
    try write([Int64.min, .max, 0, -1])
    try write([UInt64.max, 0, 1 << 63])
    try write([Int8.min, .max])
    try write([UInt32.max, 0])
    try write([true, false, false])
    try check()
  }

  func testRootsThatAreNoStructs() throws {
    try write(["a", "", "é", String(repeating: "long 🦊 ", count: 40_000)])
    try write([String?.none, "x"])
    try write([[1, 2], [], [3]])
    try write([["a": 1], [:]])
    try write(Direction.allCases)
    try write(Level.allCases)
    try write([UUID(), UUID()])
    try write([Data(), Data([0, 255])])
    try write([Set([1]), []])
    try check()
  }

  func testNoRows() throws {
    try write([Event]())
    try write([Nested]())
    try write([Int]())
    try write([FoundationValues]())
    try check()
  }

  func testEmptyAndMissingLists() throws {
    try write([
      Nested(
        lists: [], optionalLists: [], tags: [], byName: [:], byDirection: [:], shapes: [], sessions: nil,
        points: []),
      Nested(
        lists: [[], [], [1], []], optionalLists: [nil, [], [nil], nil], tags: [""], byName: ["": []],
        byDirection: [.east: [:]], shapes: [.nothing], sessions: [], points: [[], [nil], [nil, nil]]),
    ])
    try write([[[[Int]]]]([[[]], [[[]]], [], [[[], [1], []], []]]))
    try write([[[Int?]?]?]([nil, [], [nil], [[]], [[nil, 1]]]))
    try check()
  }

  /// Nodes do not keep apart the two ways in which a value is missing, so the rows stand here.
  func testOptionalsOfOptionals() throws {
    let none: [String: Any] = [:]
    try write(
      [Int??.none, .some(nil), .some(.some(3))],
      rows: [none, ["value": none], ["value": ["value": "i:3"]]])
    try write(
      [[String??]]([[nil, .some(nil), "x"]]),
      rows: [["value": [NSNull(), none, ["value": "s:x"]] as [Any]]])
    try check()
  }

  func testRowGroupsPagesAndCompressions() throws {
    var random = SeededGenerator()
    let events = some(1_500, Event.self, &random)
    let nested = some(500, Nested.self, &random)
    for compression in ParquetCompression.allCases {
      let options = ParquetOptions(rowGroupSize: 700, compression: compression)
      try write(events, options: options, ways: ["archive"])
      try write(
        nested, options: ParquetOptions(rowGroupSize: 123, compression: compression), ways: ["values"])
    }
    // Several pages: of many rows, of long lists, and of long strings. A page has 20,480 values, or a megabyte.
    let options = ParquetOptions(compression: .none)
    try write((0..<35_000).map { $0 % 3 == 0 ? nil : $0 }, options: options, ways: ["archive"])
    try write((0..<5).map { row in (0..<(row * 5_000)).map { $0 } }, ways: ["archive"])
    try write((0..<120).map { String(repeating: "\($0) ", count: 5_000) }, ways: ["archive"])
    try write((0..<24_000).map { "string \($0)" }, ways: ["archive"])
    try check(["pyarrow", "duckdb"])
  }

  func testDictionariesOfValues() throws {
    var random = SeededGenerator()
    try write((0..<20_000).map { _ in Double(random.below(50)) / 7 }, ways: ["typed"])
    try write((0..<20_000).map { _ in random.below(300) << 40 }, ways: ["typed"])
    try write((0..<20_000).map { _ in "\(random.below(70_000))" }, ways: ["typed"])
    // The first values are few, the others are not.
    try write((0..<20_000).map { $0 < 5_000 ? "same" : "other \($0)" }, ways: ["typed"])
    try write((0..<20_000).map { $0 < 5_000 ? 1.5 : Double($0) / 3 }, ways: ["typed"])
    try write([String](repeating: "", count: 5_000), ways: ["typed"])
    try write([Int](repeating: 4, count: 5_000), ways: ["typed"])
    try check(["pyarrow"])
  }

  func testFoundationValues() throws {
    var random = SeededGenerator()
    try write(some(300, FoundationValues.self, &random), options: ParquetOptions(rowGroupSize: 90))
    try write([URL(string: "https://example.org")!])
    try write([URL?.none, URL(string: "a"), nil])
    try write([[URL?]]([[nil], [], [URL(string: "b")!]]))
    try write([Decimal?.none, 12.5, nil, -3])
    try check()
  }

  func testDecimals() throws {
    try write([Decimal(string: "-0.00000000000000001")!, 0])
    try write([Decimal(string: "999999999999999999")!, Decimal(string: "-999999999999999999")!])
    try write([Decimal(1) / 8, 3, -100_000])
    let large = Decimal(string: "12345678901234567890123456789.123456789")!
    try write([large, -large, 0, 1])
    try write([Decimal(string: "-0.000000000000000001")!, 7])
    try write([Decimal(string: "0.1")!, Decimal(string: "999999999999999999")!])
    let greatest = Decimal(string: "99999999999999999999999999999999999999")!
    let half = Decimal(sign: .plus, exponent: 19, significand: 1)
    try write([greatest, -greatest, 0, -1, half, -half, half - 1, 1 - half])
    // What does not fit 38 digits is text.
    func text(_ values: [Decimal]) throws {
      try write(values, rows: values.map { ["value": "s:\($0)"] })
    }
    try text([Decimal(sign: .plus, exponent: 60, significand: 7), 1])
    try text([Decimal(string: "0.1")!, greatest])
    try text([Decimal.nan, 1])
    try check(["pyarrow", "duckdb"])
    // Rows that arrive one after another are written before all digits are known.
    let file = folder.appendingPathComponent("writer.parquet")
    let writer = try ParquetWriter<Decimal>(to: file)
    try writer.append(contentsOf: [1.5, 2.25])
    try writer.close()
    for found in try Engines.read([file], ["pyarrow"]) {
      let rows = try XCTUnwrap(found.rows, "\(found)")
      XCTAssertEqual(Cells.text(rows), Cells.text([["value": "s:1.5"], ["value": "s:2.25"]]))
    }
  }

  func testNodes() throws {
    try write(
      [ArchiveNode.integer(1), .null, .array([.string("é")])],
      rows: [["value": "s:1"], [String: Any](), ["value": "s:[\"é\"]"]])
    try check()
  }

  func testDatesInOtherUnits() throws {
    let dates = [0, 0.5, -978_307_200, 7e8 + 1 / 512.0, -3e9].map { Date(timeIntervalSinceReferenceDate: $0) }
    try write(
      dates, options: ParquetOptions(dates: .nanoseconds),
      rows: dates.map { date in
        let parts = Int64(date.timeIntervalSinceReferenceDate * 1024)
        let nanoseconds = parts / 1024 * 1_000_000_000 + parts % 1024 * 1_000_000_000 / 1024
        return ["value": "t:\(nanoseconds + 978_307_200_000_000_000)"]
      })
    let exact = dates + [.distantFuture, Date(timeIntervalSinceReferenceDate: .nan)]
    try write(
      exact, options: ParquetOptions(dates: .secondsSince2001),
      rows: exact.map { ["value": Cells.double($0.timeIntervalSinceReferenceDate)] })
    try write([Date.distantPast, .distantFuture])
    try check(["pyarrow", "duckdb"])
  }

  func testUUIDsAsText() throws {
    let ids = (0..<40).map { _ in UUID() }
    let options = ParquetOptions(uuids: .text)
    try write(ids, options: options, rows: ids.map { ["value": "s:\($0)"] })
    try write(
      ids.map { [$0, nil] }, options: options,
      rows: ids.map { ["value": ["s:\($0)", NSNull()] as [Any]] })
    try write([UUID](), options: options)
    try check(["pyarrow", "polars"])
  }

  func testSparkReadsEachType() throws {
    try Python.require(["pyspark"])
    var random = SeededGenerator()
    let options = ParquetOptions(rowGroupSize: 60, uuids: .text)
    try write(some(100, Scalars.self, &random), options: options)
    try write(some(100, Optionals.self, &random), options: options)
    try write(some(100, Nested.self, &random), options: options)
    try write(some(100, Session.self, &random), options: options)
    try write(some(100, Shape.self, &random), options: options)
    try write(some(100, FoundationValues.self, &random), options: options)
    try check(["pyspark"])
  }

  func testTuplesRangesAndKeysOfOtherTypes() throws {
    try write([1..<3, 5..<5], rows: [["0": "i:1", "1": "i:3"], ["0": "i:5", "1": "i:5"]])
    try write([Duration.seconds(3)], rows: [["0": "i:3", "1": "i:0"]])
    // Keys that may be missing, or have parts, make a list of entries.
    try write(
      [[Int?: String]]([[nil: "a"], [:]]),
      rows: [["value": [["value": "s:a"]]], ["value": [Any]()]])
    try write(
      [[[Int]: Bool]]([[[1]: true]]), rows: [["value": [["key": ["i:1"], "value": "true"] as [String: Any]]]])
    try check(["pyarrow", "duckdb"])
  }

  func testTypesOfOtherForms() throws {
    var components = DateComponents()
    (components.year, components.hour, components.timeZone) = (2026, 7, TimeZone(identifier: "UTC"))
    let one = Others(
      components: components, point: CGPoint(x: 1, y: -2.5), size: nil,
      rect: CGRect(x: 1, y: 2, width: 3, height: 4), range: NSRange(location: 7, length: 8),
      length: Measurement(value: 2, unit: .meters), indexes: [1, 2, 9], letter: "é", duration: .seconds(1.5),
      triangles: [Triangle(a: 1, b: 2, c: Corner(x: 3, y: 4))], pair: (5, nil), bytes: [0, 255],
      result: .failure(Fault(code: 3)))
    func d(_ value: Double) -> String { Cells.double(value) }
    let row: [String: Any] = [
      "components": [
        "year": "i:2026", "hour": "i:7", "timeZone": "s:\(TimeZone(identifier: "UTC")!.identifier)",
      ],
      "point": ["x": d(1), "y": d(-2.5)],
      "rect": ["x": d(1), "y": d(2), "width": d(3), "height": d(4)],
      "range": ["location": "i:7", "length": "i:8"], "length": ["value": d(2), "unit": "s:m"],
      "letter": "s:é",
      "duration": ["0": "i:1", "1": "i:500000000000000000"],
      "triangles": [["a": d(1), "b": d(2), "c": ["x": "f:40400000", "y": "f:40800000"]] as [String: Any]],
      "pair": ["0": "i:5"], "bytes": ["i:0", "i:255"],
      "result": ["1": ["code": "i:3"]],
    ]
    for (name, write) in [
      ("values", { try Parquet.write([one, one], to: $0) }),
      ("archive", { try Parquet.write(ColumnArchive(ColumnArchive.encode([one, one])), to: $0) }),
    ] as [(String, (URL) throws -> ParquetReport)] {
      let file = folder.appendingPathComponent("\(name).parquet")
      _ = try write(file)
      for found in try Engines.read([file], ["pyarrow"]) {
        var rows = try XCTUnwrap(found.rows as? [[String: Any]], "\(found.rows)")
        // An index set has no form of its own.
        let indexes = rows.map { $0["indexes"] as? String ?? "" }
        XCTAssertTrue(indexes.allSatisfy { $0.hasPrefix("s:{\"NSRangeCount\":2,") }, "\(indexes)")
        for row in rows.indices { rows[row]["indexes"] = nil }
        XCTAssertEqual(Cells.text(rows), Cells.text([row, row]), name)
      }
    }
  }

  func testFixtures() throws {
    var (files, refused) = ([URL](), 0)
    let fixtures = TestFiles.fixtures.appendingPathComponent("column-v1")
    for path in try TestFiles.files(below: fixtures) {
      let archive = try ColumnArchive(Data(contentsOf: fixtures.appendingPathComponent(path)))
      let file = folder.appendingPathComponent("\(files.count).parquet")
      do {
        let report = try Parquet.write(archive, to: file)
        XCTAssertEqual(report.rowCount, archive.count, path)
        files.append(file)
      } catch let error as ArchiveError where error.code == .unsupported {
        // A class, or a type that contains itself.
        refused += 1
      }
    }
    XCTAssertGreaterThan(files.count, 2 * refused)
    for found in try Engines.read(files, ["pyarrow", "duckdb"]) {
      if let text = found.rows as? String { XCTFail("\(found.file) by \(found.engine): \(text)") }
    }
  }

  func testStructsWithoutFields() throws {
    try write([Nothing(), Nothing()], rows: [["value": "true"], ["value": "true"]])
    try write([Nothing?.none, Nothing()], rows: [[String: Any](), ["value": "true"]])
    try check(["pyarrow"])
  }

  /// An archive that was made from another format has columns that its values showed.
  func testArchiveOfASingleValue() throws {
    var random = SeededGenerator()
    let session = Session.arbitrary(&random)
    let file = folder.appendingPathComponent("single.parquet")
    XCTAssertEqual(
      try Parquet.write(ColumnArchive(ColumnArchive.encode(session)), to: file).rowCount, 1)
    expected.append((file, Cells.text(try Cells.rows([session]))))
    try check()
  }

  func testWriterOfManyBatches() throws {
    var random = SeededGenerator()
    let sessions = some(9_000, Session.self, &random)
    let file = folder.appendingPathComponent("written.parquet")
    let writer = try ParquetWriter<Session>(to: file, options: ParquetOptions(rowGroupSize: 2_500))
    for session in sessions[..<100] { try writer.append(session) }
    try writer.append(contentsOf: Array(sessions[100..<8_000]))
    try writer.append(contentsOf: sessions[8_000...].lazy.map { $0 })
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    let report = try writer.close()
    XCTAssertEqual(report.rowGroupCount, 4)
    XCTAssertEqual(report.rowCount, 9_000)
    XCTAssertEqual(try writer.close(), report)
    XCTAssertThrowsError(try writer.append(sessions[0]))
    expected.append((file, Cells.text(try Cells.rows(sessions))))
    try check(["pyarrow"])
  }
}

@Archivable
struct Nothing: Hashable {}
