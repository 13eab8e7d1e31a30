import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Nodes of values, written as keyed archives.
final class NodeWritingTests: XCTestCase {
  /// The node of a value gives the archive of the value: the same bytes, or at least the same graph.
  private func check<Value: ArchiveValue & Equatable & Arbitrary>(
    _ type: Value.Type, sameBytes: (Value) -> Bool = { _ in true }, times: Int = 10,
    function: String = #function,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var random = SeededGenerator("\(function) \(type)")
    for _ in 0..<times {
      let value = Value.arbitrary(&random)
      let data = try KeyedArchive.encode(value)
      let written = try KeyedArchive.encode(ArchiveNode(encoding: value))
      XCTAssertEqual(try KeyedArchive.decode(type, from: written), value, file: file, line: line)
      if sameBytes(value) {
        XCTAssert(data == written, "\(value), seed \(random.seed)", file: file, line: line)
      }
      let graph = try KeyedArchive.encode(KeyedArchive(data).node())
      XCTAssertNil(
        try RawTable(graph).difference(from: RawTable(data)), "\(value), seed \(random.seed)", file: file,
        line: line)
      XCTAssertEqual(try KeyedArchive.decode(type, from: graph), value, file: file, line: line)
    }
  }

  func testTheBytesOfValues() throws {
    try check(Int.self)
    try check(UInt64.self)
    try check(Float.self)
    try check(Bool.self)
    try check(String.self)
    try check(Data.self)
    try check(Date.self)
    try check(UUID.self)
    try check(URL.self)
    try check(Decimal.self)
    try check([UUID: Decimal].self)
    // Fields that are left out leave their keys.
    try check(IndexSet.self, sameBytes: { _ in false })
    try check([String?].self)
    try check([String: [Point?]].self, sameBytes: { _ in false })
    // An empty array leaves the keys of its elements.
    try check(Session.self, sameBytes: { !$0.events.isEmpty })
    try check([Session].self, sameBytes: { $0.contains { !$0.events.isEmpty } && !$0[0].events.isEmpty })
    try check(Numbers.self)
    try check(Texts.self)
    try check([Direction].self)
    try check([Shape].self, sameBytes: { _ in false })
    try check(Expression.self, sameBytes: { _ in false })
    try check(Node.self, sameBytes: { _ in false })
    // Optional numbers in fields are objects, which a node does not say; fields left out leave their keys.
    try check(Collections.self, sameBytes: { _ in false })
    try check(FoundationValues.self, sameBytes: { _ in false })
    try check(Account.self, sameBytes: { _ in false })
    try check(Folder.self, sameBytes: { _ in false })
  }

  func testEditing() throws {
    let session = Session(
      startTime: Date(timeIntervalSinceReferenceDate: 1), endTime: nil,
      events: [Event(timeStamp: Date(timeIntervalSinceReferenceDate: 2), eventTag: "open")])
    guard case .graph(var graph) = try KeyedArchive(KeyedArchive.encode([session, session])).node() else {
      return XCTFail("no graph")
    }
    // One string object, however many refer to it.
    let place = try XCTUnwrap(graph.objects.firstIndex(of: "open"))
    graph.objects[place] = "closed"
    let back = try KeyedArchive.decode([Session].self, from: KeyedArchive.encode(.graph(graph)))
    XCTAssertEqual(back.map { $0.events[0].eventTag }, ["closed", "closed"])
    // What nothing refers to is not written.
    graph.root = .array([])
    XCTAssertEqual(try KeyedArchive(KeyedArchive.encode(.graph(graph))).objectCount, 3)
  }

  func testKeysAndForms() throws {
    let data = try KeyedArchive.encode([1, 2], options: .init(key: "numbers"))
    XCTAssertEqual(try KeyedArchive(data).keys, ["numbers"])
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: data, options: .init(key: "numbers")), [1, 2])
    let text = try KeyedArchive.encode(["a": .null] as ArchiveNode, options: .init(outputFormat: .xml))
    XCTAssertEqual(try KeyedArchive.decode([String: Int?].self, from: text), ["a": nil])
    let many = ArchiveNode.record(ArchiveNode.Fields(className: "$top", ["one": 1, "two": "2"]))
    let archive = try KeyedArchive(KeyedArchive.encode(many))
    XCTAssertEqual(try archive.decode(Int.self, forKey: "one"), 1)
    XCTAssertEqual(try archive.decode(String.self, forKey: "two"), "2")
    // The string that looks like nil survives, alone and as an object.
    for node: ArchiveNode in ["$null", .graph(ArchiveGraph(root: .reference(0), objects: ["$null"]))] {
      XCTAssertEqual(try KeyedArchive.decode(String.self, from: KeyedArchive.encode(node)), "$null")
    }
    // Classes of numbers are lost, those of everything else are not.
    let mutable = ArchiveNode.instance(
      ArchiveClass("NSMutableString", superclassNames: ["NSString", "NSObject"]), "text")
    XCTAssertEqual(try KeyedArchive(KeyedArchive.encode(mutable)).verify(), ["NSMutableString": 1])
    XCTAssertEqual(
      try KeyedArchive.decode(Int.self, from: KeyedArchive.encode(.instance(ArchiveClass("N"), 3))), 3)
  }
}
