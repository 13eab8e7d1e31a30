import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding

final class LimitationsSampleTests: PageTests {
  // SAMPLE unknown declarations

  func testUnknown() throws {
    // SAMPLE unknown statements
    // OUTPUT unknown
  }

  // SAMPLE path declarations

  func testPath() throws {
    // SAMPLE path statements
    // OUTPUT path
  }

  // SAMPLE actors declarations

  func testActors() async throws {
    // SAMPLE actors statements
    // OUTPUT actors
  }
}
