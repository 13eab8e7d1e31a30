import Models
import StructCoding
import StructCodingTesting
import XCTest

final class RoundTripTests: XCTestCase {
  func testSessions() {
    assertRoundTrip(Session.samples)
    assertRoundTrip(Session.samples[0])
    assertRoundTrip([Session]())
    assertRoundTrip(["first": Session.samples[0]])
  }

  /// Sessions that nobody thought of.
  func testMadeUpSessions() {
    assertRoundTrip(arbitrary: Session.self, count: 500)
  }

  /// What is asked for decides what is made.
  func testOtherType() throws {
    let data = try KeyedArchive.encode(Session.samples)
    XCTAssertThrowsError(try KeyedArchive.decode([Event].self, from: data)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch)
    }
  }
}
