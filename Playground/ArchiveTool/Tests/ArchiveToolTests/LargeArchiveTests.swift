import ColumnArchives
import StructCoding
import XCTest

/// Column archives of 300 MB, which take a while to write. Runs only if `ARCHIVE_TOOL_LARGE` is set to the folder for
/// the files. They remain there for manual inspection:
///
///     ARCHIVE_TOOL_LARGE=/tmp swift test -c release --filter LargeArchiveTests
final class LargeArchiveTests: XCTestCase {
  /// Inspects a file, which is created once.
  private func inspect(_ name: String, _ make: (URL) throws -> Void) throws {
    guard let folder = ProcessInfo.processInfo.environment["ARCHIVE_TOOL_LARGE"] else {
      throw XCTSkip("ARCHIVE_TOOL_LARGE is not set")
    }
    let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
    if !FileManager.default.fileExists(atPath: url.path) { try make(url) }
    let start = Date()
    let outcome = try Tool.run("inspect", url.path)
    let seconds = Date().timeIntervalSince(start)
    print("inspect \(name): \(seconds) s")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertTrue(outcome.output.contains("column archive"))
    XCTAssertLessThan(seconds, 1)
  }

  func testManyBatches() throws {
    try inspect("archive-tool-large.column") { url in
      let writer = try ColumnArchiveWriter<ToolSession>(appendingTo: url)
      var number = 0
      while try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 < 300_000_000 {
        try writer.append(contentsOf: ToolSession.samples(40_960, from: number))
        number += 40_960
      }
    }
  }

  func testOneBatch() throws {
    try inspect("archive-tool-one-batch.column") { url in
      let sessions = ToolSession.samples(300_000, eventCount: 40)
      try ColumnArchive.encode(sessions, options: .init(batchSize: .max)).write(to: url)
    }
  }
}
