import Foundation
import XCTest

@testable import ArchiveValues

/// The bytes that order the elements of sets and the keys of dictionaries.
final class CanonicalKeyTests: XCTestCase {
  /// Fields that are omitted leave nothing, so the others say which they are.
  func testTheSameNumberInOtherFields() throws {
    let all = try [DateComponents(day: 1), DateComponents(month: 1), DateComponents(year: 1)].map {
      try CanonicalKeyEncoder.bytes(of: $0)
    }
    XCTAssertEqual(Set(all).count, 3)
    XCTAssertEqual(try CanonicalKeyEncoder.bytes(of: DateComponents(day: 1)), all[0])
  }
}
