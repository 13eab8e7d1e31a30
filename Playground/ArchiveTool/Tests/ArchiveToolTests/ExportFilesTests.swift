import ColumnArchives
import XCTest

@testable import archive

/// The files of a data set: what is stopped leaves nothing, and what is damaged is written again.
final class ExportFilesTests: ExportTestCase {
  // MARK: Signals

  /// Exports until some files are being written, and sends a signal.
  ///
  /// - Returns: How the tool ended, which may have been before the signal.
  private func interrupt(_ signal: Int32) throws -> Process {
    try? FileManager.default.removeItem(at: output.url)
    let process = Process()
    process.executableURL = Tool.program
    process.arguments = [
      "export", folder["in"].path, output.url.path, "--to", "parquet", "--compression", "gzip",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let wait = try process.start()
    while process.isRunning, try !allNames.contains(where: { $0.hasSuffix(".part") }) { usleep(200) }
    kill(process.processIdentifier, signal)
    wait()
    return process
  }

  private var allNames: [String] {
    get throws { FileManager.default.subpaths(atPath: output.url.path) ?? [] }
  }

  func testSignals() throws {
    let sessions = try writeArchives(4)
    let large = ToolSession.samples(5_000, from: 50_000, eventCount: 3)
    var largeCount = 0
    func addLarge() throws {
      try ColumnArchive.encode(large).write(to: folder["in/x\(largeCount).column"])
      largeCount += 1
    }
    try addLarge()
    try addLarge()
    let signals = [SIGINT, SIGTERM, SIGHUP]
    // If this process ignores a signal, as one in the background does, the tool would inherit that.
    for number in signals { _ = signal(number, SIG_DFL) }
    for signal in signals {
      var process = try interrupt(signal)
      // On a busy machine the tool may be done before this process looks: it gets more to do.
      while process.terminationReason == .exit, largeCount < 16 {
        try addLarge()
        process = try interrupt(signal)
      }
      // It ends as programs do that have no answer to the signal: a shell shows 128 and its number.
      XCTAssertEqual(process.terminationReason, .uncaughtSignal, "\(signal)")
      XCTAssertEqual(process.terminationStatus, signal)
      XCTAssertEqual(try allNames.filter { $0.hasSuffix(".part") }, [], "\(signal)")
      XCTAssertLessThan(try allNames.count { $0.hasSuffix(".json") }, 4 + largeCount)
    }
    let outcome = try export(folder["in"].path, "--compression", "gzip")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertEqual(try output.allFiles.count { $0.hasSuffix(".json") }, 4 + largeCount)
    XCTAssertEqual(outcome.errors, "")
    let all = sessions + (0..<largeCount).flatMap { _ in large }
    try output.assertRows(all.map(\.row))
  }

  /// What was told to outlive its terminal does.
  func testAnIgnoredSignalStaysIgnored() throws {
    try writeArchives(2)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "trap '' HUP; \"$0\" export \"$1\" \"$2\" --to parquet & kill -HUP $!; wait $!",
      Tool.program.path, folder["in"].path, output.url.path,
    ]
    shell.standardOutput = FileHandle.nullDevice
    try shell.start()()
    XCTAssertEqual(shell.terminationStatus, 0)
    XCTAssertEqual(try output.files, ["0.parquet", "1.parquet"])
  }

  // MARK: Damage

