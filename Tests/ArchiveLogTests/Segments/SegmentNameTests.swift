import Foundation
import XCTest

@testable import ArchiveLogs

final class SegmentNameTests: XCTestCase {
  /// Whatever the clock says, names are read as what they were, and sort in their order.
  func testAnyTime() throws {
    let year = 365.25 * 86_400
    let times = [
      0, -1, 1_790_000_000.123456, 253_402_300_799.9, 253_402_300_800, 30_000 * year, 1e18, -1e18, .infinity,
      -.infinity, .nan, .greatestFiniteMagnitude,
    ]
    var last: SegmentName?
    for (index, time) in (times + times.reversed()).enumerated() {
      let name = SegmentName(after: last, first: index, at: Date(timeIntervalSince1970: time))
      XCTAssertEqual(SegmentName(name.text), name, name.text)
      if let last {
        XCTAssertLessThan(last, name)
        XCTAssertLessThan(last.text, name.text)
      }
      last = name
      XCTAssertEqual(try XCTUnwrap(SegmentName(name.text)).first, index)
    }
  }
}
