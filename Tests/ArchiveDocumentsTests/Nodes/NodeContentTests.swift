import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class NodeContentTests: XCTestCase {
  private func assertEqual(
    _ left: ArchiveNode, _ right: ArchiveNode, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertTrue(left.hasSameContent(as: right), file: file, line: line)
    XCTAssertTrue(right.hasSameContent(as: left), file: file, line: line)
  }

  private func assertDifferent(
    _ left: ArchiveNode, _ right: ArchiveNode, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertFalse(left.hasSameContent(as: right), file: file, line: line)
    XCTAssertFalse(right.hasSameContent(as: left), file: file, line: line)
  }

  func testLeaves() {
    let leaves: [ArchiveNode] = [
      .null, true, false, 0, 1, .unsigned(.max), .float(0), .double(0), .double(-0.0), .double(.nan),
      .float(.nan), "",
      "a", .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: .nan)),
      .data(Data()),
      .data(Data([1])), [], .set([]), [:], .object("A"), .object(""), .reference(0), .reference(1),
    ]
    for (i, left) in leaves.enumerated() {
      for (j, right) in leaves.enumerated() {
        if i == j { assertEqual(left, right) } else { assertDifferent(left, right) }
      }
    }
    assertEqual(.unsigned(3), 3)
    assertEqual("e\u{301}", "é")
  }

  func testOrder() {
    assertDifferent([1, 2], [2, 1])
    assertDifferent([1], .set([1]))
    assertEqual(.set([1, 2, "x"]), .set(["x", 2, 1]))
    assertDifferent(.set([1, 1, 2]), .set([1, 2, 2]))
    assertEqual(["a": 1, "b": [2]], ["b": [2], "a": 1])
    assertDifferent(["a": 1, "b": [2]], ["b": [2], "a": 2])
    assertDifferent(["a": 1], ["a": 1, "b": 2])
    assertEqual(.object("A", ["x": 1, "y": 2]), .object("A", ["y": 2, "x": 1]))
    assertDifferent(.object("A", ["x": 1]), .object("B", ["x": 1]))
    assertDifferent(.object("A", ["x": 1]), .object("A", ["y": 1]))
    // Elements that look the same from near are tried with each other.
    func deep(_ last: ArchiveNode) -> ArchiveNode { [[[[[[last]]]]]] }
    let set = ArchiveNode.set((0..<9).map { deep(.integer($0)) })
    assertEqual(set, .set((0..<9).reversed().map { deep(.integer($0)) }))
    assertDifferent(set, .set((1..<10).map { deep(.integer($0)) }))
    assertEqual(
      .set([.set([deep(1), deep(2)]), .set([deep(2), deep(3)])]),
      .set([.set([deep(3), deep(2)]), .set([deep(2), deep(1)])]))
    assertDifferent(
      .set([.set([deep(1), deep(2)]), .set([deep(2), deep(3)])]),
      .set([.set([deep(1), deep(3)]), .set([deep(2), deep(2)])]))
    assertEqual(
      .dictionary([.init(key: deep(1), value: 1), .init(key: deep(2), value: 2)]),
      .dictionary([.init(key: deep(2), value: 2), .init(key: deep(1), value: 1)]))
    assertDifferent(
      .dictionary([.init(key: deep(1), value: 1), .init(key: deep(2), value: 2)]),
      .dictionary([.init(key: deep(2), value: 1), .init(key: deep(1), value: 2)]))
  }

  func testClassesOfInstances() {
    let plain: ArchiveNode = [1]
    assertEqual(.instance(ArchiveClass("NSArray"), plain), plain)
    assertEqual(.instance(ArchiveClass(""), plain), plain)
    assertEqual(
      .instance(ArchiveClass("NSMutableArray"), plain),
      .instance(ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), plain))
    assertDifferent(.instance(ArchiveClass("NSMutableArray"), plain), plain)
    assertDifferent(.instance(ArchiveClass("NSMutableString"), "a"), "a")
    assertEqual(.instance(ArchiveClass("NSString"), "a"), "a")
  }

  func testGraphs() {
    let tree: ArchiveNode = ["a": [1, 2], "b": [1, 2]]
    let graph = ArchiveNode.graph(
      ArchiveGraph(root: ["a": .reference(1), "b": .reference(1)], objects: [.null, [.reference(2), 2], 1]))
    assertEqual(tree, graph)
    assertDifferent(["a": [1, 2], "b": [1, 3]], graph)
    XCTAssertFalse(tree.hasSameSharing(as: graph))
    XCTAssertTrue(graph.hasSameSharing(as: graph.compacted()))
    // Cycles of other lengths, which look the same.
    func ring(_ count: Int) -> ArchiveNode {
      .graph(
        ArchiveGraph(root: .reference(0), objects: (0..<count).map { ["next": .reference(($0 + 1) % count)] })
      )
    }
    assertEqual(ring(1), ring(7))
    assertEqual(ring(90), ring(91))
    XCTAssertFalse(ring(3).hasSameSharing(as: ring(6)))
    XCTAssertTrue(ring(3).hasSameSharing(as: ring(3)))
    // One object against inline values, at other places of the cycle.
    let left = ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: [["a": ["b": .reference(0)]]]))
    let right = ArchiveNode.graph(
      ArchiveGraph(root: ["a": .reference(0)], objects: [["b": ["a": .reference(0)]]]))
    assertEqual(left, right)
    XCTAssertFalse(left.hasSameSharing(as: right))
    // A cycle through a set.
    func club(_ names: [ArchiveNode]) -> ArchiveNode {
      .graph(
        ArchiveGraph(
          root: .reference(0),
          objects: [.object("Club", ["members": .set(names.indices.map { .reference($0 + 1) })])]
            + names.map { .object("Member", ["name": $0, "club": .reference(0)]) }))
    }
    assertEqual(club(["a", "b", "c"]), club(["c", "a", "b"]))
    assertDifferent(club(["a", "b", "c"]), club(["c", "a", "d"]))
    assertEqual(club([[[[["a"]]]], [[[["b"]]]]]), club([[[[["b"]]]], [[[["a"]]]]]))
    assertDifferent(club([[[[["a"]]]], [[[["b"]]]]]), club([[[[["b"]]]], [[[["c"]]]]]))
  }

  func testReferencesThatLeadNowhere() {
    func graph(_ objects: [ArchiveNode]) -> ArchiveNode {
      .graph(ArchiveGraph(root: [.reference(0), .reference(7)], objects: objects))
    }
    assertEqual(graph([.reference(0)]), graph([.reference(1), .reference(0)]))
    assertEqual(graph([.reference(0)]), graph([.reference(-1)]))
    assertDifferent(graph([.null]), graph([.reference(0)]))
    assertEqual(graph([.reference(0)]).compacted(), graph([.reference(-1)]))
    XCTAssertNil(graph([.reference(0)])[0])
    XCTAssertEqual(graph([.reference(0)]).count, 2)
  }

  func testLongChains() {
    // Release builds, which need less of the stack for each level, are tested thoroughly.
    let count = Thoroughness.isFull ? 200_000 : 5_000
    let (left, right) = (NodeSamples.chain(count), NodeSamples.chain(count))
    XCTAssertTrue(left.hasSameContent(as: right))
    XCTAssertFalse(left.hasSameContent(as: NodeSamples.chain(count, last: 1)))
    let short = NodeSamples.chain(Thoroughness.isFull ? 10_000 : 2_000)
    XCTAssertTrue(short.compacted().hasSameSharing(as: short))
    let inline = short.inlined()
    XCTAssertTrue(inline.hasSameSharing(as: short))
    guard case .graph(let graph) = inline else { return XCTFail("no graph") }
    XCTAssertLessThan(graph.objects.count, 100)
    assertSameContent(inline.inlined(), short)
  }

  func testRandomGraphs() {
    var random = SeededGenerator()
    var equal = 0
    for _ in 0..<Thoroughness.rounds(600, full: 2000) {
      let node = NodeSamples.random(&random)
      let (compact, inline) = (node.compacted(), node.inlined())
      assertEqual(node, compact)
      assertEqual(node, inline)
      assertEqual(compact, inline)
      XCTAssertTrue(node.hasSameSharing(as: compact))
      XCTAssertTrue(node.hasSameSharing(as: inline))
      let other = NodeSamples.random(&random, objects: 2)
      let areEqual = node.hasSameContent(as: other)
      if areEqual {
        equal += 1
      }
      XCTAssertEqual(other.hasSameContent(as: node), areEqual)
      XCTAssertEqual(inline.hasSameContent(as: other.compacted()), areEqual)
    }
    XCTAssertGreaterThan(equal, 0)
  }

  func testSharingOfSetsInSetsTakesBoundedTime() {
    func sets(_ depth: Int, _ first: String, _ second: String) -> ArchiveNode {
      var objects: [ArchiveNode] = []
      for level in 0..<depth {
        let below: [ArchiveNode] = [.reference(2 * level + 2), .reference(2 * level + 3)]
        objects += [.set(below), .set(below)]
      }
      objects += [[[[[[.string(first)]]]]], [[[[[.string(second)]]]]]]
      return .graph(ArchiveGraph(root: .reference(0), objects: objects))
    }
    XCTAssertTrue(sets(8, "x", "y").hasSameSharing(as: sets(8, "y", "x")))
    XCTAssertFalse(sets(4, "x", "y").hasSameSharing(as: sets(4, "x", "z")))
    XCTAssertFalse(sets(40, "x", "y").hasSameSharing(as: sets(40, "x", "z")))
  }
}
