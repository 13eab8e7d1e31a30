import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Graphs written as column archives: records that are shared, and cycles, stay so.
final class NodeGraphTests: XCTestCase {
  private func record(_ fields: KeyValuePairs<String, ArchiveNode>, of name: String = "Rec") -> ArchiveNode {
    .record(ArchiveNode.Fields(className: name, fields))
  }

  @discardableResult
  private func roundTrip(
    _ root: ArchiveNode, _ objects: [ArchiveNode], sharesCollections: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Data {
    let node = ArchiveNode.graph(ArchiveGraph(root: root, objects: objects))
    let data = try ColumnArchive.encode(node, options: .init(batchSize: 2))
    XCTAssertEqual(
      try ColumnArchive.encode(node, options: .init(batchSize: 2)), data, file: file, line: line)
    let back = try ColumnArchive(data).node()
    assertSameContent(back, node, file: file, line: line)
    if !sharesCollections { XCTAssertTrue(back.hasSameSharing(as: node), "\(back)", file: file, line: line) }
    let again = try ColumnArchive(ColumnArchive.encode(back)).node()
    XCTAssertTrue(again.hasSameSharing(as: back), "\(again)", file: file, line: line)
    assertSameContent(again, node, file: file, line: line)
    for length in 0..<data.count {
      XCTAssertNil(try? ColumnArchive(data.prefix(length)).node(), "\(length) bytes", file: file, line: line)
    }
    return data
  }

  func testCycles() throws {
    try roundTrip(.reference(0), [record(["self": .reference(0)])])
    try roundTrip(
      .reference(1), [record(["a": 1, "next": .reference(1)]), record(["b": "x", "next": .reference(0)])])
    try roundTrip(
      [.reference(0), .reference(0)],
      [["name": "x", "list": [.reference(1)]], record(["up": .reference(0)])], sharesCollections: true)
    // A collection that contains itself.
    try roundTrip(.reference(0), [[1, .reference(0)]])
    try roundTrip([.reference(1), 5], [["k": .reference(1)], .set([.reference(0)])])
  }

  func testSharedRecords() throws {
    let version = ArchiveNode.record(ArchiveNode.Fields(className: "Rec", version: 3, ["x": 1]))
    let aCase = ArchiveNode.record(ArchiveNode.Fields(className: "Enum", caseName: "one", ["_0": .null]))
    for shared in [
      record(["a": [1, 2], "b": .null]), record([:]), version, aCase, record(["": 5], of: ""),
      record([:], of: ""),
      record(["archive.version": "odd", "x": 2]),
    ] {
      try roundTrip([.reference(0), .reference(0), 7], [shared])
      try roundTrip(["k": record(["in": .reference(0)]), "l": .reference(0)], [shared])
    }
    // Rows of an array share as well.
    let rows = (0..<5).map { record(["n": .integer($0), "of": .reference(0)]) }
    try roundTrip(.array(rows), [record(["name": "all"], of: "Owner")])
  }

  /// The archive that release builds could not read: what is read stays what it is while other memory is used.
  func testContentStays() throws {
    let node = try ArchiveNode(
      json: Data(#"{"$class": "Doc", "a": {"$class": "P", "n": 1}, "b": {"$alias": "a"}}"#.utf8))
    let data = try ColumnArchive.encode(node)
    for _ in 0..<50 {
      let back = try ColumnArchive(data).node()
      let others = try (0..<20).map { _ in try ColumnArchive(data).node() }
      assertSameContent(back, node)
      XCTAssertTrue(back.hasSameSharing(as: node))
      XCTAssertEqual("\(back)", "\(others[19])")
    }
  }

  /// A value with a list of instances, whose nodes release builds once could not read.
  func testInstancesInAList() throws {
    let players = TreeParts(
      values: [3, 4],
      objects: [
        .record(class: 5, ["name": .uid(6)]), .record(class: 5, ["name": .uid(7)]), .classRecord("Player"),
        .string("a"), .string("b"),
      ])
    let list = Format.integers([2] as [UInt]) + Format.varint(2)
    let archive = ArchiveParts(
      value: Format.record(["players": Format.array(Format.instance)]), list + players.columns,
      className: "Game")
    func player(_ name: String) -> ArchiveNode { record(["name": .string(name)], of: "Player") }
    XCTAssertEqual(
      try ColumnArchive(archive.data).node(), record(["players": [player("a"), player("b")]], of: "Game"))
  }

  /// Everything that a graph says is kept: the classes of collections, and which of them are shared.
  func testWhatOnlyGraphsSay() throws {
    let mutable = ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"])
    for (root, objects) in [
      ([.reference(0), .reference(0), .reference(1), .reference(1)], ["a", ["b"]]),
      ([.reference(0)], [.instance(mutable, ["a"])]),
      ([.reference(0)], [.instance(ArchiveClass(""), ["plain": 1])]),
      ([.reference(0), .reference(1)], ["a", "a"]),
      (.reference(0), [record(["a": .instance(mutable, [])])]),
    ] as [(ArchiveNode, [ArchiveNode])] {
      let node = ArchiveNode.graph(ArchiveGraph(root: root, objects: objects))
      let back = try KeyedArchive(KeyedArchive.encode(ColumnArchive(ColumnArchive.encode(node)).node()))
      XCTAssertEqual(try back.tableDifferences(from: KeyedArchive(KeyedArchive.encode(node))), [])
    }
  }

  // MARK: Types

  /// From a keyed archive of classes to a column archive, without their types in between, and back to classes.
  func testClasses() throws {
    func trip<Value: ArchiveValue>(_ value: Value) throws -> Value {
      let node = try KeyedArchive(KeyedArchive.encode(value)).node()
      let data = try ColumnArchive.encode(node)
      let back = try ColumnArchive(data).node()
      XCTAssertTrue(back.hasSameSharing(as: node), "\(Value.self)")
      return try ColumnArchive.decode(Value.self, from: data)
    }
    let folder = try trip(FolderItem.tree(depth: 3, width: 2))
    XCTAssert(folder.children[1].children[0].parent === folder.children[1])
    XCTAssertEqual(folder.tags, [])
    XCTAssertEqual(folder.children[0].tags, ["even", "2"])
    XCTAssertEqual(folder.walk(), 15)

    let group = try trip(DrawnGroup.sample())
    XCTAssert(group.shapes[4] === group.first && group.shapes[0] === group.first)
    XCTAssert(group.selected === group.shapes[1] && group.selected?.group === group)
    XCTAssert((group.selected as? DrawnTriangle)?.corners[0].owner === group.first)
    XCTAssertEqual(
      group.shapes.map { "\(type(of: $0))" }, DrawnGroup.sample().shapes.map { "\(type(of: $0))" })
    XCTAssertEqual(group.walk(), DrawnGroup.sample().walk())

    let stop = LinkedStop(number: 3)
    let stops = try trip([stop, LinkedStop(number: 4, next: stop), stop])
    XCTAssert(stops[0] === stops[2] && stops[1].next === stops[0])
    let chain = LinkedStop.chain(3000)
    XCTAssertEqual(try trip(chain).dismantle(), 3000)
    XCTAssertEqual(chain.dismantle(), 3000)
    // Nothing is shared.
    XCTAssertEqual(try trip([LinkedStop.chain(3), LinkedStop.chain(2)]).map { $0.walk() }, [3, 2])
    // Classes that are below the one that is asked for, and all alike.
    let circles = [DrawnCircle(label: "a", radius: 1), DrawnCircle(label: "b", radius: 2)] as [DrawnShape]
    XCTAssertEqual(try trip(["k": circles])["k"]?.map { ($0 as? DrawnCircle)?.radius }, [1, 2])
    let inline = try ColumnArchive.encode(ArchiveNode(encoding: circles))
    XCTAssertEqual(
      try ColumnArchive.decode([DrawnShape].self, from: inline).map { ($0 as? DrawnCircle)?.radius }, [1, 2])
    let weak = FolderItem(name: "weak")
    weak.add(FolderItem(name: "in it"))
    XCTAssertNil(try trip(weak.children)[0].parent)
  }

  /// Classes whose fields have other forms in nodes than in trees.
  func testFormsOfFields() throws {
    let place = GraphPlace(
      direction: .west, span: 2..<5, id: UUID(), site: URL(string: "https://example.com/a"))
    place.shape = .circle(radius: 2)
    place.next = place
    defer { place.next = nil }
    let node = try KeyedArchive(KeyedArchive.encode([place, place])).node()
    for data in [
      try ColumnArchive.encode(node), try ColumnArchive.encode(ArchiveNode(encoding: [place, place])),
    ] {
      let places = try ColumnArchive.decode([GraphPlace].self, from: data)
      defer { places[0].next = nil }
      XCTAssert(places[0] === places[1] && places[0].next === places[0])
      XCTAssertEqual(places[0].direction, .west)
      XCTAssertEqual(places[0].span, 2..<5)
      XCTAssertEqual(places[0].id, place.id)
      XCTAssertEqual(places[0].site, place.site)
      XCTAssertEqual(places[0].shape, .circle(radius: 2))
    }
  }

  /// A struct, a collection, a case where the archive has an instance: each takes what it is.
  func testStructs() throws {
    func archive(_ root: ArchiveNode, _ objects: [ArchiveNode]) throws -> Data {
      try ColumnArchive.encode(.graph(ArchiveGraph(root: root, objects: objects)))
    }
    let point = record(["x": 1, "y": 2], of: "Test_Point")
    let points = try archive([.reference(0), .reference(0)], [point])
    XCTAssertEqual(
      try ColumnArchive.decode([Point].self, from: points), [Point(x: 1, y: 2), Point(x: 1, y: 2)])
    let node = record(["name": "leaf", "children": []], of: "Test_Node")
    let tree = try archive(
      .reference(0),
      [
        record(["name": "root", "children": .array([.reference(1), .reference(1)])], of: "Test_Node"), node,
      ])
    let leaf = Node(name: "leaf")
    XCTAssertEqual(
      try ColumnArchive.decode(Node.self, from: tree), Node(name: "root", children: [leaf, leaf]))
    let shape = ArchiveNode.record(
      ArchiveNode.Fields(className: "Test_Shape", caseName: "circle", ["radius": 2.0]))
    XCTAssertEqual(
      try ColumnArchive.decode([Shape].self, from: archive([.reference(0), .reference(0)], [shape])),
      [.circle(radius: 2), .circle(radius: 2)])
    // A struct has no end in a cycle.
    let cycle = try archive(
      .reference(0), [record(["name": "a", "children": [.reference(0)]], of: "Test_Node")])
    XCTAssertThrowsError(try ColumnArchive.decode(Node.self, from: cycle)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .cycle, "\($0)")
    }
    let bomb = try archive(
      .reference(0),
      (1..<60).map {
        record(["name": "a", "children": [.reference($0), .reference($0)]], of: "Test_Node")
      } + [node])
    let work = WorkGuard()
    XCTAssertThrowsError(
      try ColumnArchive.decode(
        Node.self, from: bomb, options: .init(limits: .init(maximumDecodedSize: 4 << 20)))
    ) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded, "\($0)")
    }
    work.assertAtMost()
  }

