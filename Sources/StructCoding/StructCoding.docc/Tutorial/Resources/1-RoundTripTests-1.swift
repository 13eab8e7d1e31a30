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
}
