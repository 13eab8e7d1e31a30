import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

final class WhyNotCodableSampleTests: PageTests {
  // SAMPLE evolution declarations

  func testEvolution() throws {
    // SAMPLE evolution statements
    // OUTPUT evolution
  }

  // SAMPLE by-hand

  func testByHand() throws {
    let json = try JSONEncoder().encode(OldJSONNote(title: "milk"))
    XCTAssertEqual(try JSONDecoder().decode(PatientNote.self, from: json).color, "yellow")
  }

  // SAMPLE identity declarations

  func testIdentity() throws {
    // SAMPLE identity statements
    // OUTPUT identity
  }

  // SAMPLE both declarations

  func testBoth() throws {
    // SAMPLE both statements
    // OUTPUT both
  }

  func testErrors() throws {
    // SAMPLE errors
    // OUTPUT errors
  }
}
