import ColumnArchives
import Foundation
import StructCoding

// SAMPLE untagged declarations

final class ComingFromOtherCodersSampleTests: PageTests {
  func testUntagged() throws {
    // SAMPLE untagged statements
    // OUTPUT untagged
  }
}
