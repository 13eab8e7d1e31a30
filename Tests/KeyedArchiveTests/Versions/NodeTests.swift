import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Trees of values: made, read, looked at and changed.
final class NodeTests: XCTestCase {
  /// A value survives its tree, and the trees that archives of it have are the same, or read as the same value.
  private func check<Value: ArchiveValue & Equatable & Arbitrary>(
    _ type: Value.Type, times: Int = Thoroughness.isFull ? 20 : 7, function: String = #function,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    var random = SeededGenerator("\(function) \(type)")
    for _ in 0..<times {
      let value = Value.arbitrary(&random)
      let node = try ArchiveNode(encoding: value)
      let keyed = try KeyedArchive.tree(in: KeyedArchive.encode(value))
      let graph = try KeyedArchive(KeyedArchive.encode(value)).node()
      let column = try ColumnArchive(ColumnArchive.encode(value)).node()
      let tree = try ColumnArchive(ColumnArchive.encode(AsTree(value: value))).node()
      for (form, node) in [
        ("node", node), ("keyed", keyed), ("graph", graph), ("column", column), ("tree", tree),
      ] {
        XCTAssertEqual(
          try node.decode(type), value, "\(form) \(node), seed \(random.seed)", file: file, line: line)
      }
      for (form, node) in [("node", node), ("graph", graph), ("column", column), ("tree", tree)] {
        let written = try ColumnArchive.encode(node)
        XCTAssertEqual(
          try ColumnArchive.decode(type, from: written), value,
          "columns of the \(form) \(node), seed \(random.seed)", file: file, line: line)
        XCTAssertEqual(
          try ColumnArchive(written).node().decode(type), value,
          "node of the columns of the \(form) \(node), seed \(random.seed)", file: file, line: line)
      }
      XCTAssertEqual(node, keyed, "seed \(random.seed)", file: file, line: line)
      XCTAssertEqual(
        try ArchiveNode(encoding: node.decode(type)), node, "seed \(random.seed)", file: file, line: line)
      XCTAssertEqual(node.hashValue, keyed.hashValue, file: file, line: line)
    }
  }

  func testNumbers() throws {
    try check(Int.self)
    try check(UInt64.self)
    try check(Int8.self)
    try check(Bool.self)
    try check(Float.self)
    try check(Double.self)
    try check(CGFloat.self)
    try check(Numbers.self)
    try check([UInt8].self)
    try check([[UInt8]?].self)
  }

  func testTexts() throws {
    try check(String.self)
    try check(Character.self)
    try check(Texts.self)
    try check([String?].self)
  }

  func testFoundationValues() throws {
    try check(Data.self)
    try check(Date.self)
    try check(URL.self)
    try check(UUID.self)
    try check([UUID: Decimal].self)
    try check(DateComponents.self)
    try check(IndexSet.self)
    try check(IndexPath.self)
    try check(NSRange.self)
    try check(Range<Int>.self)
    try check(FromHere.self)
    try check([FromHere?].self)
    try check([ClosedRange<String>].self)
    try check(Geometry.self)
    try check(FoundationValues.self)
  }

  func testStructures() throws {
    try check(Session.self)
    try check([Session].self)
    try check([String: [Point?]].self)
    try check(Collections.self)
    try check(Node.self)
    try check(Account.self)
    try check(Pairs.self)
    try check(Box<Int??>.self)
    try check([Int???].self)
    try check(Folder.self)
    try check(Ticket.self)
  }

  func testEnumerations() throws {
    try check(Priority.self)
    try check(Suit.self)
    try check([Direction].self)
    try check([Shape].self)
    try check(Expression.self)
    try check([Direction: Shape].self)
  }

