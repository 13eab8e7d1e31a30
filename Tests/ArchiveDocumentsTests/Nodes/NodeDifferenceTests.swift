import ArchiveBytes
import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import ArchiveValues
import XCTest

final class NodeDifferenceTests: XCTestCase {
  private func texts(_ new: ArchiveNode, _ old: ArchiveNode) -> [String] {
    new.differences(from: old).map(\.description)
  }

  func testTrees() {
    XCTAssertEqual(texts([1, 2], [1, 2]), [])
    XCTAssertEqual(texts(1, 2), ["the root: 2 → 1"])
    XCTAssertEqual(
      texts(["a": 1, "c": 3], ["b": 2, "a": 0]), ["[\"a\"]: 0 → 1", "+ [\"c\"]: 3", "- [\"b\"]: 2"])
    XCTAssertEqual(
      texts(.object("A", ["x": [1], "y": "b"]), .object("A", ["y": "a", "x": ["k": 1], "z": .null])),
      ["x: [\"k\": 1] → [1]", "y: \"a\" → \"b\"", "- z: nil"])
    XCTAssertEqual(texts(.object("B", ["x": 1]), .object("A", ["x": 1])), ["the root: class A → B"])
    XCTAssertEqual(texts(.object("B", ["x": 1]), .object("A", ["y": 1])), ["the root: A(y: 1) → B(x: 1)"])
    XCTAssertEqual(
      texts(.instance(ArchiveClass("NSMutableArray"), [1]), [2]),
      ["the root: class NSArray → NSMutableArray", "[0]: 2 → 1"])
    XCTAssertEqual(texts(.set([1, 2, 3]), .set([3, 4, 1])), ["+ [1]: 2", "- [1]: 4"])
  }

  func testArrays() {
    XCTAssertEqual(texts([0, 1, 2, 3], [1, 2, 3]), ["+ [0]: 0"])
    XCTAssertEqual(texts([1, 3], [1, 2, 3]), ["- [1]: 2"])
    XCTAssertEqual(texts([1, 9, 3], [1, 2, 3]), ["[1]: 2 → 9"])
    func event(_ tag: ArchiveNode, _ time: ArchiveNode) -> ArchiveNode {
      .object("Event", ["tag": tag, "time": time])
    }
    let old: ArchiveNode = [event("a", 1), event("b", 2), event("c", 3)]
    let new: ArchiveNode = [event("x", 9), event("a", 1), event("y", 8), event("b", 7), event("c", 3)]
    XCTAssertEqual(
      texts(new, old),
      ["+ [0]: Event(tag: \"x\", time: 9)", "+ [2]: Event(tag: \"y\", time: 8)", "[3].time: 2 → 7"])
    let difference = new.differences(from: old)[2]
    XCTAssertEqual("\(difference.formerPath)", "[1].time")
    XCTAssertEqual(new.differences(from: old, limit: 1).count, 1)
  }

  func testLongArrays() {
    let count = Thoroughness.isFull ? 100_000 : 20_000
    let numbers = (0..<count).map { ArchiveNode.integer(Int64($0)) }
    var edited = numbers
    edited.insert("x", at: 500)
    edited.remove(at: 7_000)
    edited[9_000] = "y"
    XCTAssertEqual(
      texts(.array(edited), .array(numbers)),
      ["+ [500]: \"x\"", "- [6999]: 6999", "[9000]: 9000 → \"y\""])
    let others = (0..<count).map { ArchiveNode.integer(Int64(-1 - $0)) }
    XCTAssertEqual(ArchiveNode.array(others).differences(from: .array(numbers)).count, 1000)
    XCTAssertEqual(ArchiveNode.array(numbers.reversed()).differences(from: .array(numbers)).count, 1000)
    let few = (0..<count).map { ArchiveNode.integer(Int64($0 * $0 % 7)) }
    XCTAssertEqual(ArchiveNode.array(few).differences(from: .array(numbers)).count, 1000)
  }

  func testGraphs() {
    let old = NodeSamples.friends
    var new = old
    new["lead"]?["friend"]?["name"] = "Rob"
    XCTAssertEqual(texts(new, old), ["members[0].friend.name: \"Bob\" → \"Rob\""])
    new["members"]?.append(3)
    XCTAssertEqual(texts(new, old).last, "+ members[2]: 3")
    let count = Thoroughness.isFull ? 20_000 : 6_000
    let (chain, longer) = (NodeSamples.chain(count), NodeSamples.chain(count, last: 1))
    let differences = longer.differences(from: chain)
    XCTAssertEqual(differences.count, 1)
    XCTAssertEqual(differences.first?.path.steps.count, count)
    XCTAssertEqual(chain[path: differences[0].formerPath], .null)
  }

  /// Each line shows a difference: another class with the same value, another byte in as many, another width.
  func testTextsShowTheDifference() {
    func data(_ byte: UInt8) -> ArchiveNode { .data(Data(repeating: 1, count: 5) + [byte]) }
    let long = String(repeating: "x", count: 100)
    let mutableData = ArchiveClass("NSMutableData", superclassNames: ["NSData", "NSObject"])
    let cases: [(ArchiveNode, ArchiveNode, String)] = [
      (.instance(mutableData, data(2)), data(2), "the root: class NSMutableData → NSData"),
      ("a", .instance(ArchiveClass("NSMutableString"), "a"), "the root: class NSString → NSMutableString"),
      (
        .instance(mutableData, data(2)), data(3),
        "the root: NSMutableData 6 bytes → 6 bytes"
      ),
      (data(2), data(3), "the root: 6 bytes (0x2 at byte 5) → 6 bytes (0x3 at byte 5)"),
      (
        .string(long + "a"), .string(long + "b"),
        "the root: … \"xxxxxxxxxxxxxxxxa\" → … \"xxxxxxxxxxxxxxxxb\""
      ),
      (.float(1.5), .double(1.5), "the root: 1.5 of 32 bits → 1.5 of 64 bits"),
      (
        .date(Date(timeIntervalSinceReferenceDate: 1 / 3)),
        .date(Date(timeIntervalSinceReferenceDate: (1 / 3).nextUp)),
        "the root: 0.3333333333333333 seconds since 2001 → 0.33333333333333337 seconds since 2001"
      ),
    ]
    for (old, new, text) in cases { XCTAssertEqual(texts(new, old), [text]) }
    var (deep, other): (ArchiveNode, ArchiveNode) = (["a": 1], ["a": 2])
    for _ in 0..<20 { (deep, other) = ([deep], [other]) }
    XCTAssertEqual(ChangedText.texts(deep, other).new, deep.description + ", which differs further on")
  }

  func testRandomGraphs() {
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(400, full: 1000) {
      let (old, new) = (NodeSamples.random(&random), NodeSamples.random(&random))
      let differences = new.differences(from: old)
      XCTAssertEqual(differences.isEmpty, new.hasSameContent(as: old), "\(old) \(new)")
      XCTAssertEqual(old.differences(from: old.inlined()), [])
      for difference in differences {
        // What leads nowhere is no part, but may be a difference.
        switch difference.kind {
        case .added(let node): if let part = new[path: difference.path] { assertSameContent(part, node) }
        case .removed(let node): if let part = old[path: difference.path] { assertSameContent(part, node) }
        case .changed(let from, let to):
          if let part = new[path: difference.path] { assertSameContent(part, to) }
          if let part = old[path: difference.formerPath] { assertSameContent(part, from) }
        case .classChanged: break
        }
      }
    }
  }
}
