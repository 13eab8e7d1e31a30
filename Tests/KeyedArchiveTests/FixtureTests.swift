import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// Archives of the first version of the format as this package writes it. They are read and never written again:
/// `STRUCTCODING_RECORD=1` adds the ones that are missing and changes none.
final class FixtureTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ name: String, _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try TestFiles.fixture("keyed-v1/\(name).plist") { try KeyedArchive.encode(value) }
    XCTAssertEqual(try KeyedArchive.decode(Value.self, from: data), value, file: file, line: line)
    XCTAssertEqual(
      try KeyedArchive.encode(value), data, "\(name) is written otherwise now", file: file, line: line)
    XCTAssertNoThrow(try KeyedArchive(data).verify(), file: file, line: line)
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  func testEveryFixtureHasATest() throws {
    let names = try TestFiles.files(below: TestFiles.fixtures.appendingPathComponent("keyed-v1"))
    XCTAssertEqual(
      names,
      [
        "account", "collections", "durations", "empty-array", "enumerations", "expression", "foundation",
        "generics",
        "geometry",
        "instances-weak", "instances", "integer", "many", "nil", "nodes", "null-text", "numbers", "objects",
        "sessions", "shared", "texts",
        "tuples", "wide",
      ].map { $0 + ".plist" })
  }

  func testInstances() throws {
    let (group, folder) = (DrawnGroup.sample(), FolderItem.tree(depth: 2, width: 2))
    let data = try TestFiles.fixture("keyed-v1/instances.plist") { try KeyedArchive.encode(group) }
    XCTAssertEqual(try KeyedArchive.encode(group), data, "instances are written otherwise now")
    let back = try KeyedArchive.decode(DrawnGroup.self, from: data)
    XCTAssert(back.shapes[4] === back.first && back.selected?.group === back)
    XCTAssertEqual(try ArchiveNode(encoding: back), try ArchiveNode(encoding: group))
    // A part of a tree, whose weak reference leads to what is not in the archive.
    let child = folder.children[1]
    let part = try TestFiles.fixture("keyed-v1/instances-weak.plist") { try KeyedArchive.encode(child) }
    XCTAssertEqual(try KeyedArchive.encode(child), part, "weak references are written otherwise now")
    let copy = try KeyedArchive.decode(FolderItem.self, from: part)
    XCTAssertNil(copy.parent)
    XCTAssert(copy.children.allSatisfy { $0.parent === copy })
    XCTAssertEqual(back.walk(), group.walk())
  }

  func testPlainValues() throws {
    try check("integer", 42)
    try check("nil", nil as Int?)
    try check("empty-array", [String]())
    try check("null-text", ["$null", nil, "null"] as [String?])
  }

  func testSessions() throws {
    try check(
      "sessions",
      [
        Session(startTime: date(0.5), endTime: nil, events: []),
        Session(
          startTime: date(-1e9), endTime: date(600_000_000.123456),
          events: [
            Event(timeStamp: date(1), eventTag: "start"), Event(timeStamp: date(2), eventTag: "start"),
          ]),
      ])
  }

  func testNumbers() throws {
    try check(
      "numbers",
      [
        Numbers(
          int: .min, int8: .min, int16: .min, int32: .min, int64: .max, uint: .max, uint8: .max, uint16: .max,
          uint32: .max, uint64: 1 << 63, bool: true, float: .infinity, double: -0.0, cgFloat: 0.1),
        Numbers(
          int: 255, int8: 0, int16: 256, int32: 65_536, int64: 1 << 32, uint: 0, uint8: 1, uint16: 2,
          uint32: 3,
          uint64: 4, bool: false, float: 0.1, double: .leastNonzeroMagnitude, cgFloat: -1),
      ])
  }

  func testDurations() throws {
    try check("durations", [.zero, .milliseconds(-1500), .seconds(Int64.max), nil] as [Duration?])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func testWide() throws {
    try check(
      "wide",
      [
        Wide(signed: .min, unsigned: .max, result: .success("done"), triple: [1, 2, 3]),
        Wide(signed: -1, unsigned: 1 << 64, result: .failure(Fault(code: 404)), triple: [-1, .max, .min]),
      ])
  }

  func testTexts() throws {
    try check(
      "texts",
      [
        Texts(string: "", substring: "plain", character: "🇩🇪", scalar: "é", optional: nil),
        Texts(string: "cafe\u{301}", substring: "café", character: "e\u{301}", scalar: "𝒳", optional: "a\0b"),
        Texts(
          string: String(repeating: "long ", count: 60), substring: "fifteen bytes..", character: "a",
          scalar: "\n",
          optional: "中文"),
      ])
  }

  func testFoundation() throws {
    var components = DateComponents(timeZone: TimeZone(identifier: "GMT"), year: 2024, month: 2, day: 29)
    components.isLeapMonth = false
    try check(
      "foundation",
      FoundationValues(
        data: Data([0, 1, 255]), bytes: [9, 8], date: date(123.456),
        url: URL(string: "b.html", relativeTo: URL(string: "https://example.com/a/"))!,
        uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!,
        decimal: Decimal(string: "-12345.6789")!,
        components: components, interval: DateInterval(start: date(10), duration: 3.5),
        locale: Locale(identifier: "de_DE"), timeZone: TimeZone(identifier: "Europe/Berlin")!,
        indexSet: IndexSet([1, 2, 3, 200]), indexPath: IndexPath(indexes: [1, 128]), range: -5..<5,
        closedRange: "a"..."z", from: 0.5..., nsRange: NSRange(location: 3, length: 4)))
  }

  func testGeometry() throws {
    try check(
      "geometry",
      Geometry(
        point: CGPoint(x: 1, y: -2.5), size: CGSize(width: 0.1, height: 1e100),
        rect: CGRect(x: 1, y: 2, width: 3, height: 4)))
  }

  func testCollections() throws {
    try check(
      "collections",
      Collections(
        names: ["b", "a", "b"], nested: [[], [1], [1, 2]], unique: [Point(x: 2, y: 1), Point(x: 1, y: 2)],
        byName: ["é": .empty, "e": .circle(radius: 1)],
        byPoint: [Point(x: 0, y: 0): [.north, .west], Point(x: -1, y: 0): []], maybe: [nil, 1],
        twice: .some(nil),
        contiguous: [0.5], slice: [true, false], priorities: [.high: .spades, .low: .clubs]))
  }

  func testEnumerations() throws {
    try check(
      "enumerations",
      [
        .empty, .circle(radius: 2), .polygon([Point(x: 1, y: 1)], closed: false),
        .label("text", at: Point(x: 0, y: 1)),
        .label("", at: nil),
      ] as [Shape])
    try check("expression", Expression.sum(.number(1), .negated(.sum(.number(2), .number(3)))))
  }

  func testStructures() throws {
    try check(
      "nodes", Node(name: "root", children: [Node(name: "a"), Node(name: "b", children: [Node(name: "a")])]))
    try check("generics", [Box(content: ["a", "b"]), Box(content: [])])
    try check("account", Account(secret: "hidden", balance: 10, owner: "me"))
    try check(
      "tuples", Pairs(pair: (1, "one"), labelled: (x: 0.5, y: nil), withList: ([1], Point(x: 3, y: 4))))
    try check("many", (0..<400).map { Point(x: $0, y: $0 * $0) })
  }

  func testObjects() throws {
    let ticket = Ticket("shared", price: 2, next: Ticket("next"), tags: ["x"])
    try check("objects", [ticket, Ticket("other")])
    try check(
      "shared",
      Folder(
        cover: ticket, spare: ticket, all: [ticket], byName: ["k": ticket],
        event: Event(timeStamp: date(0), eventTag: "tag").encoded))
  }
}
