import ArchiveLogs
import StructCoding
import XCTest

/// One batch of a log, of a reader without a condition.
final class LogBatchTests: ReadingTestCase {
  func testElementsByACondition() async throws {
    try put([300, 1, 500], from: 0)
    var found: [Int] = []
    for try await batch in reader.batches(from: 10) {
      found += try batch.elements(where: Record.path.number >= 290).map(\.number)
      XCTAssertEqual(try batch.elements(where: Record.path.number < 10), [])
    }
    XCTAssertEqual(found, Array(290..<801))
  }
}