  func testWhatNodesAre() throws {
    let session = Session(
      startTime: date(1), endTime: nil, events: [Event(timeStamp: date(2), eventTag: "open")])
    let node = try ArchiveNode(encoding: session)
    let event = ArchiveNode.Fields(
      className: "Test_Event", ["timeStamp": .date(date(2)), "eventTag": "open"])
    XCTAssertEqual(
      node,
      .record(
        ArchiveNode.Fields(
          className: "Test_Session",
          ["startTime": .date(date(1)), "endTime": .null, "events": [.record(event)]])))
    XCTAssertEqual(node["events"]?[0]?["eventTag"], "open")
    XCTAssertNil(node["events"]?[1])
    XCTAssertNil(node["event"])
    XCTAssertNil(node[0])
    XCTAssertEqual(node.fields?.names, ["startTime", "endTime", "events"])
    XCTAssertEqual(
      "\(node)",
      "Test_Session(startTime: 2001-01-01 00:00:01 +0000, endTime: nil, events: "
        + "[Test_Event(timeStamp: 2001-01-01 00:00:02 +0000, eventTag: \"open\")])")
    XCTAssertEqual(
      try ArchiveNode(encoding: Shape.circle(radius: 2)),
      .record(ArchiveNode.Fields(className: "Test_Shape", caseName: "circle", ["radius": 2.0])))
    XCTAssertEqual(try ArchiveNode(encoding: Direction.west), "west")
    XCTAssertEqual(try ArchiveNode(encoding: [true: [1.5]]), [true: [1.5]])
    XCTAssertEqual(try ArchiveNode(encoding: ["a", nil] as [String?]), ["a", .null])
    XCTAssertEqual(try ArchiveNode(encoding: UInt64.max), .unsigned(.max))
    XCTAssertEqual(try ArchiveNode(encoding: UInt64(3)), 3)
    XCTAssertEqual(try ArchiveNode(encoding: Set([1])), .set([1]))
    XCTAssertEqual(try ArchiveNode(encoding: Ticket("t")).fields?.className, "KeyedArchiveTests.Ticket")
    XCTAssertEqual(try ArchiveNode(encoding: ["$a": 1])["$a"], 1)
  }

  func testDescriptions() throws {
    let texts: [(ArchiveNode, String)] = [
      (.null, "nil"), (true, "true"), (3, "3"), (.unsigned(.max), "18446744073709551615"), (1.5, "1.5"),
      (.float(0.5), "0.5"), ("a", "\"a\""), (.data(Data([1, 2])), "2 bytes"), ([], "[]"), (.set([1]), "{1}"),
      ([:], "[:]"), (["a": 1], "[\"a\": 1]"),
      (.array((0..<20).map { .integer($0) }), "[0, 1, 2, 3, 4, 5, 6, 7, … 12 more]"),
      (.record(ArchiveNode.Fields(className: "A", caseName: "b", version: 1)), "A.b()"),
      (.record(ArchiveNode.Fields(className: "A", version: 3, ["x": 1])), "A 3(x: 1)"),
      (.string(String(repeating: "x", count: 99)), "\"" + String(repeating: "x", count: 80) + "…\""),
    ]
    for (node, text) in texts { XCTAssertEqual("\(node)", text) }
    var deep: ArchiveNode = 1
    for _ in 0..<40 { deep = [deep] }
    XCTAssertEqual("\(deep)", "[[[[[[[[[…]]]]]]]]]")
  }

  func testFields() throws {
    var fields = ArchiveNode.Fields(className: "A", ["a": 1, "b": "two", "c": .null])
    XCTAssertEqual(fields.names, ["a", "b", "c"])
    XCTAssertEqual(fields["c"], .null)
    XCTAssertTrue(fields.rename("a", to: "d"))
    XCTAssertFalse(fields.rename("a", to: "e"))
    XCTAssertTrue(fields.rename("b", to: "b"))
    XCTAssertEqual(fields.names, ["d", "b", "c"])
    // A field that has the name already gives way.
    XCTAssertTrue(fields.rename("d", to: "c"))
    XCTAssertEqual(fields, ArchiveNode.Fields(className: "A", ["c": 1, "b": "two"]))
    XCTAssertEqual(fields.remove("b"), "two")
    XCTAssertNil(fields.remove("b"))
    fields["x"] = [1, 2]
    fields["c"] = nil
    fields["y"] = .null
    XCTAssertEqual("\(fields)", "A(x: [1, 2], y: nil)")
    try fields.encode(["k": Point(x: 1, y: 2)], as: "x")
    XCTAssertEqual(try fields.decode([String: Point].self, "x"), ["k": Point(x: 1, y: 2)])
    XCTAssertNil(try fields.decode(Int?.self, "y"))
    XCTAssertNil(try fields.decode(Int?.self, "z"))
    assertThrows(.missingField, at: "z", saying: "x, y") { try fields.decode(Int.self, "z") }
    assertThrows(.typeMismatch, at: "y") { try fields.decode(Int.self, "y") }
    assertThrows(.typeMismatch, at: "x[\"k\"].x", saying: "a string") {
      fields["x"] = ["k": .record(ArchiveNode.Fields(className: "", ["x": "1", "y": 2]))]
      return try fields.decode([String: Point].self, "x")
    }
    assertThrows(.custom, at: "x") { try fields.encode(Unwritable("u") as Ticket, as: "x") }
    // The order does not count for the content, everything else does.
    let record = ArchiveNode.object("A", ["a": 1, "b": 2])
    assertSameContent(record, .object("A", ["b": 2, "a": 1]))
    for other: ArchiveNode in [
      .object("A", ["a": 2, "b": 2]), .object("A", ["a": 1, "c": 2]), .object("A", ["a": 1]),
      .object("B", ["a": 1, "b": 2]),
      .record(ArchiveNode.Fields(className: "A", version: 2, ["a": 1, "b": 2])),
    ] {
      XCTAssertFalse(record.hasSameContent(as: other), "\(other)")
    }
  }

