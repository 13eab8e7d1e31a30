import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// What is written of nodes that did not come from a FastCoding file, and what cannot be.
final class FastCodingWritingTests: XCTestCase {
  private static let mutableArray = ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"])

  private func again(_ node: ArchiveNode, _ objects: FastCodingForm? = nil) throws -> ArchiveNode {
    try FastCodingArchive.everything(in: FastCodingArchive.encode(node, options: .init(objects: objects)))
  }

  private func graph(_ root: ArchiveNode, _ objects: ArchiveNode...) -> ArchiveNode {
    .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// A mutable array that contains itself, and objects that lead back to themselves by their properties.
  func testCycles() throws {
    let array = graph(.reference(0), .instance(Self.mutableArray, [.reference(0), "x"]))
    XCTAssertEqual(try again(array).contentText, array.contentText)

    let pair = graph(
      .reference(0), .record(ArchiveNode.Fields(className: "Parent", ["child": .reference(1), "name": "p"])),
      .record(ArchiveNode.Fields(className: "Child", ["parent": .reference(0)])))
    XCTAssertEqual(try again(pair, .properties).contentText, pair.contentText)
    XCTAssertEqual(try again(pair, nil).contentText, pair.contentText)
    assertThrows(.cycle, at: "child.parent", saying: "fastCodingForm") { try self.again(pair, .coded) }
    assertThrows(.cycle) { try self.again(self.graph(.reference(0), [.reference(0)])) }
    assertThrows(.cycle) {
      try self.again(self.graph(.reference(0), .instance(ArchiveClass("A"), .reference(0))))
    }
    assertThrows(.invalidValue) { try self.again(self.graph(.reference(0), .reference(0))) }
    assertThrows(.invalidValue) { try self.again(.reference(0)) }
    assertThrows(.invalidValue) { try self.again(self.graph(.reference(1), 1)) }
    // A URL whose base is itself is no URL, but an object like any other.
    let url = graph(
      .reference(0),
      .record(ArchiveNode.Fields(className: "NSURL", ["NS.base": .reference(0), "NS.relative": "a"])))
    XCTAssertEqual(try again(url).contentText, url.contentText)
  }

  /// Objects that lead back to themselves are written by their properties, and no others, however long the way is.
  func testFormOfCycles() throws {
    func record(_ name: String, _ next: Int) -> ArchiveNode {
      .record(ArchiveNode.Fields(className: name, ["next": .reference(next)]))
    }
    let node = graph(
      [.reference(0), .reference(3)], record("A", 1), record("B", 2), record("C", 1), record("D", 4),
      .record(ArchiveNode.Fields(className: "E", ["end": 2])))
    guard case .graph(let back) = try again(node) else { return XCTFail("no graph") }
    XCTAssertEqual(ArchiveNode.graph(back).contentText, node.contentText)
    var forms: [String: FastCodingForm] = [:]
    func collect(_ node: ArchiveNode) {
      if let fields = node.fields {
        forms[fields.className] = fields.fastCodingForm
        for name in fields.names { collect(fields[name] ?? .null) }
      } else if case .array(let elements) = node {
        for element in elements { collect(element) }
      }
    }
    for object in back.objects + [back.root] { collect(object) }
    XCTAssertEqual(forms, ["A": .coded, "B": .properties, "C": .properties, "D": .coded, "E": .coded])

    let count = 50_000
    let objects = (0..<count).map { record("R", ($0 + 1) % count) }
    assertThrows(.limitExceeded) {
      try self.again(.graph(ArchiveGraph(root: .reference(0), objects: objects)))
    }
  }

  /// References keep identity where FastCoding has one, and lead to plain values where it has none.
  func testReferences() throws {
    let date = ArchiveNode.date(Date(timeIntervalSinceReferenceDate: 5))
    let node = graph(
      [
        .reference(0), .reference(0), .reference(1), .reference(1), .reference(2), .reference(2),
        .reference(3),
      ],
      "text", date, 7, .reference(1))
    XCTAssertEqual(
      try again(node),
      graph(["text", "text", .reference(0), .reference(0), 7, 7, .reference(0)], date))
    // A graph in a graph has objects of its own.
    XCTAssertEqual(
      try again(graph([.reference(0), graph([.reference(0), .reference(0)], date), .reference(0)], [])),
      graph([.reference(0), [.reference(1), .reference(1)], .reference(0)], [], date))
  }

  /// Nil and null differ in objects, and nowhere else.
  func testNull() throws {
    let null = ArchiveNode.record(ArchiveNode.Fields(className: "NSNull"))
    let fields = ArchiveNode.Fields(className: "HasNulls", ["a": .null, "b": null, "c": 1])
    XCTAssertEqual(try again(.record(fields), .properties), .record(fields))
    // An object that writes itself leaves nil out.
    XCTAssertEqual(
      try again(.record(fields)), .record(ArchiveNode.Fields(className: "HasNulls", ["b": null, "c": 1])))
    XCTAssertEqual(try again([.null, null]), [.null, .null])
    XCTAssertEqual(try again(.null), .null)
    XCTAssertEqual(try again(null), .null)
  }

  /// A class is defined again when an object has other fields than its definition: what it lacks stays missing.
  func testDefinitions() throws {
    func record(_ fields: KeyValuePairs<String, ArchiveNode>) -> ArchiveNode {
      .record(ArchiveNode.Fields(className: "Grows", fields))
    }
    let nodes: [ArchiveNode] = [
      record(["a": 1]), record(["b": 2, "a": 1]), record(["b": 2]), record(["a": 3]),
      record(["a": 4, "b": .null]), record([:]),
    ]
    let data = try FastCodingArchive.encode(.array(nodes), options: .init(objects: .properties))
    XCTAssertEqual(try FastCodingArchive(data).classCount, 4)
    let node = try FastCodingArchive.everything(in: data)
    XCTAssertEqual(node, .array(nodes))
    XCTAssertEqual(
      (0..<nodes.count).map { node[$0]?.fields?.names.sorted() }, nodes.map { $0.fields?.names.sorted() })
    XCTAssertEqual(node[0]?.fields?.fastCodingForm, .properties)
    XCTAssertEqual(try FastCodingArchive.encode(node), data)
  }

  func testManyCaches() throws {
    // Aliases of one, two and four bytes, of objects and of strings.
    let count = 66_000
    let objects = (0..<count).map { ArchiveNode.array([.string("s\($0)")]) }
    let some = [0, 255, 256, 65_534, 65_535, 65_536, count - 1]
    let node = ArchiveNode.graph(
      ArchiveGraph(
        root: .array(
          (0..<count).map { .reference($0) } + some.flatMap { [.reference($0), .string("s\($0)")] }),
        objects: objects))
    let data = try FastCodingArchive.encode(node)
    XCTAssertEqual(try FastCodingArchive(data).objectCount, count + 1)
    XCTAssertEqual(try FastCodingArchive(data).stringCount, count)
    let back = try FastCodingArchive.everything(in: data)
    XCTAssertEqual(try FastCodingArchive.encode(back), data)
    guard case .graph(let graph) = back else { return XCTFail("no graph") }
    XCTAssertEqual(graph.objects, some.map { objects[$0] })
    XCTAssertEqual(graph.root[count + 9], "s65535")
  }

  /// Strings that look alike are not equal, and stay apart.
  func testStringsByBytes() throws {
    let node: ArchiveNode = ["\u{E9}", "e\u{301}", "\u{E9}"]
    guard case .array(let elements) = try again(node) else { return XCTFail("no array") }
    let scalars = elements.map { element -> [UInt32] in
      if case .string(let text) = element { text.unicodeScalars.map(\.value) } else { [] }
    }
    XCTAssertEqual(scalars, [[0xE9], [0x65, 0x301], [0xE9]])
  }

  func testWhatHasNoPlace() throws {
    assertThrows(.invalidValue, at: "[0]", saying: "9223372036854775808") {
      try FastCodingArchive.encode([9_223_372_036_854_775_808 as UInt64])
    }
    assertThrows(.invalidValue, at: "[\"key\"]", saying: "zero characters") {
      try FastCodingArchive.encode(["key": "a\0b"])
    }
    assertThrows(.invalidValue, saying: "zero characters") {
      try self.again(.record(ArchiveNode.Fields(className: "A\0B")))
    }
    assertThrows(.invalidValue, saying: "zero characters") {
      try self.again(.record(ArchiveNode.Fields(className: "A", ["a\0b": 1])), .properties)
    }
    assertThrows(.unsupported, saying: "class name") {
      try self.again(.record(ArchiveNode.Fields(className: "")))
    }
  }

  /// Instances of classes below Foundation's mutable ones are written as those, all others by their content.
  func testInstances() throws {
    func instance(_ name: String, _ above: [String], _ node: ArchiveNode) -> ArchiveNode {
      .instance(ArchiveClass(name, superclassNames: above + ["NSObject"]), node)
    }
    XCTAssertEqual(
      try again([
        instance("MyArray", ["NSMutableArray", "NSArray"], [1]), instance("Other", ["NSArray"], [2]),
        instance("NSOrderedSet", [], [3]), instance("NSMutableOrderedSet", ["NSOrderedSet"], [4]),
        instance("", [], "inline"), instance("NSMutableString", ["NSString"], "text"),
        instance("NSNumber", ["NSValue"], 7),
      ]),
      [
        .instance(Self.mutableArray, [1]), [2], instance("NSOrderedSet", [], [3]),
        instance("NSMutableOrderedSet", ["NSOrderedSet"], [4]), "inline",
        instance("NSMutableString", ["NSString"], "text"), 7,
      ])
  }

  func testDepth() throws {
    func nested(_ depth: Int) -> ArchiveNode {
      (0..<depth).reduce(ArchiveNode.null) { node, _ in [node] }
    }
    XCTAssertEqual(try again(nested(512)), nested(512))
    assertThrows(.limitExceeded, saying: "512", "maximumDepth") { try self.again(nested(513)) }
    // Neither do instances whose content is the next object say anything at a depth that is allowed.
    let instances = (0..<100_000).map { ArchiveNode.instance(ArchiveClass("A"), .reference($0 + 1)) } + [1]
    assertThrows(.limitExceeded) {
      try self.again(.graph(ArchiveGraph(root: .reference(0), objects: instances)))
    }
    // A chain of objects is as deep in the file as it is long.
    let chain = (0..<2000).map { ArchiveNode.array([.reference($0 + 1)]) } + [1]
    assertThrows(.limitExceeded) {
      try self.again(.graph(ArchiveGraph(root: .reference(0), objects: chain)))
    }
  }
}
