import XCTest

@testable import ColumnArchives

final class ByteCursorTests: XCTestCase {
  /// A cursor ends where its part ends, even if the archive continues.
  func testTheEnd() throws {
    let bytes: [UInt8] = [1, 2, 3]
    try bytes.withUnsafeBytes { bytes in
      var cursor = ByteCursor(bytes).prefix(2)
      XCTAssertEqual([cursor.readIfPresent(), cursor.readIfPresent(), cursor.readIfPresent()], [1, 2, nil])
      XCTAssert(cursor.isAtEnd)
      XCTAssertThrowsError(try cursor.readPart(1))
    }
  }
}
