import ArchiveLogs
import ArchiveTestSupport
import XCTest

/// Several elements that are only buffered.
final class BufferedListTests: LogTestCase {
  /// They are written when the delay is over, or by a flush, and not at once.
  func testBufferedElementsWait() async throws {
    var options = ArchiveLogOptions(durability: .buffered)
    options.maximumDelay = .seconds(3_600)
    let log = try ArchiveLog<Record>(in: folder, options: options)
    try await log.append(contentsOf: [Record(0), Record(1)])
    try await log.append(contentsOf: [Record(2)], until: .buffered)
    XCTAssertEqual(try batches(), [])
    try await log.flush(until: .written)
    XCTAssertEqual(try batches(), [0..<3])
    try await log.close()
  }

  private func batches() throws -> [Range<Int>] {
    try ArchiveLogFolder(folder).verify().segments.flatMap(\.batches)
  }
}
