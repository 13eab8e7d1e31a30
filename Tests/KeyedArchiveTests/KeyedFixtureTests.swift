import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives of the first version of the format as this package writes it. They are read and never written again:
/// `STRUCTCODING_RECORD=1` adds the ones that are missing and changes none.
final class KeyedFixtureTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ name: String, _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try TestFiles.fixture("keyed-v1/\(name).plist") { try KeyedArchive.encode(value) }
    XCTAssertEqual(try KeyedArchive.decode(Value.self, from: data), value, file: file, line: line)
    XCTAssertEqual(
      try KeyedArchive.encode(value), data, "\(name) is written otherwise now", file: file, line: line)
    XCTAssertNoThrow(try KeyedArchive(data).verify(), file: file, line: line)
  }

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
    try check("numbers", FixtureValues.numbers)
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
  }

  func testFoundation() throws {
    try check("foundation", FixtureValues.foundation)
  }

  func testGeometry() throws {
    try check(
      "geometry",
      Geometry(
        point: CGPoint(x: 1, y: -2.5), size: CGSize(width: 0.1, height: 1e100),
        rect: CGRect(x: 1, y: 2, width: 3, height: 4)))
  }

  func testCollections() throws {
    try check("collections", FixtureValues.collections)
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
