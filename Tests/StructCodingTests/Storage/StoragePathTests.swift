import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Typed paths to fields with storage methods of their own.
final class StoragePathTests: XCTestCase {
  @Archivable
  struct Shelf: Hashable {
    var main: Everything
    var spare: Everything?
    var all: [Everything] = []
    var count: Int { all.count }
  }

  func testNames() {
    XCTAssertEqual(Everything.path.location.latitude.storedName, "location.latitude")
    XCTAssertEqual(Everything.path.location.longitude.storedName, "location.lon")
    XCTAssertEqual(Everything.path.otherFraction.storedName, "rest")
    XCTAssertEqual(Shelf.path.spare.location.longitude.storedName, "spare.location.lon")
    XCTAssertEqual(Shelf.path.all.start.label.storedName, "all.start.label")
    XCTAssertNil(Shelf.path.count.storedName)
  }

  func testValues() throws {
    var generator = SeededGenerator()
    let values = (0..<300).map { _ in Everything.random(using: &generator) }
    let archive = try ColumnArchive(ColumnArchive.encode(values))
    XCTAssertEqual(try archive.values(at: Everything.path.hue), values.map(\.hue))
    XCTAssertEqual(try archive.values(at: Everything.path.otherHue), values.map(\.otherHue))
    XCTAssertEqual(try archive.values(at: Everything.path.palette), values.map(\.palette))
    XCTAssertEqual(try archive.values(at: Everything.path.otherPalette), values.map(\.otherPalette))
    XCTAssertEqual(try archive.values(at: Everything.path.fraction), values.map(\.fraction))
    XCTAssertEqual(try archive.values(at: Everything.path.otherFraction), values.map(\.otherFraction))
    XCTAssertEqual(try archive.values(at: Everything.path.checksum), values.map(\.checksum))
    XCTAssertEqual(try archive.values(at: Everything.path.location.latitude), values.map(\.location.latitude))
    XCTAssertEqual(try archive.values(at: Everything.path.start.label), values.map(\.start.label))
    XCTAssertEqual(try archive.values(at: Everything.path.location), values.map(\.location))
    let wanted = values.indices.filter { values[$0].fraction.numerator > 3 }
    XCTAssertEqual(try archive.positions(where: Everything.path.fraction) { $0.numerator > 3 }, wanted)
    XCTAssertEqual(
      try archive.elements(where: Everything.path.location.longitude) { $0 > 0 },
      values.filter { $0.location.longitude > 0 })
  }

  func testNestedValues() throws {
    var generator = SeededGenerator()
    let shelves = (0..<40).map { _ in
      Shelf(
        main: .random(using: &generator), spare: generator.oneIn(2) ? .random(using: &generator) : nil,
        all: (0..<generator.below(4)).map { _ in .random(using: &generator) })
    }
    let archive = try ColumnArchive(ColumnArchive.encode(shelves))
    XCTAssertEqual(try archive.values(at: Shelf.path.main.fraction), shelves.map(\.main.fraction))
    XCTAssertEqual(try archive.values(at: Shelf.path.spare.fraction), shelves.map { $0.spare?.fraction })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.spare.otherFraction), shelves.map { $0.spare?.otherFraction })
    XCTAssertEqual(try archive.values(at: Shelf.path.spare.hue), shelves.map { $0.spare?.hue })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.spare.location.latitude), shelves.map { $0.spare?.location.latitude })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.all.location.longitude),
      shelves.flatMap { $0.all.map(\.location.longitude) })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.all.fraction), shelves.flatMap { $0.all.map(\.fraction) })
  }
}
