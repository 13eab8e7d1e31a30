import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// The memory of commands, beyond that for a tiny file.
final class MemoryTests: XCTestCase {
  func testJSONTakesTenTimesItsSizeAtMost() throws {
    let folder = try TemporaryFolder()
    let events = (0..<6).map {
      #"{"$class":"Event","tag":"event \#($0)","time":{"$date":"2026-05-01T10:30:0\#($0)Z"},"value":\#($0)}"#
    }.joined(separator: ",")
    let sessions = (0..<12_000).map {
      #"{"$class":"Session","name":"session number \#($0)","events":[\#(events)]}"#
    }
    let json = try folder.write(Data("[\(sessions.joined(separator: ","))]".utf8), as: "start.json")
    let tiny = try folder.write(Data("[1]".utf8), as: "tiny.json")
    let size = try Data(contentsOf: URL(fileURLWithPath: json)).count
    XCTAssertGreaterThan(size, 6_000_000)

    let keyed = folder["keyed"].path
    // On a busy machine, a tiny run may end before this process looks at it.
    let tinyPeaks = try (0..<10).map { try peak("convert", tiny, folder["tiny\($0)"].path, "--to", "keyed") }
    let least = try XCTUnwrap(tinyPeaks.max())
    let read = try peak("convert", json, keyed, "--to", "keyed") - least
    let written = try peak("convert", keyed, folder["end.json"].path, "--to", "json", "--compact") - least
    XCTAssertLessThan(read, 10 * size, "reading")
    XCTAssertLessThan(written, 10 * size, "writing")
    XCTAssertEqual(try Data(contentsOf: folder["end.json"]).count, size)
  }

  /// Columns are converted a few elements at a time.
  func testColumnsTakeNoMoreThanABatch() throws {
    let folder = try TemporaryFolder()
    let tiny = try folder.write(ColumnArchive.encode(ToolSession.samples(1)), as: "tiny.column")
    let start = try folder.write(ColumnArchive.encode(ToolSession.samples(20_000)), as: "start.column")
    func beyond(_ format: String, _ options: String...) throws -> (peak: Int, size: Int) {
      let output = folder["end.\(format)"].path
      let least = try peak(["convert", tiny, folder["least.\(format)"].path] + options)
      let most = try peak(["convert", start, output] + options)
      return (most - least, try Data(contentsOf: URL(fileURLWithPath: output)).count)
    }
    let json = try beyond("json")
    XCTAssertGreaterThan(json.size, 18_000_000)
    XCTAssertLessThan(json.peak, json.size / 3)
    let plain = try beyond("json", "--plain", "--force")
    XCTAssertLessThan(plain.peak, plain.size / 2)
    // The elements of a batch, as nodes and as columns. All of them would take 80 MB.
    XCTAssertLessThan(try beyond("column").peak, 40_000_000)
    // What is known of each object until the numbers of all are, and each string, to be written once.
    let keyed = try beyond("archive", "--name-classes")
    XCTAssertGreaterThan(keyed.size, 10_000_000)
    XCTAssertLessThan(keyed.peak, keyed.size * 7 / 2)
  }

  func testVerifyingKeepsNoObjects() throws {
    let folder = try TemporaryFolder()
    let tiny = try folder.write(KeyedArchive.encode(ToolSession.samples(1)), as: "tiny")
    // Large enough that the file is mapped.
    let data = try KeyedArchive.encode(ToolSession.samples(40_000))
    XCTAssertGreaterThan(data.count, 20_000_000)
    let start = try folder.write(data, as: "start")
    XCTAssertLessThan(try peak("verify", start) - peak("verify", tiny), data.count * 3 / 2)
  }

  func testLogsTakeNoMoreThanABatch() async throws {
    let folder = try TemporaryFolder()
    var options = ArchiveLogOptions()
    options.segmentSize = 8 << 20
    func write(_ name: String, _ count: Int) async throws -> String {
      let log = try ArchiveLog<Data>(in: folder[name], options: options)
      for number in 0..<count {
        var state = UInt64(number + 1)
        let words = (0..<32_768).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state
        }
        try await log.append(words.withUnsafeBytes { Data($0) })
      }
      try await log.close()
      return folder[name].path
    }
    let (tiny, start) = (try await write("tiny", 1), try await write("start", 128))
    let least = try peak("log", "verify", tiny)
    XCTAssertLessThan(try peak("log", "verify", start) - least, options.segmentSize / 2)
    XCTAssertLessThan(try peak("log", "repair", start) - least, options.segmentSize / 2)
    // A damaged segment is held, and only that.
    let names = try FileManager.default.contentsOfDirectory(atPath: start).filter { $0.hasSuffix(".column") }
    XCTAssertGreaterThan(names.count, 3)
    let damaged = folder["start"].appendingPathComponent(names.sorted()[1])
    var data = try Data(contentsOf: damaged)
    data[data.count / 2] ^= 1
    try data.write(to: damaged)
    XCTAssertLessThan(try peak("log", "repair", start) - least, options.segmentSize * 3 / 2)
    XCTAssertEqual(try Tool.run("log", "verify", start).code, 0)
  }

  /// Runs the program, and returns the largest size of its memory in bytes.
  private func peak(_ arguments: String...) throws -> Int { try peak(arguments) }

  private func peak(_ arguments: [String]) throws -> Int {
    var words: [UnsafeMutablePointer<CChar>?] = ([Tool.program.path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    XCTAssertEqual(posix_spawn(&child, Tool.program.path, nil, nil, &words, environ), 0)
    #if canImport(Darwin)
      var (status, usage): (Int32, rusage) = (0, rusage())
      while wait4(child, &status, 0, &usage) < 0 {
        guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD) }
      }
      let peak = Int(usage.ru_maxrss)
    #else
      // On Linux, `ru_maxrss` is not less than the memory of the process that started the program.
      // A tiny run takes a few milliseconds, and most memory at its end: it is looked at without a pause.
      let file = open("/proc/\(child)/status", O_RDONLY)
      defer { close(file) }
      let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 8192)
      defer { text.deallocate() }
      var (status, peak): (Int32, Int) = (0, 0)
      while true {
        text[max(0, pread(file, text.baseAddress, text.count - 1, 0))] = 0
        if let found = strstr(text.baseAddress!, "VmHWM:") { peak = Int(atoi(found + 6)) << 10 }
        let ended = waitpid(child, &status, WNOHANG)
        if ended == child { break }
        guard ended == 0 || errno == EINTR else {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD)
        }
      }
    #endif
    XCTAssertEqual(status, 0, "\(arguments)")
    return peak
  }
}
