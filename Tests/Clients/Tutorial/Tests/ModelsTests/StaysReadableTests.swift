import Models
import StructCodingTesting
import XCTest

final class StaysReadableTests: XCTestCase {
  func testSessions() { assertStaysReadable(Session.self, samples: Session.samples) }
}