  func testMutations() throws {
    var random = SeededGenerator()
    let group = DrawnGroup.sample()
    let originals = [
      try ColumnArchive.encode(KeyedArchive(KeyedArchive.encode(group)).node()),
      try ColumnArchive.encode(KeyedArchive(KeyedArchive.encode(FolderItem.tree(depth: 2, width: 2))).node()),
      try roundTrip(
        .reference(0),
        [
          record(["name": "a", "children": [.reference(0), .reference(1)]], of: "Test_Node"),
          record(["name": "b", "children": .array([])], of: "Test_Node"),
        ]),
    ]
    for round in 0..<3000 {
      var data = originals[round % 3]
      for _ in 0...random.below(2) {
        let byte: UInt8 = random.oneIn(2) ? UInt8(random.below(20)) : UInt8(random.below(256))
        data[random.below(data.count)] = byte
      }
      let message = "round \(round), seed \(random.seed)"
      assertDecodesOrThrows(message) { try ColumnArchive.encode(ColumnArchive(data).node()) }
      assertDecodesOrThrows(message) { try ColumnArchive.decode(DrawnGroup.self, from: data).walk() }
      assertDecodesOrThrows(message) { try ColumnArchive.decode(FolderItem.self, from: data).walk() }
      assertDecodesOrThrows(message) { try ColumnArchive.decode(Node.self, from: data) }
    }
    _ = group.walk()
  }

  // MARK: Archives that others wrote

  func testForeignArchives() throws { try check(ForeignArchive.made) }

  func testFilesOfOthers() throws { try check(ForeignArchive.files()) }

  /// A keyed archive is exactly itself after it was a column archive.
  private func check(_ archives: [ForeignArchive]) throws {
    for archive in archives {
      let original = try KeyedArchive(archive.data, options: .init(archivers: nil))
      let columns = try ColumnArchive.encode(original.node())
      // The keys of other archivers become Foundation's in a keyed archive, too.
      XCTAssertEqual(
        try KeyedArchive.encode(ColumnArchive(columns).node()), try KeyedArchive.encode(original.node()),
        "\(archive)")
    }
    XCTAssertGreaterThan(archives.count, 70)
  }
}

/// Fields of many kinds.
@ArchivableObject(className: "Column_GraphPlace")
private final class GraphPlace {
  var direction: Direction
  let span: Range<Int>
  var id: UUID
  var site: URL?
  var shape: Shape?
  var next: GraphPlace?

  init(direction: Direction, span: Range<Int>, id: UUID, site: URL?) {
    (self.direction, self.span, self.id, self.site) = (direction, span, id, site)
  }
}
