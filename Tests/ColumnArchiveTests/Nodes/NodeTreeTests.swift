import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Nodes written as column archives, which keep all of them, and read as nodes and as values.
final class NodeTreeTests: XCTestCase {
  private func record(_ fields: KeyValuePairs<String, ArchiveNode>, of name: String = "Rec") -> ArchiveNode {
    .record(ArchiveNode.Fields(className: name, fields))
  }

  /// A node survives its column archive, and every archive that is cut short throws.
  @discardableResult
  private func roundTrip(
    _ node: ArchiveNode, batchCount: Int = 3, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Data {
    let data = try ColumnArchive.encode(node, options: .init(batchSize: batchCount))
    XCTAssertEqual(try ColumnArchive.encode(node, options: .init(batchSize: batchCount)), data)
    XCTAssertEqual(try ColumnArchive(data).node(), node, file: file, line: line)
    for length in 0..<data.count {
      XCTAssertNil(try? ColumnArchive(data.prefix(length)).node(), "\(length) bytes", file: file, line: line)
    }
    return data
  }

  func testScalars() throws {
    for node: ArchiveNode in [
      .null, true, false, 0, -1, .integer(.min), .unsigned(.max), .float(0.5), 1.5, "", "é 🎉",
      .data(Data([1, 2])), .date(Date(timeIntervalSinceReferenceDate: 1)), [], .set([]), [:], [1, 2],
      [1, .null], [.null], [1, "a", 2.5, [.null]], .set(["a", "b"]), ["a": 1, "b": .null], [1: [2: [3: 4]]],
      [[], [1]], [.unsigned(.max), 1], [.unsigned(.max), -1], [.float(1), 1.0],
    ] { try roundTrip(node) }
  }

  func testRecords() throws {
    let rows = (0..<8).map { row -> ArchiveNode in
      let list = ArchiveNode.array((0..<row).map { .double(Double($0)) })
      return record([
        "number": .integer(Int64(row)), "text": row % 2 == 0 ? "x" : .null,
        "inner": record(["list": list], of: "Inner"),
        "table": .dictionary([.init(key: .string("k\(row)"), value: .bool(row > 3))]),
      ])
    }
    let data = try roundTrip(.array(rows))
    let archive = try ColumnArchive(data)
    XCTAssert(archive.isSequence)
    XCTAssertEqual([archive.count, archive.batchCount], [8, 3])
    guard case .array(let read) = try archive.node() else { return XCTFail("no array") }
    XCTAssertEqual(read[0].fields?.className, "Rec")
    XCTAssertEqual(read[0]["inner"]?.fields?.className, "Inner")
    try roundTrip(rows[3])
    try roundTrip([record(["a": 1, "b": 2]), record(["b": 3, "a": 4])])
    for others: [ArchiveNode] in [
      [record(["a": 1]), record(["b": 1])], [record(["a": 1]), record(["a": 1], of: "Other")],
      [record(["a": 1]), "a"], [record(["0": 1, "1": 2]), record(["0": 3, "1": 4])], [record([:])],
      [record(["a": 1]), record(["a": 1, "b": 2])],
    ] {
      try roundTrip(.array(others))
    }
    try roundTrip([record(["a": 1]), record(["a": "b"]), record(["a": .null])])
  }

  func testVersionsAndCases() throws {
    func version(_ number: Int) -> ArchiveNode {
      .record(ArchiveNode.Fields(className: "Rec", version: number, ["x": .integer(Int64(number))]))
    }
    try roundTrip([version(2), version(2)])
    try roundTrip([version(1), version(3), version(2)])
    func element(_ name: String, _ fields: KeyValuePairs<String, ArchiveNode> = [:]) -> ArchiveNode {
      .record(ArchiveNode.Fields(className: "Enum", caseName: name, fields))
    }
    try roundTrip([
      element("circle", ["radius": 1.5]), element("none"), element("circle", ["radius": 2.5]),
      element("text", ["_0": "a", "_1": [1, 2]]),
    ])
    try roundTrip([element("none"), element("empty")])
    try roundTrip([element("circle", ["radius": 1.5]), element("circle", ["other": 2])])
    try roundTrip(element("circle", ["radius": 1.5]))
  }

  func testGraphs() throws {
    assertThrows(.invalidValue, at: "[0]", saying: "object 7") { try ColumnArchive.encode([.reference(7)]) }
    assertThrows(.invalidValue, at: "a") {
      try ColumnArchive.encode(record(["a": .instance(ArchiveClass("$integer", superclassNames: []), "0x0")]))
    }
    // Few objects that stand for very many values.
    let bomb = ArchiveNode.graph(
      ArchiveGraph(
        root: .reference(0), objects: (1..<40).map { [.reference($0), .reference($0)] } + ["boom"]))
    let back = try ColumnArchive(ColumnArchive.encode(bomb)).node()
    XCTAssertTrue(back.hasSameSharing(as: bomb), "\(back)")
    var deep: ArchiveNode = 1
    for _ in 0..<600 { deep = [deep] }
    assertThrows(.limitExceeded) { try ColumnArchive.encode(deep) }
    deep = 1
    for _ in 0..<200 { deep = [deep] }
    try roundTrip(deep)
  }

  /// What only graphs keep is kept wherever it is: `NSNull` in a field, and plain values.
  func testStorage() throws {
    let null = ArchiveNode.record(
      ArchiveNode.Fields(className: "NSNull", superclassNames: ["NSObject"], names: [], nodes: []))
    let plain = ArchiveNode.instance(ArchiveClass(""), ["plain": 1])
    for node: ArchiveNode in [
      record(["a": null]), [record(["a": 1]), record(["a": null])], record(["a": plain]),
      [record(["a": plain]), record(["a": 2])], [record(["a": .null]), [.null, 1]],
    ] {
      let back = try ColumnArchive(ColumnArchive.encode(node)).node()
      assertSameContent(back, node)
      XCTAssertEqual(try KeyedArchive.encode(back), try KeyedArchive.encode(node), "\(node)")
      var data = Data()
      try ArchiveFormat.columnArchive.encode(
        ArchiveElements(count: 1) { try $0([node]) }, to: { data += $0 })
      assertSameContent(try ColumnArchive(data).node(), [node])
    }
  }

  private var sessions: [NodeSession] {
    (0..<10).map { number in
      NodeSession(
        start: Date(timeIntervalSinceReferenceDate: Double(number)),
        end: number % 3 == 0 ? nil : .distantFuture,
        events: (0..<number).map { NodeEvent(tag: "tag \($0 % 3)", weight: Float($0), kind: .arrow(to: $0)) },
        site: URL(string: "https://example.com/\(number)"), id: UUID(), span: 1..<(number + 2))
    }
  }

  /// Values are read from the archive of their node, also from the nodes that other formats give.
  func testTypedReading() throws {
    let sessions = sessions
    let keyed = try KeyedArchive.encode(sessions)
    let nodes = [
      try ArchiveNode(encoding: sessions), try KeyedArchive(keyed).node(),
      try ArchiveDocument(ArchiveDocument(keyed).data(as: .json)).node,
      try ColumnArchive(ColumnArchive.encode(sessions)).node(),
    ]
    for (number, node) in nodes.enumerated() {
      let data = try ColumnArchive.encode(node, options: .init(batchSize: 4))
      XCTAssertEqual(try ColumnArchive.decode([NodeSession].self, from: data), sessions, "\(number)")
    }
    let events = try XCTUnwrap(sessions.last).events
    XCTAssertEqual(
      try ColumnArchive.decode([NodeEvent].self, from: ColumnArchive.encode(ArchiveNode(encoding: events))),
      events)
    assertThrows(.classMismatch, at: "[0]", saying: "NodeSession") {
      try ColumnArchive.decode([NodeEvent].self, from: ColumnArchive.encode(nodes[0]))
    }
  }

  /// Elements of a sequence are read in parts. There are no columns for paths and conditions.
  func testParts() throws {
    let sessions = sessions
    let node = try ArchiveNode(encoding: sessions)
    let archive = try ColumnArchive(ColumnArchive.encode(node, options: .init(batchSize: 4)))
    XCTAssertEqual([archive.count, archive.batchCount], [10, 3])
    XCTAssertEqual(try archive.elements(of: NodeSession.self, in: 3..<6), Array(sessions[3..<6]))
    XCTAssertEqual(try archive.elements(of: NodeSession.self, at: [9, 0]), [sessions[9], sessions[0]])
    var read: [NodeSession] = []
    try archive.forEachBatch(of: NodeSession.self) { read += $0 }
    XCTAssertEqual(read, sessions)
    let limit = Date(timeIntervalSinceReferenceDate: 4)
    for attempt: () throws -> Any in [
      { try archive.values(at: NodeSession.path.start) },
      { try archive.values(at: NodeSession.path.events.tag) },
      { try archive.positions(where: NodeSession.path.start > limit) },
      { try archive.elements(where: NodeSession.path.start > limit) },
    ] {
      assertThrows(.missingField, saying: "Decode the values, and encode them again") { try attempt() }
    }
    // A graph is a single value.
    let whole = try ColumnArchive(ColumnArchive.encode(KeyedArchive(KeyedArchive.encode(sessions)).node()))
    for attempt: () throws -> Any in [
      { try whole.elements(of: NodeSession.self, in: 0..<1) },
      { try whole.positions(where: NodeSession.path.start > limit) },
    ] {
      assertThrows(.typeMismatch, saying: "ColumnArchive.decode") { try attempt() }
    }
    assertThrows(.missingField, saying: "Decode the values") { try whole.values(at: NodeSession.path.start) }
  }

  func testMutations() throws {
    var random = SeededGenerator()
    let original = try ColumnArchive.encode(
      .array(
        (0..<6).map { record(["a": .integer($0), "b": [.string("x\($0)"), .null], "c": .set([1.5, "m"])]) }))
    for round in 0..<2000 {
      var data = original
      data[random.below(data.count)] = UInt8(truncatingIfNeeded: random.next())
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        try ColumnArchive.encode(ColumnArchive(data).node())
      }
    }
  }
}

@Archivable
private struct NodeSession: Equatable {
  var start: Date
  var end: Date?
  var events: [NodeEvent]
  var site: URL?
  var id: UUID
  var span: Range<Int>
}

@Archivable
private struct NodeEvent: Equatable {
  var tag: String
  var weight: Float
  var kind: NodeEventKind
  var level = NodeLevel.low
}

@Archivable
private enum NodeEventKind: Equatable {
  case arrow(to: Int)
  case nothing
}

@Archivable
private enum NodeLevel: Equatable {
  case low, high
}
