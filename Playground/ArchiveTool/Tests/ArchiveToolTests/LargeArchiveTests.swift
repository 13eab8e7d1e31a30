import StructCoding
import XCTest

/// Column archives of 300 MB, which take a while to write: only with `ARCHIVE_TOOL_LARGE` in the environment, the folder
/// they are written to. They stay there, to be looked at by hand:
///
///     ARCHIVE_TOOL_LARGE=/tmp swift test -c release --filter LargeArchiveTests
final class LargeArchiveTests: XCTestCase {
  func testInspectionOf300MegabytesTakesLessThanASecond() throws {
    guard let folder = ProcessInfo.processInfo.environment["ARCHIVE_TOOL_LARGE"] else {
      throw XCTSkip("ARCHIVE_TOOL_LARGE is not set")
    }
    let url = URL(fileURLWithPath: folder).appendingPathComponent("archive-tool-large.column")
    if !FileManager.default.fileExists(atPath: url.path) {
      let writer = try ColumnArchiveWriter<ToolSession>(appendingTo: url)
      var number = 0
      while try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 < 300_000_000 {
        try writer.append(contentsOf: ToolSession.samples(40_960, from: number))
        number += 40_960
      }
    }
    let start = Date()
    let outcome = try Tool.run("inspect", url.path)
    let seconds = Date().timeIntervalSince(start)
    print("inspect: \(seconds) s")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertTrue(outcome.output.contains("column archive"))
    XCTAssertLessThan(seconds, 1)
  }
}
