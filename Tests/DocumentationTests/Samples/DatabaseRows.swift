import Foundation
import StructCoding

// SAMPLE change declarations

final class DatabaseRowsSampleTests: PageTests {
  func testChange() throws {
    // SAMPLE change statements
    // OUTPUT change
  }
}
