import Foundation
import StructCoding

#if canImport(SwiftData)
  import SwiftData
#endif

// What is inside of `#if canImport(SwiftData)` is parsed on Linux, so a slip in its syntax fails the build; its types are
// not checked, and it is not run.

// SAMPLE change declarations

final class DatabasesSampleTests: PageTests {
  func testChange() throws {
    // SAMPLE change statements
    // OUTPUT change
  }
}

#if canImport(SwiftData)
  // SAMPLE data
#endif
