import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// Constants that are stored and checked, and properties that are only written. The model of `IgnoreDecoding` is
/// MetaCodable's.
final class StoredConstantTests: XCTestCase {
  @Archivable(className: "Test_Constants")
  struct Document: Equatable {
    @Stored(.constant) let format = "v2"
    @Stored("edition", .constant, formerly: "number") let number = 3
    var title: String
    @Stored(.writeOnly) var two = "some"
    @Stored(.writeOnly) var count: Int?
  }

  @Archivable(className: "Test_Constants")
  struct Plain: Equatable {
    var format: String?
    var edition: Int?
    var title: String
    var two: String?
    var count: Int?
  }

  @ArchivableObject(className: "Test_Constants")
  final class Page {
    @Stored(.constant) let format = "v2"
    var title: String
    @Stored(.writeOnly) var two = "some"
    init(title: String) { self.title = title }
  }

  func testRoundTrips() throws {
    let document = Document(title: "a")
    StructCodingTesting.assertRoundTrip(document, damagedCopies: 300)
    StructCodingTesting.assertRoundTrip([document, document])
    try assertCoderRoundTrip(document)
    for road in Road.allCases {
      XCTAssertEqual(try road.carry([document], to: [Document].self), [document], "\(road)")
    }
  }

  func testStoredAndNotRead() throws {
    var document = Document(title: "a")
    (document.two, document.count) = ("other", 5)
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(document, to: Plain.self),
        Plain(format: "v2", edition: 3, title: "a", two: "other", count: 5), "\(road)")
      XCTAssertEqual(try road.carry(document, to: Document.self), Document(title: "a"), "\(road)")
      let page = Page(title: "b")
      page.two = "other"
      let back = try road.carry(page, to: Page.self)
      XCTAssertEqual([back.format, back.title, back.two], ["v2", "b", "some"], "\(road)")
    }
  }

  func testOtherValues() throws {
    for road in Road.allCases {
      // An archive from before the constant.
      XCTAssertEqual(
        try road.carry(Untitled(title: "a"), to: Document.self), Document(title: "a"), "\(road)")
      assertThrows(
        .invalidValue, at: road.path("format"), saying: "the constant \"v2\"", "found \"v1\""
      ) {
        try road.carry(Plain(format: "v1", edition: 3, title: "a"), to: Document.self)
      }
      assertThrows(.invalidValue, at: road.path("edition"), saying: "the constant 3", "found 4") {
        try road.carry(Plain(format: "v2", edition: 4, title: "a"), to: Document.self)
      }
      assertThrows(.typeMismatch, at: road.path("format")) {
        try road.carry(Numbers(format: 2, title: "a"), to: Document.self)
      }
      assertThrows(.invalidValue, at: road.path("format")) {
        try road.carry(Plain(format: "v1", title: "a"), to: Page.self)
      }
    }
    assertThrows(.invalidValue, at: "[1].format") {
      try ColumnArchive.decode(
        [Document].self,
        from: ColumnArchive.encode([
          Plain(format: "v2", edition: 3, title: "a"), Plain(format: "v1", edition: 3, title: "b"),
        ]))
    }
  }

  @Archivable(className: "Test_Constants")
  struct Untitled { var title: String }

  @Archivable(className: "Test_Constants")
  struct Numbers {
    var format: Int
    var title: String
  }
}
