import ArchiveNodes
import Foundation
import XCTest

final class NodeEqualityTests: XCTestCase {
  /// Each is equal to itself, made anew, and to none of the others.
  func testEqualNodesAreMadeInTheSameWay() {
    func nodes() -> [ArchiveNode] {
      let date = Date(timeIntervalSinceReferenceDate: .nan)
      var later = ArchiveNode.Fields(className: "A", ["x": 1])
      later.version = 2
      var caseOfA = ArchiveNode.Fields(className: "A", ["x": 1])
      caseOfA.caseName = "x"
      return [
        .null, true, false, 0, 1, .unsigned(.max), .float(0), .float(.nan), .double(0), .double(-0.0),
        .double(.nan), "", "a", .date(Date(timeIntervalSinceReferenceDate: 0)), .date(date), .data(Data()),
        .data(Data([1])), [], [1, 2], [2, 1], .set([]), .set([1, 2]), .set([1, 1, 2]), .set([1, 2, 2]), [:],
        ["a": 1, "b": 2], ["a": 2, "b": 1], .object("A"), .object("A", ["x": 1]),
        .object("A", ["x": .double(.nan)]),
        .object("A", ["x": 1, "y": 2]), .object("A", ["x": 2, "y": 1]), .object("B", ["x": 1]),
        .record(later), .record(caseOfA), .instance(ArchiveClass("NSArray"), [1, 2]),
        .instance(ArchiveClass("NSMutableArray"), [1, 2]), .reference(0), .reference(1),
        .graph(ArchiveGraph(root: .reference(0), objects: [[1, 2]])),
        .graph(ArchiveGraph(root: .reference(1), objects: [.null, [1, 2]])),
        .graph(ArchiveGraph(root: [1, 2], objects: [])),
      ]
    }
    for (i, left) in nodes().enumerated() {
      for (j, right) in nodes().enumerated() {
        XCTAssertEqual(left == right, i == j, "\(i) \(j)")
        if i == j { XCTAssertEqual(left.hashValue, right.hashValue, "\(i)") }
      }
    }
    XCTAssertEqual(Set(nodes()).count, nodes().count)
  }

  func testOrderOfSetsEntriesAndFields() {
    let pairs: [(ArchiveNode, ArchiveNode)] = [
      (.set([1, "x", [2]]), .set([[2], 1, "x"])), (["a": 1, "b": [2]], ["b": [2], "a": 1]),
      (.set([.set([1, 2]), .set([3])]), .set([.set([3]), .set([2, 1])])),
      (.object("A", ["x": 1, "y": 2]), .object("A", ["y": 2, "x": 1])),
    ]
    for (left, right) in pairs {
      XCTAssertEqual(left, right)
      XCTAssertEqual(left.hashValue, right.hashValue)
    }
  }

  func testSpellings() {
    XCTAssertEqual(ArchiveNode.unsigned(3), 3)
    XCTAssertEqual(ArchiveNode.unsigned(3).hashValue, (3 as ArchiveNode).hashValue)
    XCTAssertEqual("e\u{301}" as ArchiveNode, "é")
  }

  /// Parts of two graphs are equal if only the numbers of their objects differ.
  func testForms() {
    func graph(_ objects: [ArchiveNode], root: ArchiveNode) -> ArchiveNode {
      .graph(ArchiveGraph(root: root, objects: objects))
    }
    let first = graph([.object("A", ["b": .reference(1)]), "x"], root: .reference(0))
    let second = graph(["y", "x", .object("A", ["b": .reference(1)])], root: .reference(2))
    XCTAssertNotEqual(first, second)
    XCTAssertTrue(first.hasSameForm(as: second))
    XCTAssertTrue(first.hasSameForm(as: .object("A", ["b": "x"])))
    XCTAssertFalse(first.hasSameForm(as: .object("A", ["b": "y"])))
  }
}
