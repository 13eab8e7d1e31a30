import SessionModels
import StructCodingTesting
import XCTest

/// The tests of the sample's models: all that most models need.
final class SessionTests: XCTestCase {
  func testRoundTrip() {
    assertRoundTrip([Session].sample)
    assertRoundTrip(arbitrary: Session.self)
  }

  func testOldArchives() { assertStaysReadable(Session.self, samples: .sample) }
}