  private func flip(_ path: String, keepingTime: Bool = false) throws {
    let file = output.url.appendingPathComponent(path)
    let time = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: 100)
    let byte = try XCTUnwrap(handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: 100)
    try handle.write(contentsOf: Data([byte ^ 1]))
    try handle.close()
    if keepingTime, let time {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }
  }

  func testDamagedFiles() throws {
    let sessions = try writeArchives(4)
    let input = folder["in"].path
    XCTAssertEqual(try export(input).code, 0)
    let whole = try output.allContents()
    try flip("1.parquet")
    try flip("2.parquet", keepingTime: true)
    let again = try export(input)
    XCTAssertEqual(again.code, 0, again.errors)
    XCTAssert(again.output.contains("2 archives exported: 1,000 rows"), again.output)
    XCTAssert(again.output.contains("2 archives there already"), again.output)
    let lines = again.errors.split(separator: "\n")
    XCTAssertEqual(lines.count, 2, again.errors)
    XCTAssert(lines.contains { $0.contains("1.parquet: was damaged") }, again.errors)
    XCTAssert(lines.contains { $0.contains("2.parquet: was damaged") }, again.errors)
    XCTAssertEqual(try output.allContents(), whole)
    try output.assertRows(sessions.map(\.row))
    XCTAssert(try export(input).output.contains("4 archives there already"))
  }

  /// A disk changes a bit, and no time.
  func testDamageWithoutATrace() throws {
    try writeArchives(2)
    let input = folder["in"].path
    XCTAssertEqual(try export(input).code, 0)
    let whole = try output.allContents()
    try flip("0.parquet")
    let record = output.url.appendingPathComponent("_exported/0.json")
    var known = try JSONDecoder().decode(ExportRecord.self, from: Data(contentsOf: record))
    var status = stat()
    XCTAssertEqual(stat(output.url.appendingPathComponent("0.parquet").path, &status), 0)
    known.file.touched = .init(status)
    try JSONEncoder().encode(known).write(to: record)
    XCTAssert(try export(input).output.contains("2 archives there already"))
    let read = try export(input, "--checksums")
    XCTAssertEqual(read.code, 0)
    XCTAssert(read.output.contains("1 archive exported: 500 rows"), read.output)
    XCTAssert(read.errors.contains("0.parquet: was damaged"), read.errors)
    XCTAssertEqual(try output.allContents(), whole)
  }

  /// The files of a copied data set are touched, but whole: they are read once.
  func testACopyOfADataSet() throws {
    try writeArchives(2)
    let input = folder["in"].path
    XCTAssertEqual(try export(input).code, 0)
    let copy = folder["copy"]
    try FileManager.default.copyItem(at: output.url, to: copy)
    let record = copy.appendingPathComponent("_exported/0.json")
    let before = try Data(contentsOf: record)
    let outcome = try Tool.run("export", input, copy.path, "--to", "parquet")
    XCTAssert(outcome.output.contains("2 archives there already"), outcome.output)
    XCTAssertEqual(outcome.errors, "")
    let after = try Data(contentsOf: record)
    XCTAssertNotEqual(after, before)
    XCTAssertEqual(try Tool.run("export", input, copy.path, "--to", "parquet").code, 0)
    XCTAssertEqual(try Data(contentsOf: record), after)
  }

  // MARK: Values without a place

  func testDatesOutOfRange() throws {
    var sessions = ToolSession.samples(5, eventCount: 0)
    let good = sessions
    sessions[1].startTime = Date(timeIntervalSinceReferenceDate: .nan)
    sessions[3].startTime = Date(timeIntervalSinceReferenceDate: 1e14)
    let file = try folder.write(ColumnArchive.encode(sessions), as: "a.column")
    let refused = try export(file)
    XCTAssertEqual(refused.code, 1)
    XCTAssert(refused.errors.contains("--dates-out-of-range null"), refused.errors)
    XCTAssert(refused.errors.contains("--dates seconds"), refused.errors)
    XCTAssertFalse(refused.errors.contains("ParquetOptions"), refused.errors)
    XCTAssertEqual(try output.files, [])

    for (option, far, lines) in [
      ("null", nil, ["startTime: 2 dates out of range, left out"]),
      (
        "clamp", 253_402_300_799_999_999,
        ["startTime: 1 date out of range, left out", "startTime: 1 date out of range, moved into it"]
      ),
    ] as [(String, Int?, [String])] {
      try FileManager.default.removeItem(at: output.url)
      let outcome = try export(file, "--dates-out-of-range", option)
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      XCTAssertEqual(outcome.errors, lines.map { "archive: lost: \($0)\n" }.joined())
      var rows = good.map(\.row)
      rows[1]["startTime"] = NSNull()
      rows[3]["startTime"] = far as Any? ?? NSNull()
      try output.assertRows(rows, option)
      // The columns are others than those of a data set without the option.
      let other = try export(file)
      XCTAssertEqual(other.code, 2, other.output)
      XCTAssert(other.errors.contains("--dates-out-of-range \(option)"), other.errors)
    }
  }
}
