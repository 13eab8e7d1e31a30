import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class NodeTextTests: XCTestCase {
  func testGraphs() {
    XCTAssertEqual(
      "\(NodeSamples.friends)",
      "Team(members: [#0 = Person(name: \"Ann\", tags: [\"a\", \"b\"], friend: #1 = Person(name: \"Bob\", friend: #0)), #1], lead: #0)"
    )
    XCTAssertEqual("\(ArchiveNode.reference(4))", "#4")
    XCTAssertEqual("\(ArchiveNode.graph(ArchiveGraph(root: [.reference(4)])))", "[#4]")
    XCTAssertEqual(
      "\(ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: [[.reference(0)]])))", "#0 = [#0]")
    XCTAssertEqual("\(ArchiveNode.instance(ArchiveClass("NSMutableArray"), [1]))", "NSMutableArray [1]")
    XCTAssertLessThan("\(NodeSamples.chain(Thoroughness.isFull ? 200_000 : 40_000))".count, 500)
    var wide: ArchiveNode = 1
    for _ in 0..<8 { wide = .array(Array(repeating: wide, count: 8)) }
    XCTAssertLessThan("\(wide)".count, 20_000)
  }

  func testLeaves() {
    XCTAssertEqual("\("a\"b\u{1b}[0m\n" as ArchiveNode)", "\"a\\\"b\\u{1b}[0m\\n\"")
    for seconds in [Double.nan, .infinity, 1e300, -1e300, 1e12, -1e12, .leastNonzeroMagnitude] {
      XCTAssertFalse("\(ArchiveNode.date(Date(timeIntervalSinceReferenceDate: seconds)))".isEmpty)
    }
  }

  func testTree() {
    XCTAssertEqual(
      NodeSamples.friends.formatted(),
      """
      Team
        members: 2 elements
          [0]: #0 = Person
            name: "Ann"
            tags: ["a", "b"]
            friend: #1 = Person
              name: "Bob"
              friend: #0
          [1]: #1
        lead: #0
      """)
    let node: ArchiveNode = [
      "long": .array((0..<200).map { .integer($0) }), "empty": [],
      "text": .string(String(repeating: "x", count: 200)),
      "a.b": .object("", ["x": [:], "y": [[1]]]),
    ]
    XCTAssertEqual(
      node.formatted(depth: 2, elements: 3, textLength: 5),
      """
      4 entries
        ["long"]: 200 elements
          [0]: 0
          [1]: 1
          [2]: 2
          … 197 more
        ["empty"]: []
        ["text"]: "xxxxx…"
        … 1 more
      """)
    XCTAssertEqual(node["a.b"]?.formatted(depth: 1), "record\n  x: [:]\n  y: 1 element …")
    XCTAssertEqual((3 as ArchiveNode).formatted(), "3")
    XCTAssertEqual(node.formatted(lines: 2).split(separator: "\n").count, 3)
    XCTAssertEqual(
      NodeSamples.chain(Thoroughness.isFull ? 200_000 : 40_000).formatted(depth: .max).split(separator: "\n")
        .count, 1025)
  }
}