  func testConversions() throws {
    XCTAssertEqual(try (3 as ArchiveNode).decode(Double.self), 3)
    XCTAssertEqual(try (3.0 as ArchiveNode).decode(UInt8.self), 3)
    XCTAssertEqual(try (1 as ArchiveNode).decode(Bool.self), true)
    XCTAssertEqual(try (false as ArchiveNode).decode(Int.self), 0)
    XCTAssertEqual(try ArchiveNode.unsigned(1 << 63).decode(Float.self), 0x1p63)
    XCTAssertEqual(try (0.5 as ArchiveNode).decode(Float.self), 0.5)
    XCTAssert(try ArchiveNode.double(.nan).decode(Float.self).isNaN)
    XCTAssertEqual(try ([1, 255] as ArchiveNode).decode([UInt8].self), [1, 255])
    XCTAssertEqual(try ([1, 2] as ArchiveNode).decode(Set<Int>.self), [1, 2])
    for node: ArchiveNode in [2, -1, 0.5] {
      assertThrows(.invalidValue, at: "the root") { try node.decode(Bool.self) }
    }
    assertThrows(.invalidValue) { try (300 as ArchiveNode).decode(Int8.self) }
    assertThrows(.invalidValue) { try (0.1 as ArchiveNode).decode(Float.self) }
    assertThrows(.invalidValue) { try ArchiveNode.integer(.max).decode(Double.self) }
    assertThrows(.invalidValue) { try (-1 as ArchiveNode).decode(UInt64.self) }
    assertThrows(.invalidValue) { try (0.5 as ArchiveNode).decode(Int.self) }
    assertThrows(.invalidValue) { try ([1, 1] as ArchiveNode).decode(Set<Int>.self) }
    assertThrows(.invalidValue) { try (["a": 1, "a": 2] as ArchiveNode).decode([String: Int].self) }
    assertThrows(.invalidValue) { try ("up" as ArchiveNode).decode(Direction.self) }
    assertThrows(.malformed) { try ("circle" as ArchiveNode).decode(Shape.self) }
    assertThrows(.typeMismatch, at: "[1]") { try ([1, 300] as ArchiveNode).decode(Data.self) }
    assertThrows(.typeMismatch) { try ("1" as ArchiveNode).decode(Int.self) }
    assertThrows(.typeMismatch) { try (1 as ArchiveNode).decode(String.self) }
    assertThrows(.typeMismatch) { try (1 as ArchiveNode).decode(Point.self) }
    assertThrows(.typeMismatch) { try (["a": 1] as ArchiveNode).decode([String].self) }
    assertThrows(.classMismatch) { try ArchiveNode(encoding: Point(x: 1, y: 2)).decode(Event.self) }
    assertThrows(.missingField, at: "y") {
      try ArchiveNode.record(ArchiveNode.Fields(className: "", ["x": 1])).decode(Point.self)
    }
  }

  // MARK: Limits

