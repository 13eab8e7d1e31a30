import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// A reader that was written from the description of the format, and shares no code with this package.
final class ColumnPythonTests: XCTestCase {
  override func setUpWithError() throws { try Python.require() }

  /// What a test has asked for. Its end asks the reader, for all at once.
  private var checks: [(archive: Data, expected: Any, file: StaticString, line: UInt)] = []

  override func tearDownWithError() throws {
    if checks.isEmpty { return }
    let found = try read(checks.map(\.archive))
    XCTAssertEqual(found.count, checks.count)
    for (found, check) in zip(found, checks) {
      let wanted = try JSONSerialization.data(withJSONObject: check.expected, options: .fragmentsAllowed)
      XCTAssertEqual(
        try normal(Data(found.utf8)), try normal(wanted), file: check.file, line: check.line)
    }
  }

  /// JSON of each archive.
  private func read(_ archives: [Data]) throws -> [Substring] {
    let file = TestFiles.fixtures.appendingPathComponent("python/column_archive.py")
    let script = try String(contentsOf: file, encoding: .utf8)
    XCTAssertLessThan(script.split(separator: "\n", omittingEmptySubsequences: false).count, 401)
    var input = Data()
    for archive in archives { input += Format.bytes(UInt64(archive.count), 8) + archive }
    return try Python.run(script, input: input).text.split(separator: "\n")
  }

