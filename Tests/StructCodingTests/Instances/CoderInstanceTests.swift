import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@Archivable
private struct DrawnPage {
  var title: String
  var shapes: [DrawnShape]
  var cover: DrawnShape?
}

/// Instances among the fields of values that go through an `NSCoder`, and in parts of archives.
final class CoderInstanceTests: XCTestCase {
  private func page() -> DrawnPage {
    let circle = DrawnCircle(label: "c", radius: 3)
    return DrawnPage(title: "p", shapes: [circle, DrawnTriangle(label: "t"), circle], cover: circle)
  }

  func testOurCoders() throws {
    let data = try KeyedArchive.archivedData(withRootObject: page().encoded, requiringSecureCoding: true)
    XCTAssertEqual(data, try KeyedArchive.encode(page()))
    let coding = try XCTUnwrap(KeyedArchive.unarchivedObject(ofClass: DrawnPage.Coding.self, from: data))
    let shapes = coding.decoded.shapes
    XCTAssert(shapes[0] === shapes[2] && shapes[0] === coding.decoded.cover && shapes[1] is DrawnTriangle)
    // Several objects of one archive have one instance.
    let shared = page()
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(shared.encoded, forKey: "a")
    archiver.encode(shared.encoded, forKey: "b")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    let a = unarchiver.decodeObject(of: DrawnPage.Coding.self, forKey: "a")
    let b = unarchiver.decodeObject(of: DrawnPage.Coding.self, forKey: "b")
    try unarchiver.finishDecoding()
    XCTAssertNotNil(a)
    XCTAssert(a?.decoded.cover === b?.decoded.shapes[0])
  }

  /// Through any other coder, an instance is data: the keyed archive of itself.
  func testOtherCoders() throws {
    let shapes = try unarchive([DrawnShape].self, from: archive(page().shapes))
    XCTAssertEqual(shapes.map(\.label), ["c", "t", "c"])
    XCTAssert(shapes[1] is DrawnTriangle)
    let cover = try unarchive(DrawnShape?.self, from: archive(page().cover))
    XCTAssertEqual((cover as? DrawnCircle)?.radius, 3)
    XCTAssertNil(try unarchive(DrawnShape?.self, from: archive(DrawnShape?.none)))
  }

  func testElementsOfColumnArchives() throws {
    let pages = (0..<10).map { _ in page() } + [page()]
    let shared = pages[0]
    let archive = try ColumnArchive(ColumnArchive.encode(pages + [shared], options: .init(batchSize: 4)))
    // What has instances is one batch.
    XCTAssertEqual(archive.batchCount, 1)
    let some = try archive.elements(of: DrawnPage.self, in: 3..<5)
    XCTAssert(some[0].cover === some[0].shapes[2] && some[0].cover !== some[1].cover)
    let first = try archive.elements(where: DrawnPage.path.title) { $0 == "p" }
    XCTAssert(first[0].cover === first[11].cover)
    XCTAssertEqual(try archive.values(at: DrawnPage.path.title), Array(repeating: "p", count: 12))
    let covers = try archive.values(at: DrawnPage.path.cover)
    XCTAssertEqual(covers.map { ($0 as? DrawnCircle)?.radius }, Array(repeating: 3, count: 12))
    XCTAssert(covers[0] === covers[11] && covers[0] !== covers[1])
  }

  func testIdentityAcrossKeysWithUnownedReferences() throws {
    let shape = DrawnShape(label: "s")
    let group = DrawnGroup(first: shape)
    group.shapes = [shape]
    let page = DrawnPage(title: "p", shapes: [shape], cover: nil)
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(DrawnAlbum(group: group).encoded, forKey: "a")
    archiver.encode(page.encoded, forKey: "b")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    let a = unarchiver.decodeObject(of: DrawnAlbum.Coding.self, forKey: "a")
    let b = unarchiver.decodeObject(of: DrawnPage.Coding.self, forKey: "b")
    try unarchiver.finishDecoding()
    XCTAssertTrue(try XCTUnwrap(a).decoded.group.first === XCTUnwrap(b).decoded.shapes[0])
  }
}

@Archivable
private struct DrawnAlbum {
  var group: DrawnGroup
}
