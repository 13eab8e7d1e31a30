import ArchiveDocuments
import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// `archive log`: what it says of logs, its exit codes, and that it repairs them.
final class LogTests: XCTestCase {
  private let sessions = ToolSession.samples(12, eventCount: 2)

  /// Writes two segments of two batches with three sessions each.
  private func makeLog(in folder: TemporaryFolder) async throws -> URL {
    let url = folder["log"]
    for segment in 0..<2 {
      let log = try ArchiveLog<ToolSession>(in: url)
      for batch in 0..<2 {
        let first = segment * 6 + batch * 3
        try await log.append(contentsOf: sessions[first..<first + 3])
      }
      try await log.close()
    }
    return url
  }

  private func segments(_ log: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: log, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "column" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// Flips a bit in the second batch of the first segment.
  private func damage(_ log: URL) throws -> String {
    let url = try XCTUnwrap(segments(log).first)
    var data = try Data(contentsOf: url)
    let second = try XCTUnwrap(data.lastRange(of: Data("event 35.1".utf8)))
    data[second.lowerBound] ^= 1
    try data.write(to: url)
    return url.lastPathComponent
  }

  func testListing() async throws {
    let folder = try TemporaryFolder()
    let log = try await makeLog(in: folder)
    let outcome = try Tool.run("log", log.path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    let lines = outcome.output.split(separator: "\n")
    XCTAssertEqual(lines.count, 3, outcome.output)
    for (line, segment) in zip(lines.dropFirst(), try segments(log)) {
      XCTAssert(line.hasPrefix(segment.lastPathComponent), outcome.output)
      XCTAssert(line.hasSuffix("sealed"), outcome.output)
    }
    XCTAssertEqual(
      try Tool.run("log", "--batches", log.path).output.split(separator: "\n").count, 7)

    let json = try Tool.run("log", "--json", log.path)
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    XCTAssertEqual(report?["elements"] as? Int, 12)
    let first = try XCTUnwrap((report?["segments"] as? [[String: Any]])?.last)
    XCTAssertEqual(
      first.keys.sorted(),
      ["batches", "begun", "bytes", "damage", "elements", "file", "first", "incompleteBytes", "isSealed"])
    XCTAssertEqual(first["batches"] as? [[Int]], [[6, 3], [9, 3]])
    XCTAssertEqual(first["first"] as? Int, 6)
  }

  func testVerifyAndRepair() async throws {
    let folder = try TemporaryFolder()
    let log = try await makeLog(in: folder)
    let good = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(good.code, 0, good.errors)
    XCTAssert(good.output.contains("2 segments, 12 elements, undamaged"), good.output)
    let nothing = try Tool.run("log", "repair", log.path)
    XCTAssertEqual([nothing.output, "\(nothing.code)"], ["\(log.path): nothing to repair\n", "0"])

    let name = try damage(log)
    let bad = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(bad.code, 1)
    XCTAssert(bad.output.contains("9 elements, damaged in 1 place"), bad.output)
    XCTAssert(bad.errors.contains("\(name): bytes "), bad.errors)
    XCTAssert(bad.errors.contains("elements 3 to 5"), bad.errors)
    let quiet = try Tool.run("log", "verify", "--quiet", log.path)
    XCTAssertEqual([quiet.output, quiet.errors, "\(quiet.code)"], ["", "", "1"])
    XCTAssert(try Tool.run("log", log.path).output.contains("damaged in 1 place"))

    let repaired = try Tool.run("log", "repair", log.path)
    XCTAssertEqual(repaired.code, 0, repaired.errors)
    XCTAssert(repaired.output.contains("\(name).damaged-"), repaired.output)
    let after = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(after.code, 0, after.errors)
    XCTAssert(after.output.contains("9 elements, 3 elements set aside by a repair"), after.output)
    XCTAssertEqual(
      try segments(log).flatMap { try ColumnArchive(contentsOf: $0).elements(of: ToolSession.self) },
      Array(sessions[..<3] + sessions[6...]))
  }

  /// A log that was not closed, and has lost a part of its last batch, which nobody waited for on the disk.
  func testAnIncompleteEnd() async throws {
    let folder = try TemporaryFolder()
    let url = try await makeLog(in: folder)
    let writer = try ArchiveLog<ToolSession>(in: url)
    try await writer.append(contentsOf: sessions[..<3])
    try await writer.append(contentsOf: sessions[3..<6])
    let log = folder["killed"]
    try FileManager.default.copyItem(at: url, to: log)
    try await writer.close()
    let last = try XCTUnwrap(segments(log).last)
    try Data(contentsOf: last).dropLast(60).write(to: last)
    let verified = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(verified.code, 0, verified.errors)
    XCTAssert(verified.output.contains("incomplete bytes at the end"), verified.output)
    XCTAssert(try Tool.run("log", log.path).output.contains("open, "))
    let repaired = try Tool.run("log", "repair", log.path)
    XCTAssertEqual(repaired.code, 0, repaired.errors)
    XCTAssert(repaired.output.contains("incomplete bytes cut off"), repaired.output)
    XCTAssert(try Tool.run("log", "verify", log.path).output.contains("15 elements, undamaged"))
  }

  /// A log that was closed, and has lost its end since.
  func testALostEnd() async throws {
    let folder = try TemporaryFolder()
    let log = try await makeLog(in: folder)
    let last = try XCTUnwrap(segments(log).last)
    try Data(contentsOf: last).dropLast(60).write(to: last)
    let verified = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(verified.code, 1, verified.output)
    XCTAssert(verified.errors.contains("elements 9 to 11"), verified.errors)
    let repaired = try Tool.run("log", "repair", log.path)
    XCTAssertEqual(repaired.code, 0, repaired.errors)
    let after = try Tool.run("log", "verify", log.path)
    XCTAssertEqual(after.code, 0, after.errors)
    let again = try ArchiveLog<ToolSession>(in: log)
    XCTAssertEqual(again.countWhenOpened, 12)
    try await again.append(sessions[0])
    try await again.close()
    let told = try Tool.run("log", "verify", log.path)
    XCTAssert(told.output.contains("10 elements, 3 elements set aside by a repair, undamaged"), told.output)
  }

  func testALogThatIsBeingWrittenIsNotRepaired() async throws {
    let folder = try TemporaryFolder()
    let url = try await makeLog(in: folder)
    let log = try ArchiveLog<ToolSession>(in: url)
    try await log.append(sessions[0])
    XCTAssertEqual(try Tool.run("log", "verify", url.path).code, 0)
    let refused = try Tool.run("log", "repair", url.path)
    XCTAssertEqual(refused.code, 2)
    XCTAssert(refused.errors.contains("process \(ProcessInfo.processInfo.processIdentifier)"), refused.errors)
    try await log.close()
  }

  func testTail() async throws {
    let folder = try TemporaryFolder()
    let log = try await makeLog(in: folder)
    for (count, expected) in [(nil, 10), ("4", 4), ("0", 0), ("100", 12)] as [(String?, Int)] {
      let arguments = ["log", "tail"] + (count.map { ["-n", $0] } ?? []) + [log.path]
      let outcome = try Tool.run(Tool.program, arguments)
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      let lines = outcome.output.split(separator: "\n")
      let found = try lines.map {
        try ArchiveNode(json: Data($0.utf8)).decode(ToolSession.self)
      }
      XCTAssertEqual(found, Array(sessions.suffix(expected)), count ?? "")
    }
    _ = try damage(log)
    let damaged = try Tool.run("log", "tail", "-n", "12", log.path)
    XCTAssertEqual(damaged.code, 1)
    XCTAssertEqual(damaged.output.split(separator: "\n").count, 9)
    XCTAssert(damaged.errors.contains("elements 3 to 5"), damaged.errors)
  }

  /// What is appended while the program runs appears.
  func testFollowing() async throws {
    let folder = try TemporaryFolder()
    let url = try await makeLog(in: folder)
    let output = folder["output"]
    try Data().write(to: output)
    let process = Process()
    process.executableURL = Tool.program
    process.arguments = ["log", "tail", "-f", "-n", "1", url.path]
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    defer { process.terminate() }
    let log = try ArchiveLog<ToolSession>(in: url)
    for number in 0..<3 {
      let lines = { try String(decoding: Data(contentsOf: output), as: UTF8.self).split(separator: "\n") }
      while try lines().count < number + 1 { try await Task.sleep(for: .milliseconds(10)) }
      try await log.append(sessions[number])
    }
    try await log.close()
  }

  func testWhatIsNoLog() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(ColumnArchive.encode(sessions), as: "file")
    for command in [["log"], ["log", "verify"], ["log", "repair"], ["log", "tail"]] {
      for path in [folder["nowhere"].path, file, folder.url.path] {
        let outcome = try Tool.run(Tool.program, command + [path])
        XCTAssertEqual(outcome.code, 2, "\(command) \(path): \(outcome.output)")
        XCTAssert(outcome.errors.contains("folder"), outcome.errors)
      }
      XCTAssertEqual(try Tool.run(Tool.program, command).code, 2)
    }
    XCTAssertEqual(try Tool.run("log", "tail", "-n", "-1", folder.url.path).code, 2)
    // No file was written.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), ["file"])
  }
}