  /// JSON of one shape, whoever wrote it.
  private func normal(_ json: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    let data = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  /// The reader makes of an archive what stands here.
  private func check<Value: ArchiveValue>(
    _ value: Value, _ expected: Any, batchCount: Int = 4096, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(value, options: .init(batchSize: batchCount))
    check(data, is: expected, file: file, line: line)
  }

  private func check(_ data: Data, is expected: Any, file: StaticString = #filePath, line: UInt = #line) {
    checks.append((data, expected, file, line))
  }

  func testSessions() throws {
    let sessions = (0..<7).map { number in
      Session(
        startTime: date(Double(number) * 1000.5), endTime: number % 2 == 0 ? nil : date(-1),
        events: (0..<number).map { Event(timeStamp: date(Double($0)), eventTag: "tag \($0) é") })
    }
    let expected = sessions.map { session -> [String: Any] in
      [
        "startTime": session.startTime.timeIntervalSinceReferenceDate,
        "endTime": session.endTime?.timeIntervalSinceReferenceDate ?? NSNull(),
        "events": session.events.map {
          ["timeStamp": $0.timeStamp.timeIntervalSinceReferenceDate, "eventTag": $0.eventTag] as [String: Any]
        },
      ]
    }
    try check(sessions, expected)
    try check(sessions, expected, batchCount: 2)
    try check(sessions[3], expected[3])
    try check([String: Session](), [] as [Any])
    try check([Session](), [] as [Any])
  }

  /// Batches of which the end of the archive says something.
  func testStatisticsOfRuns() throws {
    let events = (0..<1_600).map { Event(timeStamp: date(Double($0) * 0.5), eventTag: "tag \($0)") }
    let expected = events.map {
      ["timeStamp": $0.timeStamp.timeIntervalSinceReferenceDate, "eventTag": $0.eventTag] as [String: Any]
    }
    let data = try ColumnArchive.encode(events, options: .init(batchSize: 200))
    XCTAssertNotNil(try ColumnArchive(data).zones)
    check(data, is: expected)
  }

  func testNumbers() throws {
    let columns: [[Int]] = [
      [5, 5, 5], [0, 1, 0], [-3, 0, -1], [7, 22, 9], [300, 45, 301], [-70_000, 0, 5], [1 << 23, 0, 5],
      [1 << 31, -5, 0],
      [1 << 39, 0, 1], [1 << 47, -1, 1], [1 << 55, 0, 7], [.min, .max, 0],
    ]
    try check(columns, columns)
    for column in columns { try check(column, column) }
    try check([UInt64.max, 0, 1 << 63], [UInt64.max, 0, 1 << 63] as [UInt64])
    try check([0.5, -0.25, 1e300], [0.5, -0.25, 1e300])
    try check([0.5 as Float, 0.5], [0.5, 0.5])
    try check((0..<19).map { $0 % 3 == 0 }, (0..<19).map { $0 % 3 == 0 })
  }

  /// The encodings that take many values.
  func testPackedColumns() throws {
    for bits in [3, 11, 27, 45] as [UInt64] {
      let integers = (0..<700).map { Int(truncatingIfNeeded: $0 &* 0x9E37_79B9_7F4A_7C15) }
        .map { $0 & (1 << Int(bits) - 1) - 5 }
      try check(integers, integers)
    }
    let times = (0..<2100).map { 800_000_000 + Double($0) / 8 }
    try check(times, times)
    try check(times.map { date($0) }, times)
    let floats = (0..<700).map { 100 + Float($0) / 64 }
    try check(floats, floats.map { Double($0) })
    let texts = (0..<700).map { "text \($0)" }
    try check(texts, texts)
    // Blocks of deltas, narrow and wide, and of distances with exceptions.
    for step in [7, 100_000_000_000] {
      let deltas = (0..<2100).map { (row: Int) -> Int in
        let excess = row * 7919 % 13 * (step / 7)
        return row * step + excess - 50
      }
      try check(deltas, deltas)
    }
    let outliers: [Int] = (0..<2100).map { $0 % 100 == 99 ? -(1 << 40) - $0 : $0 * 7 % 50 }
    try check(outliers, outliers)
    // Decimals with exceptions, and the bits of numbers.
    var decimals = (0..<700).map { Double($0 * 7919 % 1000) / 100 }
    for place in [0, 70, 699] { decimals[place] = 1.0 / 3 }
    try check(decimals, decimals)
    let exact = decimals.map { Float($0) }
    try check(exact, exact.map { Double($0) })
    let bits = (0..<1100).map { 1e9 + 1.0 / Double($0 + 3) }
    try check(bits, bits)
  }

  /// Batches that are compressed, and columns for compressors.
  func testCompression() throws {
    try requireZlib()
    let rows = (0..<300).map {
      Both(first: Double($0) / 3, second: Both(first: "text \($0)", second: Vertex(x: 0, y: 0, z: 0)))
    }
    let expected = rows.map {
      [
        "first": $0.first, "second": ["first": $0.second.first, "second": ["x": 0, "y": 0, "z": 0]],
      ] as [String: Any]
    }
    for compression in [.external, .zlib] as [ColumnArchive.Compression] {
      for size in [100, 300] {
        check(
          try ColumnArchive.encode(rows, options: .init(batchSize: size, compression: compression)),
          is: expected)
      }
      check(
        try ColumnArchive.encode(Box(content: rows), options: .init(compression: compression)),
        is: ["content": expected])
    }
  }

  func testStrings() throws {
    let texts = (0..<200).map { ["start", "", "a tag that is long enough", "é 🎉"][$0 * 7 % 4] }
    try check(texts, texts)
    let numbers = Format.dictionary(["b", "é", "", "unused"], [1, 0, 0, 2, 1])
    check(ArchiveParts(elements: Format.string, count: 5, numbers).data, is: ["é", "b", "b", "", "é"])
    let different = (0..<200).map { "text \($0)" }
    try check(different, different)
    try check([Data([1, 255]), Data(), Data([0])], ["01ff", "", "00"])
  }

  func testStructures() throws {
    let triangle = ["x": 0, "y": 0, "z": 0]
    try check(
      [Triangle.zero, .zero],
      [[String: Any]](
        repeating: [
          "normal": ["x": 0, "y": 0, "z": 1], "first": triangle, "second": triangle, "third": triangle,
        ],
        count: 2))
    try check(
      [Both(first: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), second: UInt8(7))],
      [["first": "000102030405060708090a0b0c0d0e0f", "second": 7]])
    try check(
      [nil, ["a": [1, 2], "b": []], [:]] as [[String: [Int]]?],
      [NSNull(), [["key": "a", "value": [1, 2]], ["key": "b", "value": [Int]()]], [Any]()] as [Any])
    try check([.some(nil), nil, 4] as [Int??], [NSNull(), NSNull(), 4] as [Any])
    try check([[nil, Empty()], []] as [[Empty?]], [[NSNull(), [String: Int]()], [Any]()] as [Any])
    try check(0..<3, ["0": 0, "1": 3])
    try check(
      Node(name: "a", children: [Node(name: "b"), Node(name: "c", children: [Node(name: "d")])]),
      [
        "name": "a",
        "children": [
          ["name": "b", "children": [Any]()],
          ["name": "c", "children": [["name": "d", "children": [Any]()] as [String: Any]]],
        ] as [Any],
      ])
  }

