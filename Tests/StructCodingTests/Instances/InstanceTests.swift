import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Identity, circles, weak and unowned references, and class hierarchies, on every way through an archive.
final class InstanceTests: XCTestCase {
  func testOneInstanceStaysOne() throws {
    for road in Road.allCases {
      let stop = LinkedStop(number: 7)
      let back = try road.carry([stop, LinkedStop(number: 7), stop], to: [LinkedStop].self)
      XCTAssertTrue(back[0] === back[2], "\(road)")
      XCTAssertFalse(back[0] === back[1], "\(road)")
      XCTAssertEqual(back.map(\.number), [7, 7, 7], "\(road)")
    }
  }

  func testCircles() throws {
    for road in Road.allCases {
      let own = LinkedStop(number: 1)
      own.next = own
      defer { own.next = nil }
      let back = try road.carry(own, to: LinkedStop.self)
      XCTAssertTrue(back.next === back, "\(road)")
      back.next = nil
    }
  }

  func testParents() throws {
    for road in Road.allCases {
      let root = FolderItem(name: "root")
      let child = FolderItem(name: "child", tags: ["a", "b"])
      root.add(child)
      child.add(FolderItem(name: "grandchild"))
      let copy = try road.carry(root, to: FolderItem.self)
      XCTAssertTrue(copy.children[0].parent === copy, "\(road)")
      XCTAssertTrue(copy.children[0].children[0].parent === copy.children[0], "\(road)")
      XCTAssertEqual(copy.children[0].tags, ["a", "b"], "\(road)")
      // What a weak reference alone leads to is not stored.
      let alone = try road.carry(child, to: FolderItem.self)
      XCTAssertNil(alone.parent, "\(road)")
      XCTAssertEqual(alone.children[0].name, "grandchild", "\(road)")
    }
  }

  func testHierarchy() throws {
    for road in Road.allCases {
      let circle = DrawnCircle(label: "c", radius: 2)
      let group = DrawnGroup(first: circle)
      let triangle = DrawnTriangle(label: "t")
      triangle.isRight = true
      triangle.corners = [DrawnCorner(x: 1, owner: triangle), DrawnCorner(x: 3, owner: circle)]
      triangle.group = group
      group.shapes = [circle, triangle, DrawnShape(label: "plain"), DrawnPolygon(label: "p"), circle]
      group.selected = triangle
      group.named = ["one": circle, "two": triangle]
      let back = try road.carry(group, to: DrawnGroup.self)
      XCTAssertEqual(
        back.shapes.map { "\(type(of: $0)) \($0.label)" },
        ["DrawnCircle c", "DrawnTriangle t", "DrawnShape plain", "DrawnPolygon p", "DrawnCircle c"], "\(road)"
      )
      XCTAssertTrue(back.shapes[0] === back.shapes[4] && back.first === back.shapes[0], "\(road)")
      let copy = try XCTUnwrap(back.selected as? DrawnTriangle)
      XCTAssertTrue(copy === back.shapes[1] && copy.group === back && copy.isRight, "\(road)")
      XCTAssertTrue(copy.corners[0].owner === copy && copy.corners[1].owner === back.first, "\(road)")
      XCTAssertTrue(back.named["two"] === copy, "\(road)")
      XCTAssertEqual((back.first as? DrawnCircle)?.radius, 2, "\(road)")
      // A struct in a class in a struct refers to itself: let go of the circle.
      copy.corners = []
      triangle.corners = []
    }
  }

