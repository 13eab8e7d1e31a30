import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

@testable import archive

/// `archive export`: a folder of archives becomes a data set that engines read.
final class ExportTests: ExportTestCase {
  func testOneFileForEachArchive() throws {
    let sessions = try writeArchives(3)
    let outcome = try export(folder["in"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertEqual(outcome.errors, "")
    XCTAssert(outcome.output.contains("3 archives exported: 1,500 rows, "), outcome.output)
    XCTAssertEqual(try output.files, ["0.parquet", "1.parquet", "2.parquet"])
    try output.assertRows(sessions.map(\.row))
  }

  func testCompressions() throws {
    let sessions = try writeArchives(2)
    for compression in ["none", "snappy", "gzip"] {
      try? FileManager.default.removeItem(at: output.url)
      let outcome = try export(folder["in"].path, "--compression", compression, "--row-group", "100")
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      try output.assertRows(sessions.map(\.row), compression)
    }
  }

  // MARK: What is there already

  func testWhatIsWholeIsSkipped() throws {
    var sessions = try writeArchives(4)
    XCTAssertEqual(try export(folder["in"].path).code, 0)
    let before = try output.versions()
    let again = try export(folder["in"].path)
    XCTAssertEqual(again.code, 0, again.errors)
    XCTAssert(again.output.contains("0 archives exported: 0 rows, 0 bytes"), again.output)
    XCTAssert(again.output.contains("4 archives there already"), again.output)
    XCTAssertEqual(try output.versions(), before)

    // An archive that has changed replaces its file; a new one is added.
    let fewer = Array(sessions[500..<600])
    try ColumnArchive.encode(fewer).write(to: folder["in/1.column"])
    let more = ToolSession.samples(10, from: 9_000)
    try ColumnArchive.encode(more).write(to: folder["in/more.column"])
    // A file that is gone is written again.
    try FileManager.default.removeItem(at: output.url.appendingPathComponent("3.parquet"))
    let changed = try export(folder["in"].path)
    XCTAssertEqual(changed.code, 0, changed.errors)
    XCTAssert(changed.output.contains("3 archives exported: 610 rows"), changed.output)
    XCTAssert(changed.output.contains("2 archives there already"), changed.output)
    sessions.replaceSubrange(500..<1000, with: fewer)
    try output.assertRows((sessions + more).map(\.row))
    let (old, new) = (before, try output.versions())
    for path in ["0.parquet", "2.parquet"] { XCTAssertEqual(new[path], old[path], path) }
  }

  func testOtherOptionsNeedAnotherFolder() throws {
    try writeArchives(1)
    XCTAssertEqual(try export(folder["in"].path, "--uuids", "text").code, 0)
    let before = try output.versions()
    for arguments in [[], ["--uuids", "text", "--dates", "seconds"]] {
      let outcome = try Tool.run(
        Tool.program, ["export", folder["in"].path, output.url.path, "--to", "parquet"] + arguments)
      XCTAssertEqual(outcome.code, 2, outcome.output)
      XCTAssert(outcome.errors.contains("other options: --dates microseconds --uuids text"), outcome.errors)
    }
    XCTAssertEqual(try output.versions(), before)
    // These are of each file.
    let outcome = try export(
      folder["in"].path, "--uuids", "text", "--compression", "gzip", "--row-group", "9")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
  }

  /// The program is killed again and again, until the data set is complete.
  func testKills() throws {
    let sessions = try writeArchives(24)
    var generator = SystemRandomNumberGenerator()
    var (kills, isDone) = (0, false)
    while !isDone {
      let process = Process()
      process.executableURL = Tool.program
      process.arguments = [
        "export", folder["in"].path, output.url.path, "--to", "parquet",
      ]
      process.standardOutput = FileHandle.nullDevice
      let start = output.fileCount
      let count = start + Int.random(in: 1...20, using: &generator)
      try process.run()
      while process.isRunning, output.fileCount < count { usleep(500) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      isDone = process.terminationReason == .exit
      if isDone { XCTAssertEqual(process.terminationStatus, 0) } else { kills += 1 }
      // Whatever has a name is whole.
      for path in try output.files where path.hasSuffix(".parquet") && !path.contains("/.") {
        let data = try Data(contentsOf: output.url.appendingPathComponent(path))
        XCTAssertEqual([data.prefix(4), data.suffix(4)], [Data("PAR1".utf8), Data("PAR1".utf8)], path)
      }
    }
    print("killed \(kills) times")
    XCTAssertGreaterThan(kills, 0)
    XCTAssertEqual(try output.allFiles.filter { $0.hasSuffix(".part") }, [])
    XCTAssertEqual(try output.allFiles.count { $0.hasSuffix(".json") }, 24)
    try output.assertRows(sessions.map(\.row))
  }

  func testWhatAKillLeftIsRemoved() throws {
    let sessions = try writeArchives(1)
    let left = [
      ".0.parquet.1234.part", ".old.parquet.1234.part", "_exported/.0.json.1234.part",
    ]
    // Other files are not the program's.
    let kept = ["notes.txt", "other.part", ".hidden"]
    for path in left + kept {
      let url = output.url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("left".utf8).write(to: url)
    }
    let outcome = try export(folder["in"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    let found = try output.allFiles
    XCTAssertEqual(left.filter(found.contains), [])
    XCTAssertEqual(kept.filter { !found.contains($0) }, [])
    for path in kept {
      try FileManager.default.removeItem(at: output.url.appendingPathComponent(path))
    }
    try output.assertRows(sessions.map(\.row))
  }

  func testOneExportAtATime() throws {
    try writeArchives(1)
    XCTAssertEqual(try export(folder["in"].path).code, 0)
    let lock = open(output.url.appendingPathComponent("_exported/lock").path, O_RDWR)
    XCTAssertEqual(flock(lock, LOCK_EX | LOCK_NB), 0)
    let refused = try export(folder["in"].path)
    XCTAssertEqual(refused.code, 2)
    XCTAssert(refused.errors.contains("another export"), refused.errors)
    close(lock)
    XCTAssertEqual(try export(folder["in"].path).code, 0)
  }

  // MARK: What cannot be read

  func testADamagedArchiveAmongOthers() throws {
    let sessions = try writeArchives(5)
    let before = try damage("in/2.column")
    try Data("no archive".utf8).write(to: folder["in/5.column"])
    try Data().write(to: folder["in/6.column"])
    let outcome = try export(folder["in"].path)
    XCTAssertEqual(outcome.code, 1, outcome.errors)
    XCTAssert(outcome.output.contains("4 archives exported"), outcome.output)
    XCTAssert(outcome.output.contains("3 archives not exported"), outcome.output)
    let lines = outcome.errors.split(separator: "\n")
    XCTAssertEqual(lines.count, 3, outcome.errors)
    let damaged = lines.first { $0.contains("2.column: ") } ?? ""
    XCTAssert(damaged.contains("checksum"), outcome.errors)
    XCTAssert(lines.contains { $0.contains("5.column: ") }, outcome.errors)
    XCTAssert(lines.contains { $0.contains("6.column: ") }, outcome.errors)
    try output.assertRows((sessions[..<1000] + sessions[1500...]).map(\.row))
    XCTAssertEqual(try output.allFiles.filter { $0.contains("2.parquet") || $0.hasSuffix(".part") }, [])

    try before.write(to: folder["in/2.column"])
    for name in ["5", "6"] { try FileManager.default.removeItem(at: folder["in/\(name).column"]) }
    let again = try export(folder["in"].path)
    XCTAssertEqual(again.code, 0, again.errors)
    XCTAssert(again.output.contains("1 archive exported: 500 rows"), again.output)
    try output.assertRows(sessions.map(\.row))
  }

  /// A root that is a UUID, since the sample's model has none.
  func testUUIDsAsText() throws {
    let file = folder["in/ids.column"]
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try ColumnArchive.encode((0..<5).map { _ in UUID() }).write(to: file)
    XCTAssertEqual(try export(folder["in"].path, "--uuids", "text").code, 0)
    // What was exported as text is not followed by bytes.
    XCTAssertEqual(try export(folder["in"].path).code, 2)
  }

  func testWrongArguments() throws {
    try writeArchives(1)
    let input = folder["in"].path
    let file = try folder.write(Data(), as: "file")
    let empty = folder["empty"]
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let out = output.url.path
    for (arguments, words) in [
      ([input, "--to", "parquet"], "Two paths"), ([input, out], "--to"),
      ([input, out, "--to", "csv"], "csv"),
      ([input, out, "--to", "parquet", "--partition-by", "device"], "--partition-by"),
      ([input, out, "--to", "parquet", "--row-group", "0"], "--row-group"),
      ([input, out, "--to", "parquet", "--jobs", "0"], "--jobs"),
      ([input, out, "--to", "parquet", "--compression", "zip"], "zip"),
      ([input, out, "--to", "parquet", "--uuids", "numbers"], "numbers"),
      ([folder["nowhere"].path, out, "--to", "parquet"], "nowhere: there is no such file"),
      ([empty.path, out, "--to", "parquet"], "no column archives"),
      ([input, file, "--to", "parquet"], "this is a file"),
    ] {
      let outcome = try Tool.run(Tool.program, ["export"] + arguments)
      XCTAssertEqual(outcome.code, 2, "\(arguments): \(outcome.output)\(outcome.errors)")
      XCTAssert(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: out))
  }

  // MARK: What is taken

  func testArchivesInFolders() throws {
    let sessions = try writeArchives(2, in: "in/a b/c")
    let others = ToolSession.samples(20, from: 5_000)
    try ColumnArchive.encode(others).write(to: folder["in/0.column"])
    let unnamed = ToolSession.samples(20, from: 6_000)
    try ColumnArchive.encode(unnamed).write(to: folder["in/_unnamed"])
    try ColumnArchive.encode(unnamed).write(to: folder["in/.hidden.column"])
    try KeyedArchive.encode(unnamed).write(to: folder["in/keyed.archive"])
    // The same file twice, and a folder inside another, are taken once.
    let outcome = try export(folder["in"].path, folder["in/0.column"].path, folder["in/a b"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssert(outcome.output.contains("4 archives exported"), outcome.output)
    XCTAssert(outcome.output.contains("1 other file passed over"), outcome.output)
    try output.assertRows((sessions + others + unnamed).map(\.row))
    let names = try output.files
    XCTAssertEqual(names.count, 4)
    XCTAssert(names.contains("0.parquet"), "\(names)")
    XCTAssert(names.contains { $0.hasPrefix("a-b-c-0-") }, "\(names)")
    XCTAssert(names.contains { $0.hasPrefix("unnamed-") }, "\(names)")

    let same = try export(folder["in/a b/c/0.column"].path, folder["in/0.column"].path)
    XCTAssertEqual(same.code, 2)
    XCTAssert(same.errors.contains("have the same name"), same.errors)
    let keyed = try export(folder["in/keyed.archive"].path)
    XCTAssertEqual(keyed.code, 1)
    XCTAssert(keyed.errors.contains("keyed.archive: "), keyed.errors)
  }

  /// A log is exported while it is written, and again when it has more.
  func testALog() async throws {
    let sessions = ToolSession.samples(30)
    let log = try ArchiveLog<ToolSession>(in: folder["log"])
    try await log.append(contentsOf: sessions[..<10])
    try await log.close()
    let open = try ArchiveLog<ToolSession>(in: folder["log"])
    try await open.append(contentsOf: sessions[10..<20], until: .written)
    let first = try export(folder["log"].path)
    XCTAssertEqual(first.code, 0, first.errors)
    try output.assertRows(sessions[..<20].map(\.row))
    try await open.append(contentsOf: sessions[20...])
    try await open.close()
    let second = try export(folder["log"].path)
    XCTAssertEqual(second.code, 0, second.errors)
    XCTAssert(second.output.contains("1 archive exported: 20 rows"), second.output)
    XCTAssert(second.output.contains("1 archive there already"), second.output)
    try output.assertRows(sessions.map(\.row))
  }

  func testArchivesWithoutElements() throws {
    let file = try folder.write(ColumnArchive.encode([ToolSession]()), as: "empty.column")
    let outcome = try export(file)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssert(outcome.output.contains("1 archive exported: 0 rows, "), outcome.output)
    XCTAssert(try export(file).output.contains("1 archive there already"))
    try output.assertRows([])
  }

  func testRoundedDatesAreCounted() throws {
    var sessions = ToolSession.samples(4, eventCount: 0)
    sessions[1].startTime += 1e-7
    sessions[2].startTime += 3e-7
    let file = try folder.write(ColumnArchive.encode(sessions), as: "a.column")
    let rounded = try export(file)
    XCTAssertEqual(rounded.code, 0)
    XCTAssertEqual(rounded.errors, "archive: lost: startTime: 2 dates rounded\n")
    try FileManager.default.removeItem(at: output.url)
    XCTAssertEqual(try export(file, "--dates", "seconds").errors, "")
  }

  // MARK: What is said

  func testHelp() throws {
    let outcome = try Tool.run("export", "--help")
    XCTAssertEqual(outcome.code, 0)
    for words in [
      "--to", "--row-group", "--compression", "--with-source", "--dates-out-of-range", "--checksums",
      "USAGE: archive export <dir-or-files> … <out>",
    ] { XCTAssert(outcome.output.contains(words), "\(words): \(outcome.output)") }
    XCTAssert(try Tool.run("--help").output.contains("export"))
  }

  func testProgress() throws {
    try writeArchives(2)
    // Without a terminal, only when it is wanted.
    let outcome = try export(folder["in"].path, "--progress")
    XCTAssert(outcome.errors.hasPrefix("exporting to \(output.url.path): "), outcome.errors)
    XCTAssertEqual(Progress.bar(0), String(repeating: "░", count: 20) + " 0 %")
    XCTAssertEqual(
      Progress.bar(0.5), String(repeating: "█", count: 10) + String(repeating: "░", count: 10) + " 50 %")
    XCTAssertEqual(Progress.bar(1.5), String(repeating: "█", count: 20) + " 100 %")
  }
}