  func testEnumerations() throws {
    try check(Direction.allCases, ["north", "east", "south", "west"].map { ["case": $0] })
    try check(
      [
        Shape.empty, .circle(radius: 2), .label("x", at: nil), .polygon([Point(x: 1, y: 2)]),
        .circle(radius: 3),
      ],
      [
        ["case": "empty"], ["case": "circle", "radius": 2], ["case": "label", "_0": "x", "at": NSNull()],
        ["case": "polygon", "_0": [["x": 1, "y": 2]], "closed": true], ["case": "circle", "radius": 3],
      ] as [[String: Any]])
    try check(
      Expression.sum(.number(1), .negated(.number(2))),
      [
        "case": "sum", "_0": ["case": "number", "_0": 1] as [String: Any],
        "_1": ["case": "negated", "_0": ["case": "number", "_0": 2] as [String: Any]] as [String: Any],
      ])
  }

  func testTrees() throws {
    try check([Celsius(degrees: 1.5), Celsius(degrees: -2)], [1.5, -2])
    try check(
      [Remark(text: "why", stars: 5, shapes: ["s": .circle(radius: 1)], answers: [Remark(text: "so")])],
      [
        [
          "class": "Column_Remark", "text": "why", "stars": 5,
          "shapes": [
            ["key": "s", "value": ["class": "Test_Shape", "case": "circle", "radius": 1] as [String: Any]]
              as [String: Any]
          ],
          "answers": [
            [
              "class": "Column_Remark", "text": "so", "stars": NSNull(), "shapes": [Any](),
              "answers": [Any](),
            ] as [String: Any]
          ],
        ] as [String: Any]
      ])
    try check([InTree(value: [true, nil, false])], [[true, NSNull(), false]])
    try check(
      InTree(value: Numbers.nothing),
      [
        "class": "Test_Numbers", "int": 0, "int8": 0, "int16": 0, "int32": 0, "int64": 0, "uint": 0,
        "uint8": 0,
        "uint16": 0, "uint32": 0, "uint64": 0, "bool": false, "float": 0, "double": 0, "cgFloat": 0,
      ])
  }

  /// The version of a type is a field like any other, in columns and in trees.
  func testVersions() throws {
    let stop = Stop2(name: "s", place: Place(x: 1, y: 2))
    let trip = Trip3(startTime: date(4), duration: 5, stops: [stop, stop])
    let expected: [String: Any] = ["name": "s", "place": ["x": 1, "y": 2], "archive.version": 2]
    try check(
      [trip, trip],
      [[String: Any]](
        repeating: [
          "startTime": 4, "duration": 5, "stops": [expected, expected], "last": NSNull(),
          "archive.version": 3,
        ], count: 2))
    try check(
      AsTree(value: stop),
      [
        "class": "Test_Stop", "name": "s", "archive.version": 2,
        "place": ["class": "Test_Place", "x": 1, "y": 2] as [String: Any],
      ])
  }