  func testDeepNodes() throws {
    var (deep, node) = (Node(name: "0"), ArchiveNode.null)
    for depth in 0..<200 { deep = Node(name: "\(depth)", children: [deep]) }
    XCTAssertEqual(try ArchiveNode(encoding: deep).decode(Node.self), deep)
    assertThrows(.limitExceeded) { try ArchiveNode(encoding: deep, limits: .init(maximumDepth: 100)) }
    assertThrows(.limitExceeded) {
      try ArchiveNode(encoding: deep).decode(Node.self, limits: .init(maximumDepth: 100))
    }
    assertThrows(.limitExceeded) {
      try ArchiveNode(encoding: deep).decode(Node.self, limits: .init(maximumDecodedSize: 100))
    }
    for _ in 0..<5000 {
      node = .record(ArchiveNode.Fields(className: "Test_Node", ["name": "", "children": [node]]))
    }
    assertThrows(.limitExceeded) { try node.decode(Node.self) }
    // The thread's stack is a limit as well.
    assertThrows(.limitExceeded) {
      try onThread(stackSize: 1 << 19) { try node.decode(Node.self, limits: .init(maximumDepth: .max)) }
    }
    // Taken apart by hand, and here: the end of a value as deep as this takes stack of its own.
    while let inner = node["children"]?[0] { node = inner }
  }

  /// Objects that contain themselves have no tree; objects that are referenced over and over have too large a one.
  func testGraphs() throws {
    func node(_ objects: [PlistBuilder.Item], maximumSize: Int? = nil) throws -> ArchiveNode {
      try KeyedArchive.tree(
        in: PlistBuilder(objects).data(), limits: ArchiveLimits(maximumDecodedSize: maximumSize))
    }
    func array(_ elements: [UInt64]) -> PlistBuilder.Item {
      .record(class: 2, ["NS.objects": .array(elements.map { .uid($0) })])
    }
    assertThrows(.cycle, at: "the root", saying: "[0]") {
      try node([.null, array([1]), .classRecord("NSArray")])
    }
    assertThrows(.cycle, saying: "contains itself, as its children[0]") {
      try node([
        .null, .record(class: 3, ["children": .uid(4)]), .classRecord("NSArray"), .classRecord("Test_Node"),
        array([1]),
      ])
    }
    var bomb: [PlistBuilder.Item] = [.null, array([3, 3, 3, 3]), .classRecord("NSArray")]
    for level in 0..<20 as Range<UInt64> { bomb.append(array([level + 4, level + 4, level + 4, level + 4])) }
    bomb.append(.string("boom"))
    let work = WorkGuard()
    // The usual limit takes seconds to reach.
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try node(bomb, maximumSize: Thoroughness.isFull ? nil : 4 << 20)
    }
    work.assertAtMost()
    assertThrows(.malformed) { try node([.null, .fields(["a": .integer(1)])]) }
    XCTAssertEqual(
      try node([
        .null, .record(class: 2, ["$$x": .integer(1), "a": .null, "b": .uid(0)]), .classRecord("A"),
      ]), .record(ArchiveNode.Fields(className: "A", ["$x": 1, "a": .null, "b": .null])))
  }

  /// A shape with the key twice: the last counts, as for a type.
  func testAKeyTwice() throws {
    let objects: [PlistBuilder.Item] = [
      .null,
      .dictionary([
        (.string("x"), .integer(1)), (.string("x"), .integer(2)), (.string("y"), .integer(3)),
        (.string("$class"), .uid(2)),
      ]), .classRecord("Test_Point"),
    ]
    let data = PlistBuilder(objects).data()
    let point = try KeyedArchive.decode(Point.self, from: data)
    XCTAssertEqual(try KeyedArchive(data).node().decode(Point.self), point)
  }
}

/// A range without an end, alone and in an optional: in columns both are their bounds.
@Archivable
private struct FromHere: Equatable, Arbitrary {
  var range: PartialRangeFrom<Int>
  var maybe: PartialRangeUpTo<Double>?
  var all: [PartialRangeThrough<String>]

  static func arbitrary(_ random: inout SeededGenerator) -> FromHere {
    FromHere(
      range: Int.arbitrary(&random)..., maybe: random.oneIn(2) ? nil : ..<Double.arbitrary(&random),
      all: [String].arbitrary(&random).map { ...$0 })
  }

  static func == (left: FromHere, right: FromHere) -> Bool {
    left.range.lowerBound == right.range.lowerBound && left.maybe?.upperBound == right.maybe?.upperBound
      && left.all.map(\.upperBound) == right.all.map(\.upperBound)
  }
}
