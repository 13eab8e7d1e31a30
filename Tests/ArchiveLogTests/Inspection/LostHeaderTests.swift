import ArchiveLogs
import XCTest

/// A segment whose header is lost, in a log whose catalog is lost as well.
final class LostHeaderTests: InspectionTestCase {
  /// The header is that of another segment, and the first batch says that it fits.
  func testAHeaderIsFoundInAnotherSegment() async throws {
    var files = try await makeLog()
    let name = Self.segments(files)[1]
    let header = try parts(XCTUnwrap(files[name])).header
    files[name]?.replaceSubrange(0..<header, with: Data(count: header))
    files["catalog"] = nil
    try restore(files)
    XCTAssertFalse(try log.verify().isUndamaged)
    XCTAssertEqual(try log.repair(StoppingCalls()).remaining.map(\.first), [])
    XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
    XCTAssert(try log.verify().isUndamaged)
  }
}