  func testClassesThatAreNotListed() throws {
    for road in Road.allCases {
      XCTAssertThrowsError(
        try road.carry([DrawnShape(label: "a"), DrawnBlob(label: "b")], to: [DrawnShape].self), "\(road)"
      ) { error in
        let error = error as? ArchiveError
        XCTAssertEqual(error?.code, .unsupported, "\(road)")
        XCTAssertEqual(error?.pathDescription, road.path("[1]"), "\(road)")
      }
      XCTAssertThrowsError(
        try road.carry(DrawnCircle(label: "a", radius: 1), to: DrawnPolygon.self), "\(road)"
      ) { error in
        XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch, "\(road) \(error)")
      }
    }
  }

  func testUnownedReferenceToWhatNothingHolds() throws {
    for road in Road.allCases {
      let shape = DrawnShape(label: "gone")
      XCTAssertThrowsError(try road.carry(DrawnGroup(first: shape), to: DrawnGroup.self), "\(road)") {
        error in
        XCTAssertEqual((error as? ArchiveError)?.code, .invalidValue, "\(road)")
        XCTAssert("\(error)".contains("unowned"), "\(road) \(error)")
      }
    }
  }

  func testLongChains() throws {
    for road in Road.allCases where road != .xml {
      let count = Thoroughness.isFull ? 5_000 : 1_500
      let chain = LinkedStop.chain(count)
      let back = try road.carry(chain, to: LinkedStop.self)
      XCTAssertEqual(back.dismantle(), count, "\(road)")
      XCTAssertEqual(chain.dismantle(), count)
    }
    let count = Thoroughness.isFull ? 100_000 : 30_000
    let chain = LinkedStop.chain(count)
    defer { _ = chain.dismantle() }
    let limits = ArchiveLimits(maximumReferenceDepth: .max)
    let keyed = try KeyedArchive.decode(
      LinkedStop.self, from: KeyedArchive.encode(chain), options: .init(limits: limits))
    XCTAssertEqual(keyed.dismantle(), count)
    let column = try ColumnArchive.decode(
      LinkedStop.self, from: ColumnArchive.encode(chain), options: .init(limits: limits))
    XCTAssertEqual(column.dismantle(), count)
  }

  /// A `Coding` inside of an instance is read by a coder that the reader lends itself to: nothing is finished by that.
  func testCodingsInInstances() throws {
    let owner = OwnerOfParts(name: "o")
    owner.parts = [OwnedPart(owner: owner), OwnedPart(owner: owner)]
    let book = BookOfParts(page: PageOfParts(owner: owner))
    book.label = "x"
    for road in Road.allCases where ![.node, .keyedNode, .columnNode].contains(road) {
      let back = try road.carry(book, to: BookOfParts.self)
      XCTAssertEqual(back.log, "x", "\(road)")
      let page = back.page.decoded
      XCTAssertEqual(page.partCount, 2, "\(road)")
      XCTAssertTrue(page.owner.parts[1].owner === page.owner, "\(road)")
    }
  }

  /// A struct sees instances with what they refer to.
  func testStructsAwakeAfterTheirInstances() throws {
    for road in Road.allCases {
      let owner = OwnerOfParts(name: "o")
      owner.parts = [OwnedPart(owner: owner)]
      XCTAssertEqual(try road.carry(PageOfParts(owner: owner), to: PageOfParts.self).partCount, 1, "\(road)")
    }
  }

  /// Sets that hold one another's owners, and are put in an order of their own.
  func testSetsInACircle() throws {
    for road in Road.allCases {
      let (first, second) = (SetMember(1), SetMember(2))
      first.peers = [first, second]
      second.peers = [first]
      let back = try road.carry(first, to: SetMember.self)
      XCTAssertEqual(back.peers.map(\.number).sorted(), [1, 2], "\(road)")
      XCTAssertTrue(back.peers.contains(back), "\(road)")
      let other = try XCTUnwrap(back.peers.first { $0 !== back }, "\(road)")
      XCTAssertTrue(other.peers.first === back, "\(road)")
      XCTAssertEqual(try KeyedArchive.encode(first), try KeyedArchive.encode(back), "\(road)")
      for member in [first, second, back, other] { member.peers = [] }
    }
  }
}

@ArchivableObject
private final class OwnerOfParts {
  var name: String
  var parts: [OwnedPart] = []
  init(name: String) { self.name = name }
}

@ArchivableObject
private final class OwnedPart {
  unowned var owner: OwnerOfParts
  init(owner: OwnerOfParts) { self.owner = owner }
}

@Archivable
private struct PageOfParts: AwakesAfterDecoding {
  var owner: OwnerOfParts
  var partCount = 0

  mutating func awakeAfterDecoding() { partCount = owner.parts.count }
}

extension PageOfParts.Coding: ArchiveValue {}

@ArchivableObject
private final class BookOfParts: AwakesAfterDecoding {
  let page: PageOfParts.Coding
  var label = ""
  private(set) var log = ""
  init(page: PageOfParts) { self.page = page.encoded }
  func awakeAfterDecoding() { log += label }
}

@ArchivableObject
private final class SetMember: Hashable {
  // Before the number, by which it is found in sets.
  var peers: Set<SetMember> = []
  var number = 0

  init(_ number: Int) { self.number = number }

  static func == (left: SetMember, right: SetMember) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
