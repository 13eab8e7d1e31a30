import ArchiveLogs
import ColumnArchives
import XCTest

/// Where archives come from: nothing of one place takes the place of another's.
final class ExportSourcesTests: ExportTestCase {
  /// Two servers whose archives have the same names: nothing is replaced or skipped in silence.
  func testArchivesOfOneNameFromTwoPlaces() throws {
    _ = try writeArchives(2, in: "web1")
    _ = try writeArchives(2, in: "web2")
    // The same sizes and times, so that nothing else tells them apart.
    for number in 0..<2 {
      for name in ["web1", "web2"] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
          ofItemAtPath: folder["\(name)/\(number).column"].path)
      }
    }
    XCTAssertEqual(try export(folder["web1"].path).code, 0)
    let before = try output.files
    let clash = try export(folder["web2"].path)
    XCTAssertEqual(clash.code, 2, clash.output)
    for word in ["0.column", "web1", "web2", "--source", "1 other archive"] {
      XCTAssert(clash.errors.contains(word), clash.errors)
    }
    XCTAssertEqual(try output.files, before)

    let named = try export(folder["web2"].path, "--source", "web2")
    XCTAssertEqual(named.code, 0, named.errors)
    XCTAssert(named.output.contains("2 archives exported: 1,000 rows"), named.output)
    XCTAssertEqual(try output.files.count, 4)
    let again = try export(folder["web2"].path, "--source", "web2")
    XCTAssert(again.output.contains("2 archives there already"), again.output)

    let moved = folder["moved"]
    try FileManager.default.moveItem(at: folder["web1"], to: moved)
    XCTAssertEqual(try export(moved.path).code, 2)
    let replaced = try export(moved.path, "--replace")
    XCTAssertEqual(replaced.code, 0, replaced.errors)
    XCTAssertEqual(try output.files.count, 4)
  }

  /// Names that Swift takes for equal, and one that is no text.
  func testNamesOfFiles() throws {
    let data = try Data(
      contentsOf: { () throws -> URL in
        _ = try writeArchives(1)
        return folder["in/0.column"]
      }())
    for name in ["caf\u{E9}.column", "cafe\u{301}.column"] { try data.write(to: folder["in/\(name)"]) }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder["in"].path).count, 3)
    let outcome = try export(folder["in"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssert(outcome.output.contains("3 archives exported: 1,500 rows, "), outcome.output)
    XCTAssert(try export(folder["in"].path).output.contains("3 archives there already"))

    #if os(Linux)
      // Apple's file systems have no such names.
      let path = Array(folder["in"].path.utf8) + [UInt8(ascii: "/"), 0xFF, 0xFE]
      XCTAssertEqual(mkdir((path + [0]).map { CChar(bitPattern: $0) }, 0o755), 0)
      let file = path + Array("/x.column".utf8)
      let descriptor = open((file + [0]).map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
      XCTAssertGreaterThanOrEqual(descriptor, 0)
      close(descriptor)
      let told = try export(folder["in"].path)
      XCTAssertEqual(told.code, 1, told.output)
      XCTAssert(told.output.contains("3 archives there already"), told.output)
      XCTAssert(told.errors.contains("cannot be found"), told.errors)
    #endif
  }

  /// One night of three servers, whose logs have files of the same names.
  func testANightOfThreeServers() async throws {
    let servers = ["web1", "web2", "web3"]
    let night = Date(timeIntervalSince1970: 1_795_298_400)  // 2026-11-21, 22:00
    var expected: [[String: Any]] = []
    for (number, server) in servers.enumerated() {
      for hour in 0..<8 {
        let sessions = ToolSession.samples(60 + number, eventCount: 1).enumerated().map { minute, session in
          var session = session
          session.startTime = night + Double(3_600 * hour + 50 * minute + number)
          return session
        }
        let name = "\(server)/log/\(hour).column"
        let file = folder[name]
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try ColumnArchive.encode(sessions).write(to: file)
        expected += sessions.map { $0.row.merging(["server": server]) { $1 } }
      }
    }
    for server in servers {
      let outcome = try export(
        folder[server].path, "--source", server, "--with-source", "server")
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      XCTAssert(outcome.output.contains("8 archives exported"), outcome.output)
    }
    XCTAssertEqual(expected.count, 8 * (60 + 61 + 62))
    XCTAssertEqual(try output.files.count, 24)
    try output.assertRows(expected)
    for (engine, rows) in try output.rows() {
      let counts = Dictionary(grouping: rows) { $0["server"] as? String ?? "" }.mapValues(\.count)
      XCTAssertEqual(counts, ["web1": 480, "web2": 488, "web3": 496], engine)
    }
  }

  func testTheColumnOfTheSource() throws {
    let sessions = try writeArchives(1)
    let input = folder["in"].path
    // A property has the name, in whatever case.
    let taken = try export(input, "--source", "web1", "--with-source", "Device")
    XCTAssertEqual(taken.code, 1, taken.output)
    XCTAssert(taken.errors.contains("Device"), taken.errors)
    XCTAssertEqual(try output.files, [])
    for arguments in [["--with-source", "server"], ["--source", "web1", "--with-source", ""]] {
      let wrong = try Tool.run(
        Tool.program, ["export", input, output.url.path, "--to", "parquet"] + arguments)
      XCTAssertEqual(wrong.code, 2, wrong.output)
      XCTAssert(wrong.errors.contains("--with-source"), wrong.errors)
    }
    XCTAssertEqual(try export(input, "--source", "web1", "--with-source", "server").code, 0)
    try output.assertRows(sessions.map { $0.row.merging(["server": "web1"]) { $1 } })
    // All files of a data set have the column.
    let without = try export(input, "--source", "web2")
    XCTAssertEqual(without.code, 2, without.output)
    XCTAssert(without.errors.contains("--with-source server"), without.errors)
  }
}
