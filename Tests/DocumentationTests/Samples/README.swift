import ColumnArchives
import Foundation
import StructCoding

final class ReadmeSampleTests: PageTests {
  // SAMPLE program declarations

  func testProgram() throws {
    // SAMPLE program statements
    // OUTPUT program
    // SAMPLE columns statements
    // OUTPUT columns
  }
}
