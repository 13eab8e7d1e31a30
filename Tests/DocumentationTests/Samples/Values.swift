import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

#if canImport(CoreLocation)
  import CoreLocation

// SAMPLE coordinate
#endif

// SAMPLE own-value

// SAMPLE document

final class ValuesSampleTests: PageTests {
  func testOwnValue() throws {
    let value = Celsius(degrees: 21.5)
    XCTAssertEqual(try KeyedArchive.decode(Double.self, from: KeyedArchive.encode(value)), 21.5)
    XCTAssertEqual(try KeyedArchive.decode(Celsius.self, from: KeyedArchive.encode(value)), value)
    XCTAssertEqual(try ColumnArchive.decode([Double].self, from: ColumnArchive.encode([value])), [21.5])
    XCTAssertEqual(try ColumnArchive.decode([Celsius].self, from: ColumnArchive.encode([value])), [value])
  }

  // SAMPLE enumerations

  func testEnumerations() throws {
    let states: [State] = [.idle, .playing(track: "a", position: 1.5), .failed(3, nil)]
    XCTAssertEqual(try KeyedArchive.decode([State].self, from: KeyedArchive.encode(states)), states)
    let speeds: [Speed] = [.fast, .slow]
    XCTAssertEqual(try KeyedArchive.decode([Speed].self, from: KeyedArchive.encode(speeds)), speeds)
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: KeyedArchive.encode(speeds)), [2, 1])
  }

  // SAMPLE mixed declarations

  func testMixed() throws {
    // SAMPLE mixed statements
    // OUTPUT mixed
  }

  // SAMPLE names declarations

  func testNames() throws {
    // SAMPLE names statements
    // OUTPUT names
  }

  func testBridging() throws {
    let sessions = Session.samples
    // SAMPLE bridging
    // OUTPUT bridging
  }

  func testDocument() throws {
    let document = Document(title: "Log", sessions: Session.samples)
    // SAMPLE document-archiver
    XCTAssertEqual(copy?.sessions, document.sessions)
    XCTAssertEqual(copy?.title, "Log")
    XCTAssertEqual(revision, 3)
  }

  func testFoundation() throws {
    let sessions = Session.samples
    // SAMPLE foundation
    // OUTPUT foundation
  }

  func testSeveralTypes() throws {
    let sessions = Session.samples
    // SAMPLE several-types
    // OUTPUT several-types
  }

  func testOpening() throws {
    let data = try KeyedArchive.encode(Session.samples)
    // SAMPLE opening
    // OUTPUT opening
    XCTAssertEqual(sessions, Session.samples)
  }
}
