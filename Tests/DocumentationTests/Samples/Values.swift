import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

// SAMPLE own-value

final class ValuesSampleTests: PageTests {
  func testOwnValue() throws {
    let value = Position(latitude: 52.5, longitude: 13.4)
    XCTAssertEqual(try KeyedArchive.decode([Double].self, from: KeyedArchive.encode(value)), [52.5, 13.4])
    XCTAssertEqual(try KeyedArchive.decode(Position.self, from: KeyedArchive.encode(value)), value)
    XCTAssertEqual(try ColumnArchive.decode([Position].self, from: ColumnArchive.encode([value])), [value])
  }

  // SAMPLE mixed declarations

  func testMixed() throws {
    // SAMPLE mixed statements
    // OUTPUT mixed
  }

  func testBridging() throws {
    let sessions = Session.samples
    // SAMPLE bridging
    // OUTPUT bridging
  }

  func testArchiver() throws {
    let sessions = Session.samples
    // SAMPLE archiver
    // OUTPUT archiver
  }

  func testFoundation() throws {
    let sessions = Session.samples
    // SAMPLE foundation
    // OUTPUT foundation
  }
}
