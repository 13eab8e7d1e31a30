import ColumnArchives
import XCTest

/// A folder of archives, and the data set that `archive export` makes of it.
class ExportTestCase: XCTestCase {
  var folder: TemporaryFolder!
  var output: ExportedFolder { ExportedFolder(url: folder["out"]) }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  // XCTest keeps its test cases until the end, where nobody releases them.
  override func tearDown() { folder = nil }

  /// Writes archives of 500 sessions each, a session a minute, in a folder; returns all sessions.
  @discardableResult
  func writeArchives(_ count: Int, in name: String = "in") throws -> [ToolSession] {
    try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
    return try (0..<count).flatMap { number in
      let sessions = ToolSession.samples(500, from: number * 500, eventCount: 2)
      try ColumnArchive.encode(sessions, options: .init(batchSize: 64))
        .write(to: folder[name].appendingPathComponent("\(number).column"))
      return sessions
    }
  }

  func export(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(Tool.program, ["export"] + arguments + [output.url.path, "--to", "parquet"])
  }

  /// Flips a bit in the middle of a file, and returns what it was.
  func damage(_ name: String) throws -> Data {
    let before = try Data(contentsOf: folder[name])
    var data = before
    data[data.count / 2] ^= 1
    try data.write(to: folder[name])
    return before
  }
}
