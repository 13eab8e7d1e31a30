import Foundation
import XCTest

/// The memory of conversions from and to JSON, beyond that of a tiny file.
final class MemoryTests: XCTestCase {
  func testJSONTakesFiveTimesItsSizeAtMost() throws {
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
    let least = try peak("convert", tiny, folder["tiny"].path, "--to", "keyed")
    let read = try peak("convert", json, keyed, "--to", "keyed") - least
    let written = try peak("convert", keyed, folder["end.json"].path, "--to", "json", "--compact") - least
    XCTAssertLessThan(read, 5 * size, "reading")
    XCTAssertLessThan(written, 5 * size, "writing")
    XCTAssertEqual(try Data(contentsOf: folder["end.json"]).count, size)
  }

  /// Runs the program, and returns the largest size of its memory in bytes.
  private func peak(_ arguments: String...) throws -> Int {
    var words: [UnsafeMutablePointer<CChar>?] = ([Tool.program.path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    XCTAssertEqual(posix_spawn(&child, Tool.program.path, nil, nil, &words, environ), 0)
    var (status, usage): (Int32, rusage) = (0, rusage())
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD) }
    }
    XCTAssertEqual(status, 0, "\(arguments)")
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }
}
