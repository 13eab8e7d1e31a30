import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives of the format. They are read and never written again: `STRUCTCODING_RECORD=1` adds those that are missing,
/// and changes none. What is written today may have other bytes, where the format leaves a choice.
final class ColumnFixtureTests: XCTestCase {
  private static let folder = "column-v1"

  private func fixture(_ name: String, _ make: () throws -> Data) throws -> Data {
    try TestFiles.fixture("\(Self.folder)/\(name).bin", make)
  }

  private func check<Value: ArchiveValue & Equatable>(
    _ name: String, _ value: Value, batchCount: Int = 4096, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // What is written today is of the same type, and comes back, too.
    let now = try ColumnArchive.encode(value)
    let new = try ArchiveParts(now)
    XCTAssertEqual(try ColumnArchive.decode(Value.self, from: now), value, name, file: file, line: line)
    let data = try fixture(name) { try ColumnArchive.encode(value, options: .init(batchSize: batchCount)) }
    XCTAssertEqual(try ColumnArchive.decode(Value.self, from: data), value, name, file: file, line: line)
    let old = try ArchiveParts(data)
    XCTAssertEqual(old.schema, new.schema, "\(name) has another schema now", file: file, line: line)
    XCTAssertEqual(old.className, new.className, "\(name) has another class name now", file: file, line: line)
  }

  func testEveryFixtureHasATest() throws {
    let names = [
      "account", "batches", "case-columns", "cases", "collections", "compressed-zlib",
      "constants", "dictionary", "durations", "empty-array", "every-bits", "every-data", "every-doubles",
      "every-floats", "every-integers", "every-strings", "foundation", "from-nodes", "generics", "instances",
      "integers", "many-cases", "mesh", "nodes", "nothing", "numbers", "objects", "observed", "optionals",
      "packed-floats", "packed-integers", "packed-texts", "people", "raw-records", "sessions", "single",
      "statistics", "texts", "trees", "tuples", "wide",
    ]
    let folder = TestFiles.fixtures.appendingPathComponent(Self.folder)
    XCTAssertEqual(try TestFiles.files(below: folder), names.map { $0 + ".bin" })
  }

  func testSessions() throws {
    let sessions = [
      Session(startTime: date(0.5), endTime: nil, events: []),
      Session(
        startTime: date(-1e9), endTime: date(600_000_000.123456),
        events: [Event(timeStamp: date(1), eventTag: "start"), Event(timeStamp: date(2), eventTag: "ştart")]),
    ]
    try check("sessions", sessions)
    try check("single", sessions[1])
    try check(
      "batches", (0..<20).map { Event(timeStamp: date(Double($0)), eventTag: "tag \($0)") }, batchCount: 6)
    try check("empty-array", [Session]())
    try check("nothing", [[Empty(), Empty()], [], [Empty()]])
  }

  func testNumbers() throws {
    try check("numbers", FixtureValues.numbers)
    try check("constants", [Numbers](repeating: .nothing, count: 30))
    // A column of each width, from a base.
    let widths: [[Int]] = Format.widths.dropLast().map { bits in
      [-7, (1 << bits) - 8, (1 << bits) / 2 - 7, -7, (1 << bits) - 8]
    }
    try check("integers", widths.map { Both(first: $0, second: $0.map { $0 != -7 }) }, batchCount: 1)
  }

