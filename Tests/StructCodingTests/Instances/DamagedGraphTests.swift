import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Archives of instances that no program writes, made by way of nodes, in both formats.
final class DamagedGraphTests: XCTestCase {
  private func group(first: ArchiveNode, shapes: [ArchiveNode] = []) -> ArchiveNode {
    .record(
      ArchiveNode.Fields(
        className: "ArchiveTestSupport_DrawnGroup_Coding",
        ["shapes": .array(shapes), "selected": .null, "first": first, "named": [:]]))
  }

  private func shape(_ name: String = "Shape", in group: ArchiveNode = .null) -> ArchiveNode {
    .record(
      ArchiveNode.Fields(className: "ArchiveTestSupport_Drawn\(name)_Coding", ["label": "l", "group": group]))
  }

  private func link(_ next: ArchiveNode) -> ArchiveNode {
    .record(ArchiveNode.Fields(className: "Test_DamagedStop", ["number": 1, "next": next, "later": .null]))
  }

  /// Reads the graph from an archive of each format, and as it is.
  private func read<Value: ArchiveValue>(
    _ type: Value.Type, _ root: ArchiveNode, _ objects: [ArchiveNode],
    _ body: (String, Result<Value, any Error>) -> Void
  ) throws {
    let node = ArchiveNode.graph(ArchiveGraph(root: root, objects: objects))
    let (keyed, columns) = (try KeyedArchive.encode(node), try ColumnArchive.encode(node))
    body("keyed", Result { try KeyedArchive.decode(type, from: keyed) })
    body("column", Result { try ColumnArchive.decode(type, from: columns) })
    body("node", Result { try node.decode(type) })
    body("keyed node", Result { try KeyedArchive(keyed).node().decode(type) })
    body("column node", Result { try ColumnArchive(columns).node().decode(type) })
  }

  private func check<Value: ArchiveValue>(
    _ type: Value.Type, _ root: ArchiveNode, _ objects: [ArchiveNode], _ codes: ArchiveError.Code...,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try read(type, root, objects) { way, result in
      switch result {
      case .success(let value): XCTFail("\(way): \(value)", file: file, line: line)
      case .failure(let error):
        guard let error = error as? ArchiveError else {
          return XCTFail("\(way): \(error)", file: file, line: line)
        }
        XCTAssert(codes.contains(error.code), "\(way): \(error)", file: file, line: line)
      }
    }
  }

  func testUnownedReferences() throws {
    // One that something holds.
    try read(
      [DrawnGroup].self, [.reference(0), .reference(0)],
      [group(first: .reference(1), shapes: [.reference(1)]), shape()]
    ) { way, result in
      do {
        let groups = try result.get()
        XCTAssert(groups[0] === groups[1] && groups[0].first === groups[0].shapes[0], way)
        XCTAssertEqual(groups[0].first.label, "l", way)
      } catch {
        XCTFail("\(way): \(error)")
      }
    }
    let twice: ArchiveNode = [.reference(0), .reference(0)]
    // One that nothing else leads to, and one that is held by what only a weak reference leads to.
    for root in [twice, [.reference(0)]] {
      try check(
        [DrawnGroup].self, root, [group(first: .reference(1)), shape()], .invalidValue, .typeMismatch)
      try check(
        [DrawnGroup].self, root,
        [
          group(first: .reference(1)), shape(in: .reference(2)),
          group(first: .reference(1), shapes: [.reference(1)]),
        ], .invalidValue, .typeMismatch)
      try check([DrawnGroup].self, root, [group(first: .null)], .typeMismatch, .invalidValue)
    }
  }

  func testOtherClasses() throws {
    let twice: ArchiveNode = [.reference(0), .reference(0)]
    for other in ["Group", "Blob", "Corner", ""] {
      try check(
        [DrawnGroup].self, twice,
        [group(first: .reference(1), shapes: [.reference(1)]), shape(other)], .classMismatch, .typeMismatch,
        .missingField)
    }
    try check(
      [DrawnGroup].self, twice, [group(first: .reference(0), shapes: [.reference(0)])], .classMismatch, .cycle
    )
    try check([DrawnGroup].self, twice, [group(first: .reference(1)), "text"], .typeMismatch)
    // One object as two classes.
    try check(
      TwoClasses.self,
      .record(
        ArchiveNode.Fields(className: "Test_TwoClasses", ["group": .reference(0), "stop": .reference(0)])),
      [group(first: .reference(1), shapes: [.reference(1)]), shape()], .classMismatch)
  }

  func testConstantCircles() throws {
    let twice: ArchiveNode = [.reference(0), .reference(0)]
    try check([DamagedStop].self, twice, [link(.reference(0))], .cycle)
    try check(
      [DamagedStop].self, [.reference(0)], [link(.reference(1)), link(.reference(2)), link(.reference(0))],
      .cycle)
    // Small stacks are for the tests of chains; here the limits count.
    let long = (0..<3000).map { link($0 == 2999 ? .null : .reference($0 + 1)) }
    try check([DamagedStop].self, twice, long, .limitExceeded)
  }
}

@ArchivableObject(className: "Test_DamagedStop")
private final class DamagedStop {
  let number: Int
  let next: DamagedStop?
  var later: DamagedStop?

  init(number: Int, next: DamagedStop?) { (self.number, self.next) = (number, next) }
}

@Archivable(className: "Test_TwoClasses")
private struct TwoClasses {
  var group: DrawnGroup
  var stop: LinkedStop
}
