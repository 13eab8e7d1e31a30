import Models
import XCTest

final class SessionLogTests: XCTestCase {
  private let log = SessionLog(
    url: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: log.url) }

  func testAppending() throws {
    try log.append(Session.samples)
    try log.append([Session.samples[1]])
    XCTAssertEqual(try log.count(), 4)
    XCTAssertEqual(try log.last(2), [Session.samples[2], Session.samples[1]])
    XCTAssertEqual(try log.last(9).count, 4)
  }

  func testParts() throws {
    try log.append(Session.samples)
    XCTAssertEqual(try log.eventNames(), ["open", "näher", "open"])
    XCTAssertEqual(try log.unfinished(), [Session.samples[1]])
  }
}
