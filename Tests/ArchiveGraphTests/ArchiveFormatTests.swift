import StructCoding
import XCTest

final class ArchiveFormatTests: XCTestCase {
  /// The names are what the tool's options take.
  func testNames() {
    XCTAssertEqual(
      ArchiveFormat.allCases.map(\.rawValue), ["keyed", "column", "fast", "json", "plist"])
    XCTAssertEqual(ArchiveFormat(rawValue: "fast"), .fastCoding)
  }
}