  func testDurations() throws {
    try check("durations", FixtureValues.durations)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func testWide() throws {
    try check("wide", FixtureValues.wide)
  }

  func testTexts() throws {
    try check("texts", FixtureValues.texts)
    // Made by hand, since writers choose.
    let entries = ["tag", "", "é 🎉", "a tag that is long enough"]
    let numbers = (0..<40).map { UInt32($0 * 7 % 4) }
    let column = Format.dictionary(entries, numbers)
    let data = try fixture("dictionary") {
      ArchiveParts(elements: Format.optional(Format.string), count: 40, [1] + column).data
    }
    XCTAssertEqual(try ColumnArchive.decode([String?].self, from: data), numbers.map { entries[Int($0)] })
    XCTAssertEqual(try ArchiveParts(data).batches[0].columns, [1] + column)
  }

  func testFoundation() throws {
    try check("foundation", FixtureValues.foundation)
  }

  func testCollections() throws {
    try check("collections", FixtureValues.collections)
    try check("optionals", [nil, .some(nil), .some(.some(nil)), 1, nil, 2, 3, nil, 4] as [Int???])
    try check(
      "tuples", [Pairs(pair: (1, "one"), labelled: (x: 0.5, y: nil), withList: ([1], Point(x: 3, y: 4)))])
  }

  func testEnumerations() throws {
    try check(
      "cases",
      [
        .empty, .circle(radius: 2), .polygon([Point(x: 1, y: 1)], closed: false),
        .label("text", at: Point(x: 0, y: 1)),
        .label("", at: nil), .empty,
      ] as [Shape])
    try check(
      "case-columns",
      (0..<9).map { Both(first: Direction.allCases[$0 % 4], second: [Priority.high, nil, .low][$0 % 3]) })
    try check("many-cases", [MoreThanAByte.c0, .c256, .c128])
  }

  func testStructures() throws {
    try check(
      "nodes", Node(name: "root", children: [Node(name: "a"), Node(name: "b", children: [Node(name: "a")])]))
    let friend = Person(name: "f", friends: nil, relatives: [:])
    try check("people", ["p": Person(name: "p", friends: [friend], relatives: ["r": friend])])
    try check(
      "generics", [Tree.node(.leaf, Box(content: ["a", "b"]), .node(.leaf, Box(content: []), .leaf)), .leaf])
    try check("account", Account(secret: "hidden", balance: 10, owner: "me"))
    try check(
      "observed",
      [Observed(plain: "a", watched: 1, limited: 2), Observed(plain: "b", watched: 3, limited: 40)])
    try check("mesh", [Triangle.zero, .zero])
    try check(
      "raw-records",
      [nil, Both(first: Color(red: 1, green: 2, blue: 3, alpha: 4), second: UUID(uuid: UUID.digits))]
        as [Both<Color, UUID>?])
  }

  func testInstances() throws {
    func make() -> [DrawnGroup] {
      let group = DrawnGroup.sample()
      return [group, group, DrawnGroup.sample()]
    }
    let data = try fixture("instances") { try ColumnArchive.encode(make()) }
    let groups = try ColumnArchive.decode([DrawnGroup].self, from: data)
    XCTAssert(groups[0] === groups[1])
    XCTAssertFalse(groups[0] === groups[2])
    XCTAssert(groups[0].shapes[4] === groups[0].first)
    XCTAssert(groups[2].selected?.group === groups[2])
    XCTAssertEqual(try ArchiveNode(encoding: groups), try ArchiveNode(encoding: make()))
    XCTAssertEqual(try ArchiveParts(data).schema, try ArchiveParts(ColumnArchive.encode(make())).schema)
    XCTAssertEqual(groups[0].walk(), DrawnGroup.sample().walk())
  }

  /// Encodings that take many values, and archives that say that they were written from nodes.
  func testPacked() throws {
    func check<Value: ArchiveValue & Equatable>(
      _ name: String, _ value: Value, _ make: () throws -> Data
    ) throws {
      let data = try fixture(name, make)
      XCTAssertEqual(try ColumnArchive.decode(Value.self, from: data), value, name)
    }
    let numbers: [Both<Int, UInt16>] = (0..<700).map { (number: Int) in
      Both(first: number * number % 1000, second: UInt16(number * 77 % 300))
    }
    try check("packed-integers", numbers) { try ColumnArchive.encode(numbers) }
    let times = (0..<2100).map { date(700_000_000 + Double($0) / 10) }
    try check("packed-floats", times) { try ColumnArchive.encode(times) }
    let texts = (0..<400).map { "/path/\($0 * $0)/of/no \($0 * 7919 % 10_007)" }
    try check("packed-texts", texts) { try ColumnArchive.encode(texts) }
    let sessions = [Session(startTime: date(0), endTime: date(1), events: [])]
    try check("from-nodes", sessions) { try ColumnArchive.encode(ArchiveNode(encoding: sessions)) }
  }

  func testTrees() throws {
    try check(
      "trees",
      [
        Both(
          first: Remark(
            text: "why", stars: 2, shapes: ["s": .circle(radius: 1)], answers: [Remark(text: "so")]),
          second: [Signal.silence, .tone(440, name: "a")]),
        Both(first: Remark(text: ""), second: []),
      ])
    let ticket = Ticket("shared", price: 2)
    try check(
      "objects",
      Folder(
        cover: ticket, spare: ticket, all: [ticket], byName: ["k": ticket],
        event: Event(timeStamp: date(0), eventTag: "tag").encoded))
  }

  /// The fixtures hold every kind that there is.
  func testEveryKindHasAFixture() throws {
    let folder = TestFiles.fixtures.appendingPathComponent(Self.folder)
    var kinds = Set<UInt8>()
    for name in try TestFiles.files(below: folder) {
      kinds.formUnion(try ArchiveParts(Data(contentsOf: folder.appendingPathComponent(name))).kinds)
    }
    XCTAssertEqual(kinds, Set(1...19))
  }
}

extension UUID {
  fileprivate static let digits: uuid_t = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

extension ArchiveParts {
  /// The kinds of the nodes of the schema.
  fileprivate var kinds: Set<UInt8> {
    var (rest, kinds) = (schema[...], Set<UInt8>())
    func number() -> Int {
      var (number, shift) = (0, 0)
      while let byte = rest.popFirst() {
        number |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return number
    }
    func name() {
      let count = number()
      rest = rest.dropFirst(count)
    }
    func fields() {
      for _ in 0..<number() {
        name()
        node()
      }
    }
    func node() {
      guard let kind = rest.popFirst() else { return }
      kinds.insert(kind)
      switch kind {
      case 9, 18: _ = number()
      case 10...13: node()
      case 14, 15: fields()
      case 16:
        for _ in 0..<number() {
          name()
          fields()
        }
      default: break
      }
    }
    node()
    return kinds
  }
}
