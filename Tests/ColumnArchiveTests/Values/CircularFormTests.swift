import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Types whose stored form holds the type itself.
final class CircularFormTests: XCTestCase {
  func testArrayOfItself() throws {
    let menu = Menu(items: [Menu(items: []), Menu(items: [Menu(items: []), Menu(items: [])])])
    try assertColumns(menu)
    try assertColumns([menu, menu, Menu(items: [])])
    try assertColumns([menu: [menu]])
    try assertColumns(menu as Menu?)
  }

  /// The archive does not depend on which of the types was met first.
  func testTwoTypesInACircle() throws {
    let chapter = Chapter(pages: [Page(chapters: []), Page(chapters: [Chapter(pages: [])])])
    let (first, second) = (RootTable(), RootTable())
    _ = try first.root(Chapter.self)
    _ = try second.root(Page.self)
    XCTAssertEqual(
      try first.encode([chapter]), try second.encode([chapter]))
    XCTAssertEqual(
      try first.encode(chapter.pages), try second.encode(chapter.pages))
    try assertColumns([chapter])
    try assertColumns(chapter.pages)
  }

  /// A record between them has columns, as it had before.
  func testThroughARecord() throws {
    let shelf = Shelf(boxes: [
      Crate(shelf: Shelf(boxes: []), label: "a"), Crate(shelf: Shelf(boxes: []), label: ""),
    ])
    let (first, second) = (RootTable(), RootTable())
    _ = try first.root(Shelf.self)
    _ = try second.root(Crate.self)
    XCTAssertEqual(try first.encode([shelf]), try second.encode([shelf]))
    try assertColumns([shelf, shelf])
    try assertColumns(shelf.boxes)
  }

  /// A value without columns is one of its batch, whatever batches were opened before it is read.
  func testPathThroughSeveralBatches() throws {
    let courses = (0..<10).map {
      Course(number: $0, menu: Menu(items: Array(repeating: Menu(items: []), count: $0)))
    }
    for compression in [ColumnArchive.Compression.none, .zlib] {
      let options = ColumnArchive.EncodingOptions(batchSize: 3, compression: compression)
      let archive = try ColumnArchive(ColumnArchive.encode(courses, options: options))
      XCTAssertEqual(try archive.values(at: Course.path.menu), courses.map(\.menu))
      XCTAssertEqual(try archive.elements(of: Course.self, at: [9, 2, 4]), [9, 2, 4].map { courses[$0] })
    }
  }
}

@Archivable
private struct Course: Equatable {
  var number: Int
  var menu: Menu
}

private struct Menu: ColumnValue, Hashable {
  var items: [Menu]
  func encodeValue(to encoder: inout some ValueEncoder) throws { try items.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Menu {
    Menu(items: try [Menu].decodeValue(from: &decoder))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: [Menu].self) { (menu: Menu) in
      menu.items
    } decode: {
      Menu(items: $0)
    }
  }
}

private struct Chapter: ColumnValue, Hashable {
  var pages: [Page]
  func encodeValue(to encoder: inout some ValueEncoder) throws { try pages.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Chapter {
    Chapter(pages: try [Page].decodeValue(from: &decoder))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: [Page].self) { (chapter: Chapter) in
      chapter.pages
    } decode: {
      Chapter(pages: $0)
    }
  }
}

private struct Page: ColumnValue, Hashable {
  var chapters: [Chapter]
  func encodeValue(to encoder: inout some ValueEncoder) throws { try chapters.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Page {
    Page(chapters: try [Chapter].decodeValue(from: &decoder))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: [Chapter].self) { (page: Page) in
      page.chapters
    } decode: {
      Page(chapters: $0)
    }
  }
}

private struct Shelf: ColumnValue, Hashable {
  var boxes: [Crate]
  func encodeValue(to encoder: inout some ValueEncoder) throws { try boxes.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Shelf {
    Shelf(boxes: try [Crate].decodeValue(from: &decoder))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: [Crate].self) { (shelf: Shelf) in
      shelf.boxes
    } decode: {
      Shelf(boxes: $0)
    }
  }
}

@Archivable(className: "Column_Crate")
private struct Crate: Hashable {
  var shelf: Shelf
  var label: String
}
