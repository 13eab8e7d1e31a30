import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// Every node survives every format of documents.
final class DocumentRoundTripTests: XCTestCase {
  private let forms:
    [(name: String, write: (ArchiveNode) throws -> Data, read: (Data) throws -> ArchiveNode)] =
      [
        ("pretty JSON", { try $0.jsonData() }, { try ArchiveNode(json: $0) }),
        ("compact JSON", { try $0.jsonData(isPretty: false) }, { try ArchiveNode(json: $0) }),
        ("binary", { try $0.propertyListData() }, { try ArchiveNode(propertyList: $0) }),
        ("XML", { try $0.propertyListData(format: .xml) }, { try ArchiveNode(propertyList: $0) }),
      ]

  private func check(
    _ node: ArchiveNode, _ message: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    for form in forms {
      do {
        let data = try form.write(node)
        let back = try form.read(data)
        let text = form.name == "binary" ? "" : String(decoding: data.prefix(2000), as: UTF8.self)
        XCTAssert(
          SameMeaning.compare(node, back),
          "\(form.name), \(message): \(brief(node)) is \(brief(back)) by way of \(text)",
          file: file, line: line)
        XCTAssertEqual(try form.write(node), data, file: file, line: line)
      } catch let error as ArchiveError where form.name == "XML" && error.code == .unsupported {
        // Notation has a way to say a text with control characters, and none for the name of a class or a key.
        XCTAssert(error.description.contains("control characters"), "\(error)", file: file, line: line)
      } catch {
        XCTFail("\(form.name), \(message): \(error) for \(brief(node))", file: file, line: line)
      }
    }
  }

  func testTrees() {
    var maker = NodeMaker(SeededGenerator())
    for round in 0..<300 { check(maker.node(), "round \(round)") }
  }

  func testGraphs() {
    var maker = NodeMaker(SeededGenerator())
    for round in 0..<300 { check(maker.graph(), "round \(round)") }
  }

  /// Graphs inside of another node are part of the whole.
  func testGraphsInside() throws {
    func pair(_ number: Int64) -> ArchiveNode {
      .graph(
        ArchiveGraph(root: ["a": .reference(0), "b": .reference(0)], objects: [["x": .integer(number)]]))
    }
    let back = try ArchiveNode(json: try ArchiveNode.array([pair(1), pair(2)]).jsonData())
    guard case .graph(let graph) = back else { return XCTFail("\(back)") }
    XCTAssertEqual(graph.objects, [["x": 1], ["x": 2]])
    XCTAssert(
      SameMeaning.compare(
        graph.root,
        [
          ["a": .reference(0), "b": .reference(0)], ["a": .reference(1), "b": .reference(1)],
        ], objects: graph.objects))
  }

  /// A list of objects, each of which leads to the next, is no deeper than one of them.
  func testLongChains() throws {
    let count = Thoroughness.isFull ? 5_000 : 1_500
    let objects = (0..<count).map { number in
      ArchiveNode.record(ArchiveNode.Fields(className: "Link", ["next": .reference((number + 1) % count)]))
    }
    let node = ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: objects))
    for form in forms {
      XCTAssert(SameMeaning.compare(node, try form.read(try form.write(node))), form.name)
    }
  }

  /// Paths are short, however long the names are.
  func testLongNames() throws {
    let name = String(repeating: "n", count: 10_000)
    let objects: [ArchiveNode] = (0..<100).map { [.integer($0)] }
    let references = (0..<100).map { ArchiveNode.reference($0) }
    let node = ArchiveNode.graph(
      ArchiveGraph(
        root: .dictionary([.init(key: .string(name), value: .array(references + references))]),
        objects: objects))
    let data = try node.jsonData(isPretty: false)
    XCTAssertLessThan(data.count, 20_000)
    XCTAssert(SameMeaning.compare(node, try ArchiveNode(json: data)))
  }

  /// A name that an archive has once is not written a thousand times.
  func testLongNamesOften() {
    let name = String(repeating: "n", count: 1000)
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 14)
    for node in [
      ArchiveNode.record(ArchiveNode.Fields(className: name)), .instance(ArchiveClass(name), []),
      .instance(ArchiveClass("A", superclassNames: Array(repeating: "NSObject", count: 200)), []),
      .dictionary([.init(key: .string(name), value: 1)]),
      .record(ArchiveNode.Fields(className: "A", [name: 1])),
    ] {
      let nodes = ArchiveNode.array(Array(repeating: node, count: 100))
      assertThrows(.limitExceeded) { try nodes.jsonData(limits: limits) }
      assertThrows(.limitExceeded) { try nodes.propertyListData(limits: limits) }
      XCTAssertNoThrow(try nodes.jsonData())
    }
    let records = ArchiveNode.array(
      Array(repeating: .record(ArchiveNode.Fields(className: "", [name: 1])), count: 1000))
    assertThrows(.limitExceeded) { try records.plainJSON(limits: limits) }
  }

  func testReferencesThatLeadNowhere() {
    for form in forms {
      assertThrows(.malformed) { try form.write(.reference(0)) }
      assertThrows(.malformed) { try form.write(.graph(ArchiveGraph(root: [.reference(1)], objects: [1]))) }
      assertThrows(.malformed) {
        try form.write(.graph(ArchiveGraph(root: .reference(0), objects: [.reference(1), .reference(0)])))
      }
    }
  }

  func testDepth() throws {
    var node = ArchiveNode.array([])
    for _ in 0..<600 { node = .array([node]) }
    for form in forms { assertThrows(.limitExceeded) { try form.write(node) } }
    node = .array([])
    for _ in 0..<500 { node = .array([node]) }
    for form in forms { XCTAssertEqual(try form.read(try form.write(node)), node) }
  }
}
