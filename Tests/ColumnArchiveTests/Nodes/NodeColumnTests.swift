import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Nodes written as column archives: the columns that are found from them.
final class NodeColumnTests: XCTestCase {
  private func record(_ fields: KeyValuePairs<String, ArchiveNode>, of name: String = "Rec") -> ArchiveNode {
    .record(ArchiveNode.Fields(className: name, fields))
  }

  /// A node without the class names, which columns do not have.
  private func nameless(_ node: ArchiveNode) -> ArchiveNode {
    switch node {
    case .array(let elements): return .array(elements.map(nameless))
    case .set(let elements): return .set(elements.map(nameless))
    case .dictionary(let entries):
      return .dictionary(entries.map { .init(key: nameless($0.key), value: nameless($0.value)) })
    case .record(let fields):
      var made = ArchiveNode.Fields(className: "", caseName: fields.caseName, version: fields.version)
      for name in fields.names { made[name] = fields[name].map(nameless) }
      return .record(made)
    default: return node
    }
  }

  /// A node survives its column archive, and every archive that is cut short throws.
  @discardableResult
  private func roundTrip(
    _ node: ArchiveNode, batchCount: Int = 3, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Data {
    let data = try ColumnArchive.encode(node, options: .init(batchSize: batchCount))
    XCTAssertEqual(try ColumnArchive.encode(node, options: .init(batchSize: batchCount)), data)
    XCTAssertEqual(nameless(try ColumnArchive(data).node()), nameless(node), file: file, line: line)
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
    // Real columns: much smaller than a tree each.
    XCTAssertLessThan(data.count, 600)
    try roundTrip(rows[3])
    XCTAssertEqual(try ColumnArchive(ColumnArchive.encode(rows[3])).node().fields?.className, "Rec")
    // Fields in another order are the same record.
    try roundTrip([record(["a": 1, "b": 2]), record(["b": 3, "a": 4])])
    // Records that differ are trees, with their class names.
    for others: [ArchiveNode] in [
      [record(["a": 1]), record(["b": 1])], [record(["a": 1]), record(["a": 1], of: "Other")],
      [record(["a": 1]), "a"], [record(["0": 1, "1": 2]), record(["0": 3, "1": 4])], [record([:])],
      [record(["a": 1]), record(["a": 1, "b": 2])],
    ] {
      let data = try roundTrip(.array(others))
      XCTAssertEqual(try ColumnArchive(data).node(), .array(others))
    }
    // Fields whose values differ are trees inside of columns.
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

  /// What a type's own archive has is found again, so that its archive and that of its node read alike.
  func testTypedReading() throws {
    let sessions = (0..<10).map { number in
      NodeSession(
        start: Date(timeIntervalSinceReferenceDate: Double(number)),
        end: number % 3 == 0 ? nil : .distantFuture,
        events: (0..<number).map { NodeEvent(tag: "tag \($0 % 3)", weight: Float($0), kind: .arrow(to: $0)) },
        site: URL(string: "https://example.com/\(number)"), id: UUID(), span: 1..<(number + 2))
    }
    let node = try ArchiveNode(encoding: sessions)
    let data = try ColumnArchive.encode(node)
    XCTAssertEqual(try ColumnArchive.decode([NodeSession].self, from: data), sessions)
    XCTAssertEqual(
      try ColumnArchive.decode(
        [NodeSession].self, from: ColumnArchive.encode(KeyedArchive(KeyedArchive.encode(sessions)).node())),
      sessions)
    // Elements and paths are read as those of any other archive.
    let archive = try ColumnArchive(data)
    XCTAssertEqual(try archive.elements(of: NodeSession.self, in: 3..<5), Array(sessions[3..<5]))
    XCTAssertEqual(try archive.values(at: NodeSession.path.start), sessions.map(\.start))
    let events = try XCTUnwrap(sessions.last).events
    XCTAssertEqual(
      try ColumnArchive.decode([NodeEvent].self, from: ColumnArchive.encode(ArchiveNode(encoding: events))),
      events)
  }

  /// Where nodes say all that the type does, the archive is that of the type, but for the flag.
  func testTheBytesOfValues() throws {
    let sessions = (0..<20).map { number in
      Session(
        startTime: Date(timeIntervalSinceReferenceDate: Double(number)),
        endTime: number % 3 == 0 ? nil : .distantFuture,
        events: [Event(timeStamp: .distantPast, eventTag: "tag \(number % 4)")])
    }
    try checkBytes(sessions)
    let scalars = (0..<20).map { number -> NodeScalars in
      let third = Double(number) / 3
      return NodeScalars(
        isOn: number % 3 == 0, signed: -number, unsigned: .max - UInt64(number), single: Float(third),
        double: third, day: Date(timeIntervalSinceReferenceDate: third), text: "text \(number)",
        data: Data([1, UInt8(number)]), list: Array(repeating: third, count: number))
    }
    try checkBytes(scalars)
  }

  private func checkBytes<Value: ArchiveValue>(_ values: [Value]) throws {
    var parts = try ArchiveParts(
      ColumnArchive.encode(ArchiveNode(encoding: values), options: .init(batchSize: 7)))
    XCTAssert(parts.isFromNodes)
    parts.isFromNodes = false
    XCTAssertEqual(parts.dataWithStatistics, try ColumnArchive.encode(values, options: .init(batchSize: 7)))
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
private struct NodeScalars {
  var isOn: Bool
  var signed: Int
  var unsigned: UInt64
  var single: Float
  var double: Double
  var day: Date
  var text: String
  var data: Data
  var list: [Double]
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