  /// Instances have numbers, by which records refer to them: shared, in circles, and of subclasses.
  func testInstances() throws {
    let chain = LinkedStop.chain(2)
    chain.next?.next = chain
    defer { _ = chain.dismantle() }
    func to(_ number: Int) -> [String: Any] { ["instance": number] }
    func stop(_ number: Int, next: Any) -> [String: Any] {
      ["class": "ArchiveTestSupport_LinkedStop_Coding", "number": number, "next": next]
    }
    // Another one than the first is at one place, and so in it.
    let stops = [stop(0, next: stop(1, next: to(0)))]
    try check([chain, chain], ["value": [to(0), to(0)], "instances": stops] as [String: Any])
    try check(chain, ["value": to(0), "instances": stops] as [String: Any])
    try check(AsTree(value: [chain]), ["value": [to(0)], "instances": stops] as [String: Any])
    try check([LinkedStop](), [] as [Any])

    // One that only weak references lead to is not there.
    let folder = FolderItem(name: "folder")
    folder.add(FolderItem(name: "in it"))
    try check(
      folder.children,
      [
        "value": [to(0)],
        "instances": [
          [
            "class": "ArchiveTestSupport_FolderItem_Coding", "name": "in it", "children": [Any](),
            "parent": NSNull(),
            "tags": [Any](),
          ] as [String: Any]
        ] as [Any],
      ] as [String: Any])

    let (circle, triangle) = (DrawnCircle(label: "c", radius: 2), DrawnTriangle(label: "t"))
    triangle.corners = [DrawnCorner(x: 1, owner: circle)]
    try check(
      ["shapes": [circle, triangle] as [DrawnShape]],
      [
        "value": [["key": "shapes", "value": [to(0), to(1)]] as [String: Any]],
        "instances": [
          [
            "class": "ArchiveTestSupport_DrawnCircle_Coding", "label": "c", "group": NSNull(), "radius": 2,
          ] as [String: Any],
          [
            "class": "ArchiveTestSupport_DrawnTriangle_Coding", "label": "t", "group": NSNull(),
            "isRight": false,
            "corners": [
              ["class": "ArchiveTestSupport_DrawnCorner_Coding", "x": 1, "owner": to(0)] as [String: Any]
            ],
          ] as [String: Any],
        ],
      ] as [String: Any])

    // What nodes share.
    let graph = ArchiveGraph(
      root: [.reference(0), .reference(0), .reference(1), .reference(1)],
      objects: [
        .record(ArchiveNode.Fields(className: "Shared", ["x": 1])),
        .record(ArchiveNode.Fields(className: "Kind", caseName: "one", ["_0": "a"])),
      ])
    check(
      try ColumnArchive.encode(.graph(graph)),
      is: [
        "value": [to(0), to(0), to(1), to(1)],
        "instances": [
          ["class": "Shared", "x": 1] as [String: Any],
          ["class": "Kind", "case": "one", "_0": "a"] as [String: Any],
        ],
      ] as [String: Any])

    // Each batch has instances of its own.
    var parts = try ArchiveParts(ColumnArchive.encode([chain]))
    parts.batches.append(parts.batches[0])
    check(
      parts.data,
      is: [
        "value": [to(0), to(1)], "instances": stops + [stop(0, next: stop(1, next: to(1)))],
      ] as [String: Any])
  }

  /// The fixtures, and the segments of a log that were completed, are what is written beside them.
  func testFixtures() throws {
    let (archives, values) = (TestFiles.fixtures.appendingPathComponent("column-v1"), "column-v1-values")
    let log = TestFiles.fixtures.appendingPathComponent("log-v1")
    var files = try TestFiles.files(below: archives).map { archives.appendingPathComponent($0) }
    files += try TestFiles.files(below: log).filter { $0.hasSuffix(".column") }.dropLast()
      .map { log.appendingPathComponent($0) }
    let found = try read(files.map { try Data(contentsOf: $0) })
    XCTAssertEqual(found.count, files.count)
    for (file, json) in zip(files, found) {
      let name = file.deletingPathExtension().lastPathComponent
      let expected = try TestFiles.fixture("\(values)/\(name).json") { Data((json + "\n").utf8) }
      XCTAssertEqual(json + "\n", String(decoding: expected, as: UTF8.self), name)
    }
  }

  /// It refuses what it should, so that the page's rules are in it, too.
  func testDamagedArchives() throws {
    let data = try ColumnArchive.encode(["a", "b"])
    XCTAssertEqual(try read([data, data]), [#"["a", "b"]"#, #"["a", "b"]"#])
    for damaged in [data.dropLast(), data + [0], Data([1]) + data.dropFirst(), data.prefix(9)] {
      XCTAssertThrowsError(try read([damaged])) { XCTAssert($0 is Python.Failure) }
    }
  }
}
