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

  /// A batch that was not written to its end is lost; those before it are not.
  func testInterruption() throws {
    try log.append(Session.samples)
    try log.append(Session.samples)
    let data = try Data(contentsOf: log.url)
    try data.dropLast(60).write(to: log.url)
    XCTAssertThrowsError(try log.count())

    try log.append([Session.samples[0]])
    XCTAssertEqual(try log.last(9), Session.samples + [Session.samples[0]])
  }
}
