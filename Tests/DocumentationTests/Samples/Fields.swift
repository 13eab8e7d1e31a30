import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// A type of somebody else, which knows nothing of archives.
struct Color: Equatable {
  var red: Double
  var green: Double
  var blue: Double
}

// SAMPLE methods declarations

// SAMPLE versions declarations

// SAMPLE names declarations

// SAMPLE dropping declarations

// SAMPLE roles declarations

final class FieldsSampleTests: PageTests {
  func testDropping() throws {
    // SAMPLE dropping statements
    // OUTPUT dropping
  }

  func testNames() throws {
    // SAMPLE names statements
    // OUTPUT names
  }

  func testMethods() throws {
    // SAMPLE methods statements
    // OUTPUT methods
    XCTAssertEqual(try ColumnArchive.decode(MapView.self, from: ColumnArchive.encode(map)), map)
  }

  func testVersions() throws {
    // SAMPLE versions statements
    // OUTPUT versions
    XCTAssertThrowsError(
      try ColumnArchive.decode([FirstRecording].self, from: ColumnArchive.encode([recording]))
    ) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .newerVersion)
    }
  }

  func testRoles() throws {
    // SAMPLE roles statements
    // OUTPUT roles
  }
}
