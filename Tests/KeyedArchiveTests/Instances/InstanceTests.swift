import ArchiveTestSupport
import StructCoding
import XCTest

@Archivable
final class LinkedStop {
  var number: Int
  var next: LinkedStop?

  init(number: Int, next: LinkedStop? = nil) {
    self.number = number
    self.next = next
  }
}

@Archivable
final class FolderItem {
  let name: String
  var children: [FolderItem] = []
  weak var parent: FolderItem?
  var tags: Set<String>

  init(name: String, tags: Set<String> = []) {
    self.name = name
    self.tags = tags
  }

  func add(_ child: FolderItem) {
    children.append(child)
    child.parent = self
  }
}

@Archivable(.superclass)
class Shape1 {
  class var archiveSubclasses: [any ArchivableObject.Type] { [CircleShape1.self, PolygonShape1.self] }
  var label: String
  weak var group: ShapeGroup1?

  init(label: String) { self.label = label }
}

@Archivable
final class CircleShape1: Shape1 {
  var radius: Double

  init(label: String, radius: Double) {
    self.radius = radius
    super.init(label: label)
  }
}

@Archivable(.superclass)
class PolygonShape1: Shape1 {
  override class var archiveSubclasses: [any ArchivableObject.Type] { [TriangleShape1.self] }
  var corners: [ShapeCorner1] = []

  override init(label: String) { super.init(label: label) }
}

@Archivable
final class TriangleShape1: PolygonShape1 {
  var isRight = false

  override init(label: String) { super.init(label: label) }
}

final class UnlistedShape1: Shape1 {}

@Archivable
struct ShapeCorner1: Equatable {
  var x: Double
  var y: Double
  var owner: Shape1?

  static func == (left: Self, right: Self) -> Bool { left.x == right.x && left.y == right.y }
}

@Archivable
final class ShapeGroup1 {
  var figures: [Shape1] = []
  var selected: Shape1?
  unowned var first: Shape1

  init(first: Shape1) {
    self.first = first
    figures = [first]
  }
}

final class InstanceTests: XCTestCase {
  func testOneInstanceStaysOne() throws {
    let stop = LinkedStop(number: 7)
    let back = try KeyedArchive.decode([LinkedStop].self, from: KeyedArchive.encode([stop, stop]))
    XCTAssertTrue(back[0] === back[1])
    XCTAssertEqual(back[0].number, 7)
  }

  func testCycles() throws {
    let own = LinkedStop(number: 1)
    own.next = own
    let back = try KeyedArchive.decode(LinkedStop.self, from: KeyedArchive.encode(own))
    XCTAssertTrue(back.next === back)
    own.next = nil
    back.next = nil
    let root = FolderItem(name: "root")
    let child = FolderItem(name: "child", tags: ["a", "b"])
    root.add(child)
    child.add(FolderItem(name: "grandchild"))
    let copy = try KeyedArchive.decode(FolderItem.self, from: KeyedArchive.encode(root))
    XCTAssertTrue(copy.children[0].parent === copy)
    XCTAssertTrue(copy.children[0].children[0].parent === copy.children[0])
    XCTAssertEqual(copy.children[0].tags, ["a", "b"])
    // What a weak reference alone leads to is not stored.
    let alone = try KeyedArchive.decode(FolderItem.self, from: KeyedArchive.encode(child))
    XCTAssertNil(alone.parent)
    XCTAssertEqual(alone.children[0].name, "grandchild")
  }

  func testSubclasses() throws {
    let circle = CircleShape1(label: "c", radius: 2)
    let group = ShapeGroup1(first: circle)
    let triangle = TriangleShape1(label: "t")
    triangle.isRight = true
    triangle.corners = [ShapeCorner1(x: 1, y: 2, owner: triangle), ShapeCorner1(x: 3, y: 4, owner: circle)]
    triangle.group = group
    group.figures += [triangle, Shape1(label: "plain"), circle]
    group.selected = triangle
    let back = try KeyedArchive.decode(ShapeGroup1.self, from: KeyedArchive.encode(group))
    XCTAssertEqual(back.figures.map { "\(type(of: $0))" }, group.figures.map { "\(type(of: $0))" })
    XCTAssertTrue(back.figures[0] === back.figures[3])
    XCTAssertTrue(back.first === back.figures[0])
    let tri = try XCTUnwrap(back.selected as? TriangleShape1)
    XCTAssertTrue(tri === back.figures[1] && tri.group === back && tri.isRight)
    XCTAssertTrue(tri.corners[0].owner === tri)
    XCTAssertEqual((tri.corners[1].owner as? CircleShape1)?.radius, 2)
  }

  func testUnlistedClass() throws {
    XCTAssertThrowsError(try KeyedArchive.encode([Shape1(label: "a"), UnlistedShape1(label: "b")])) {
      print($0)
    }
    let data = try KeyedArchive.encode(CircleShape1(label: "a", radius: 1))
    XCTAssertThrowsError(try KeyedArchive.decode(PolygonShape1.self, from: data)) { print($0) }
  }

  func testLongChain() throws {
    var first = LinkedStop(number: 0)
    for number in 1..<200_000 { first = LinkedStop(number: number, next: first) }
    let start = Date()
    let data = try KeyedArchive.encode(first)
    let middle = Date()
    var back: LinkedStop? = try KeyedArchive.decode(LinkedStop.self, from: data)
    print("chain", middle.timeIntervalSince(start), Date().timeIntervalSince(middle), data.count)
    var count = 0
    while let stop = back {
      count += 1
      back = stop.next
      stop.next = nil
    }
    XCTAssertEqual(count, 200_000)
    var rest: LinkedStop? = first
    while let stop = rest {
      rest = stop.next
      stop.next = nil
    }
  }
}
