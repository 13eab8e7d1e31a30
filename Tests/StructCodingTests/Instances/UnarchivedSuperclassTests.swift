import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

class Labelled {
  var label = ""
}

@ArchivableObject
final class Marker: Labelled {
  var n = 1
  override init() {}
}

class Abstract {
  func area() -> Double { 0 }
}

@ArchivableObject
final class Disc: Abstract {
  var radius = 1.0
  init(radius: Double) { self.radius = radius }
  override func area() -> Double { radius }
}

/// A class above that is not archived: its properties would be lost, so that is said, when it has any.
final class UnarchivedSuperclassTests: XCTestCase {
  func testProperties() throws {
    let marker = Marker()
    for encode in [{ try KeyedArchive.encode(marker) }, { try ColumnArchive.encode(marker) }] {
      assertThrows(
        .unsupported, saying: "Labelled with “label” above Marker", "Mark Labelled @ArchivableObject"
      ) { try encode() }
    }
  }

  func testWithoutProperties() throws {
    let disc = Disc(radius: 2)
    XCTAssertEqual(try KeyedArchive.decode(Disc.self, from: KeyedArchive.encode(disc)).radius, 2)
    XCTAssertEqual(try ColumnArchive.decode(Disc.self, from: ColumnArchive.encode(disc)).area(), 2)
  }
}
