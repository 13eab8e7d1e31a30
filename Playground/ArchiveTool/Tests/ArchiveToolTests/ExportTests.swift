import StructCoding
import XCTest

/// `archive export`: a folder of archives becomes a data set that engines read.
final class ExportTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var output: ExportedFolder { ExportedFolder(url: folder["out"]) }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  /// Writes archives of 500 sessions each, a session a minute, in a folder; returns all sessions.
  @discardableResult
  private func writeArchives(_ count: Int, in name: String = "in") throws -> [ToolSession] {
    try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
    return try (0..<count).flatMap { number in
      let sessions = ToolSession.samples(500, from: number * 500, eventCount: 2)
      try ColumnArchive.encode(sessions, options: .init(batchSize: 64))
        .write(to: folder[name].appendingPathComponent("\(number).column"))
      return sessions
    }
  }

  private func export(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(Tool.program, ["export"] + arguments + [output.url.path, "--to", "parquet"])
  }

  func testOneFileForEachArchive() throws {
    let sessions = try writeArchives(3)
    let outcome = try export(folder["in"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertEqual(outcome.errors, "")
    XCTAssert(outcome.output.contains("3 archives exported: 1,500 rows in 3 files"), outcome.output)
    XCTAssertEqual(try output.files, ["0.parquet", "1.parquet", "2.parquet"])
    try output.assertRows(sessions.map(\.row))
  }

  func testDays() throws {
    let sessions = try writeArchives(8)
    let outcome = try export(folder["in"].path, "--partition-by", "day(startTime)", "--row-group", "100")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    let days = Set(sessions.map(\.day)).sorted()
    XCTAssertGreaterThan(days.count, 2)
    XCTAssertEqual(
      try Set(output.files.map { $0.split(separator: "/")[0] }), Set(days.map { "day=\($0)" }))
    // Archives end within a day, so days have files of several archives.
    XCTAssertGreaterThan(try output.files.count, 8)
    try output.assertRows(
      sessions.map { session in session.row.merging(["day": session.day]) { $1 } })
  }

  func testAPropertyIsLeftOutOfTheFiles() throws {
    let sessions = try writeArchives(2)
    for compression in ["none", "snappy", "gzip"] {
      try? FileManager.default.removeItem(at: output.url)
      let outcome = try export(folder["in"].path, "--partition-by", "device", "--compression", compression)
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      XCTAssertEqual(try output.files.count, 6)
      XCTAssert(try output.files.contains("device=phone/part-0.parquet"))
      try output.assertRows(sessions.map(\.row), compression)
    }
  }
}
