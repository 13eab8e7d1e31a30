import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class NodeNavigationTests: XCTestCase {
  func testLooksThroughReferences() {
    let team = NodeSamples.friends
    XCTAssertEqual(team["lead"]?["friend"]?["friend"]?["name"], "Ann")
    XCTAssertEqual(team["members"]?[1]?["name"]?.stringValue, "Bob")
    XCTAssertNil(team["members"]?[2])
    XCTAssertNil(team["name"])
    XCTAssertNil(team[0])
    XCTAssertEqual(team.className, "Team")
    XCTAssertEqual(team["members"]?.elements?.map(\.className), ["Person", "Person"])
    XCTAssertEqual(team["lead"]?.objectNumber, team["members"]?[0]?.objectNumber)
    XCTAssertNil(team["members"]?.objectNumber)
    XCTAssertEqual(team["lead"]?.fields?.names, ["name", "tags", "friend"])
    XCTAssertEqual(team["lead"]?.fields?["friend"]?["name"], "Bob")
    XCTAssertEqual(team["lead"]?.count, 3)
    XCTAssertEqual(team.parts.map { "\($0.step)" }, ["members", "lead"])
    // Leaves come back plain, parts of graphs as graphs.
    guard case .string = team["lead"]?["name"], case .graph = team["lead"]?["tags"] else {
      return XCTFail("\(team)")
    }
  }

  func testInstances() {
    let strings = ArchiveNode.instance(
      ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), .array(["a", .reference(0)]))
    let node = ArchiveNode.graph(
      ArchiveGraph(root: ["list": strings], objects: [.instance(ArchiveClass("NSMutableString"), "b")]))
    XCTAssertEqual(node["list"]?[0], "a")
    XCTAssertEqual(node["list"]?[1], .instance(ArchiveClass("NSMutableString"), "b"))
    XCTAssertEqual(node["list"]?[1]?.stringValue, "b")
    XCTAssertEqual(node["list"]?.classNames, ["NSMutableArray", "NSArray", "NSObject"])
    XCTAssertNil(node.className)
    XCTAssertEqual(ArchiveNode.object("A").classNames, ["A", "NSObject"])
    XCTAssertEqual(("a" as ArchiveNode).classNames, [])
  }

  func testValues() {
    XCTAssertEqual((3.0 as ArchiveNode).intValue, 3)
    XCTAssertNil((3.5 as ArchiveNode).intValue)
    XCTAssertEqual((3 as ArchiveNode).doubleValue, 3)
    XCTAssertNil(ArchiveNode.integer(.max).doubleValue)
    XCTAssertNil(ArchiveNode.unsigned(.max).intValue)
    XCTAssertEqual((1 as ArchiveNode).boolValue, true)
    XCTAssertNil((2 as ArchiveNode).boolValue)
    // As everywhere, a Boolean is the number 0 or 1 of any type.
    XCTAssertEqual(ArchiveNode.double(1).boolValue, true)
    XCTAssertEqual(ArchiveNode.float(0).boolValue, false)
    XCTAssertNil(ArchiveNode.double(0.5).boolValue)
    XCTAssertNil(("1" as ArchiveNode).intValue)
    XCTAssertTrue(ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: [.null])).isNull)
    XCTAssertEqual(ArchiveNode.data(Data([1])).dataValue, Data([1]))
    XCTAssertNotNil(ArchiveNode.date(Date()).dateValue)
  }

  func testResolved() {
    guard case .record(let team) = NodeSamples.friends.resolved,
      case .array(let members)? = team["members"]?.resolved
    else { return XCTFail() }
    XCTAssertEqual(members[0]["friend"]?["name"], "Bob")
    XCTAssertEqual(ArchiveNode.reference(3).resolved, .reference(3))
  }

  // MARK: Editing

  func testEditsOfTrees() {
    var node: ArchiveNode = ["list": [1, 2], "object": .object("A", ["x": 1])]
    node["list"]?[0] = 5
    node["list"]?[2] = 3
    node["list"]?[9] = 3
    node["object"]?["x"] = nil
    node["object"]?["y"] = "new"
    node["more"] = [:]
    node["more"]?["deep"] = [[]]
    node["more"]?["deep"]?[0]?.append(true)
    XCTAssertEqual(
      node, ["list": [5, 2, 3], "object": .object("A", ["y": "new"]), "more": ["deep": [[true]]]])
    node["list"]?[1] = nil
    node["more"] = nil
    node["none"] = nil
    XCTAssertEqual(node, ["list": [5, 3], "object": .object("A", ["y": "new"])])
    var leaf: ArchiveNode = 3
    leaf["x"] = 1
    leaf[0] = 1
    XCTAssertFalse(leaf.append(1))
    XCTAssertEqual(leaf, 3)
    var mutable = ArchiveNode.instance(ArchiveClass("NSMutableArray"), [1])
    mutable.append(2)
    mutable[0] = "x"
    XCTAssertEqual(mutable, .instance(ArchiveClass("NSMutableArray"), ["x", 2]))
  }

  func testEditsOfSharedObjects() {
    var team = NodeSamples.friends
    let before = team
    team["lead"]?["name"] = "Anna"
    XCTAssertEqual(team["members"]?[0]?["name"], "Anna")
    XCTAssertEqual(team["members"]?[1]?["friend"]?["name"], "Anna")
    XCTAssertEqual(before["lead"]?["name"], "Ann")
    team["lead"]?["friend"]?["friend"]?["tags"]?.append("c")
    assertSameContent(team["lead"]?["tags"], ["a", "b", "c"])
    guard case .graph(let graph) = team else { return XCTFail() }
    XCTAssertEqual(graph.objects.count, 2)
    // A part of this very node stays the same object, and what comes from elsewhere is copied.
    team["deputy"] = team["members"]?[1]
    XCTAssertEqual(team["deputy"]?.objectNumber, team["members"]?[1]?.objectNumber)
    team["guest"] = before["members"]?[1]
    XCTAssertNotEqual(team["guest"]?.objectNumber, team["members"]?[1]?.objectNumber)
    XCTAssertEqual(team["guest"]?["friend"]?["name"], "Ann")
    team["guest"] = nil
    guard case .graph(let compact) = team.compacted() else { return XCTFail() }
    XCTAssertEqual(compact.objects.count, 2)
    // What replaces a lent part is not taken for it.
    team["lead"]? = before
    assertSameContent(team["lead"], before)
    XCTAssertEqual(team["members"]?[0]?["name"], "Anna")
  }

  func testGraphsInTrees() {
    var tree: ArchiveNode = ["a": NodeSamples.friends, "b": [NodeSamples.friends]]
    assertSameContent(tree["a"], tree["b"]?[0])
    tree["a"]?["lead"]?["name"] = "Zoe"
    XCTAssertEqual(tree["a"]?["members"]?[1]?["friend"]?["name"], "Zoe")
    XCTAssertEqual(tree["b"]?[0]?["lead"]?["name"], "Ann")
    tree[path: "b[0].members[1].friend.name"] = "Eve"
    XCTAssertEqual(tree["b"]?[0]?["lead"]?["name"], "Eve")
    XCTAssertEqual(tree["a"]?["lead"]?["name"], "Zoe")
    var fields = ArchiveNode.Fields(className: "Pair")
    fields["first"] = NodeSamples.friends["lead"]
    fields["second"] = fields["first"]
    guard case .graph(let graph) = ArchiveNode.record(fields).compacted() else { return XCTFail() }
    XCTAssertEqual(graph.objects.count, 2)
  }

  /// A part that is being edited returns to its place.
  func testEditsThatThrow() throws {
    func fail(_ node: inout ArchiveNode) throws {
      node["x"] = 2
      throw CancellationError()
    }
    var tree: ArchiveNode = ["a": ["x": 1, "y": 1]]
    XCTAssertThrowsError(try fail(&tree["a"]!))
    XCTAssertEqual(tree, ["a": ["x": 2, "y": 1]])
    var team = NodeSamples.friends
    XCTAssertThrowsError(try fail(&team["lead"]!))
    XCTAssertEqual(team["members"]?[0]?["x"], 2)
  }

  func testRandomEdits() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      var node = NodeSamples.random(&random)
      let before = node
      var visits: [ArchiveNodePath] = []
      for visit in node.walk() where visit.depth > 0 { visits.append(visit.path) }
      guard let path = visits.randomElement(using: &random) else { continue }
      // Setting a part to itself changes nothing, and not who shares what.
      let part = node[path: path]
      if part != nil { node[path: path] = part }
      XCTAssertTrue(node.hasSameSharing(as: before), "\(path) in \(before)")
      node[path: path] = "edited"
      XCTAssertEqual(node[path: path], "edited")
      assertSameContent(before[path: path], part)
      node = before
      node[path: path]?["?"]? = 3
      assertSameContent(node, before)
    }
  }

  func testManyEditsOfALongList() {
    var node: ArchiveNode = ["list": .array((0..<20_000).map { .object("Item", ["n": .integer(Int64($0))]) })]
    for position in 0..<20_000 { node["list"]?[position]?["n"] = 0 }
    XCTAssertEqual(node["list"]?[19_999]?["n"], 0)
    var graph = NodeSamples.chain(5_000)
    for number in 0..<200 { graph["next"]?["value"] = .integer(Int64(number)) }
    XCTAssertEqual(graph["next"]?["value"], 199)
    let end = ArchiveNodePath(Array(repeating: .field("next"), count: 4_999) + [.field("value")])
    for _ in 0..<5 { graph[path: end] = "end" }
    XCTAssertEqual(graph[path: end], "end")
  }
}
