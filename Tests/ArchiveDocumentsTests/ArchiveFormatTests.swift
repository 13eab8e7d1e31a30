import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

final class ArchiveFormatTests: XCTestCase {
  /// The names are what the tool's options take.
  func testNames() {
    XCTAssertEqual(
      [ArchiveFormat].all.map(\.name), ["column", "keyed", "plist", "json", "fast"])
  }
}
